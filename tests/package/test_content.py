"""What is in a wheel, what is not, and what it is built from."""

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path, PurePosixPath

from tests.package.conftest import ROOT, Built, bare

SOURCE = ROOT / "src"
COMPILED = str(sysconfig.get_config_var("EXT_SUFFIX"))


def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as packed:
        return {name for name in packed.namelist() if ".dist-info/" not in name}


def package() -> set[str]:
    left_out = (".so", ".pyc", ".pyd", ".compiled")
    return {
        file.relative_to(SOURCE).as_posix()
        for file in (SOURCE / "filon").rglob("*")
        if file.is_file() and not file.name.endswith(left_out)
    }


def client() -> set[str]:
    folder = ROOT / "web" / "dist"
    found = {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}
    return {f"filon/web/{name}" for name in found - {".filon"}}


def kernels() -> set[str]:
    """As scripts/compile lists them: each as machine code, and what they share."""
    listed = subprocess.run(
        [sys.executable, ROOT / "scripts" / "compile", "--list"], capture_output=True, text=True, check=True
    ).stdout
    return {Path(line).relative_to("src").as_posix() for line in listed.splitlines()}


def test_a_wheel_is_the_package_and_the_page_and_nothing_else(built: Built) -> None:
    assert "filon/web/index.html" in client()
    assert names(built.pure) == package() | client()
    assert names(built.platform) == package() | client() | kernels()


def test_the_wheel_of_a_platform_has_every_kernel_compiled(built: Built) -> None:
    sources = {name for name in package() if name.startswith("filon/kernels/") and "/kernel" in name[14:]}
    assert sources
    compiled = {name.removesuffix(COMPILED) + ".py" for name in names(built.platform) if COMPILED in name}
    assert sources <= compiled
    assert "filon_kernels__mypyc.py" in compiled


def test_no_wheel_has_benchmarks_peers_or_tools(built: Built) -> None:
    for name in map(PurePosixPath, names(built.platform)):
        assert name.suffix not in (".c", ".map"), name
        if name.is_relative_to(
            "filon/web"
        ):  # the built client, whose files have drawn letters in their names
            continue
        words = {word for part in name.parts for word in part.replace(".", "_").split("_")}
        assert not {"boardgameio", "peer", "peers", "tools", "tests"} & words, name
        assert "bench" not in words or name.name == "bench.py", "the command, which says where they are"


def test_an_sdist_builds_the_same_wheel_without_node(built: Built, tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    words = ["--wheel-dir", str(tmp_path), str(built.sdist)]
    subprocess.run([*pip, *words], env=bare(tmp_path), check=True, timeout=120)
    (again,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(built.pure) as ours, zipfile.ZipFile(again) as theirs:
        assert ours.namelist() == theirs.namelist()
        assert all(ours.read(name) == theirs.read(name) for name in ours.namelist())


def test_a_checkout_without_the_built_page_says_how_to_build_it(tmp_path: Path) -> None:
    """An editable install needs none."""
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "src" / "filon").mkdir(parents=True)
    shutil.copy(SOURCE / "filon" / "__init__.py", tmp_path / "src" / "filon")
    build = "from hatchling import build; build.build_{}('out')"
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    for kind in ("editable", "wheel"):
        done = subprocess.run(
            [sys.executable, "-c", build.format(kind)],
            cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if kind == "editable":
            assert done.returncode == 0, done.stderr
        else:
            assert done.returncode != 0
            assert "scripts/wheel FOLDER" in done.stderr
            assert "Traceback" not in done.stderr
