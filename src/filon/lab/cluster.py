"""Games on the nodes of a Ray cluster: the same results as in one process, though nodes come and go.

Game by number depends on nothing but its contest and the number, so a part that was lost with its node is
played again elsewhere, and nobody can tell. Every node needs this release of Filon, and whatever bots are
brought along as `module:attribute`.
"""

import os
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from logging import ERROR
from typing import Any, Final, TypeVar

import filon
from filon.bots.arena.spread import Spread, in_order
from filon.games.contract import FilonError, Malformed
from filon.lab.extras import extra

T = TypeVar("T")

LOCAL: Final = "local"
"""A cluster of this machine's own, gone with the command."""
AUTO: Final = "auto"
"""The cluster that this machine is a node of."""
_PATIENCE_S: Final = 10
_TRIES: Final = 20
"""Nodes that may be lost under one part of a series, one after the other."""


class ClusterFailed(FilonError):  # noqa: N818
    """No cluster at that address, a node of another release, or nodes lost again and again."""


@contextmanager
def ray_cluster(address: str) -> Iterator[Spread]:
    """Connected for as long as it lasts. An address is `ray://HOST:PORT` (of a cluster's client server, from
    anywhere), `HOST:PORT` (of its head, from one of its nodes), `auto` or `local`.
    """
    _require_address(address)
    with extra("ray"):
        import ray  # noqa: PLC0415 - for those who asked for it
    _require_grpc(address)
    own: dict[str, Any] = {"include_dashboard": False} if address == LOCAL else {}
    try:
        ray.init(address, logging_level=ERROR, log_to_driver=False, **own)
    except (ConnectionError, RuntimeError, ValueError, TimeoutError) as error:
        reason = str(error).partition("\n")[0]
        raise ClusterFailed(f"no cluster at {address}: {reason}") from error
    try:
        yield _Cluster(ray)
    finally:
        ray.shutdown()


def _require_address(address: str) -> None:
    """Ray itself would try for ten minutes to reach somebody who is not there."""
    if address in (LOCAL, AUTO):
        return
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not (host and colon and port.isdecimal()):
        raise Malformed("on", f"{address!r} is no ray://HOST:PORT, HOST:PORT, {AUTO} or {LOCAL}")
    try:
        socket.create_connection((host.strip("[]"), int(port)), _PATIENCE_S).close()
    except (OSError, OverflowError) as error:
        raise ClusterFailed(f"nobody answers at {address}: {error}") from None


def _require_grpc(address: str) -> None:
    """All that Ray listens with is gRPC; for anybody else it would wait for minutes, too."""
    if address in (LOCAL, AUTO) or os.environ.get("RAY_USE_TLS", "0") not in ("", "0"):
        return
    with extra("ray"):
        import grpc  # noqa: PLC0415
    options = [("grpc.enable_http_proxy", 0)]
    with grpc.insecure_channel(address.removeprefix("ray://"), options=options) as channel:
        try:
            grpc.channel_ready_future(channel).result(timeout=_PATIENCE_S)
        except grpc.FutureTimeoutError:
            raise ClusterFailed(f"who answers at {address} is no Ray cluster") from None


class _Cluster:
    def __init__(self, ray: Any) -> None:
        self._ray = ray

    def each(self, work: Callable[[int], T], numbers: range) -> Iterator[T]:
        ray = self._ray
        # Where a part went wrong by itself, it would again: only lost nodes are a reason to try once more.
        task = ray.remote(num_cpus=1, max_retries=_TRIES, retry_exceptions=False)(part_of_a_series())
        packed = ray.cloudpickle.dumps(work)

        def begin(part: range) -> Any:
            return task.remote(filon.__version__, packed, part)

        def finish(begun: Any) -> list[T]:
            try:
                refusal, results = ray.get(begun)
            except ray.exceptions.RayTaskError as error:
                raise error.cause from None
            except ray.exceptions.RayError as error:
                raise ClusterFailed(f"the cluster lost a part of the games: {error}") from error
            if refusal:
                raise ClusterFailed(refusal)
            return results  # type: ignore[no-any-return]

        workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
        yield from in_order(numbers, workers, begin=begin, finish=finish)


def part_of_a_series() -> Callable[[str, bytes, Sequence[int]], tuple[str, list[Any]]]:
    """What a node does: (release, work, numbers) -> why it cannot, and what it made.

    A function in a function travels as it stands. By a name, a node of another release might not find it, and
    it looks at the release before it unpacks what only this release may know.
    """

    def part(release: str, work: bytes, numbers: Sequence[int]) -> tuple[str, list[Any]]:
        import pickle  # noqa: PLC0415 - on the node
        import socket  # noqa: PLC0415

        node = f"node {socket.gethostname()}"
        try:
            import filon  # noqa: PLC0415

            if filon.__version__ != release:
                return f"{node} has Filon {filon.__version__}, and this is {release}", []
            play = pickle.loads(work)  # noqa: S301 - from the command, as this function itself is
        except (ImportError, AttributeError) as missing:
            return f"{node} has not what is played here: {missing}", []
        return "", [play(number) for number in numbers]

    return part
