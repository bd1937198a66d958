"""Paints stone.svg and timber.svg into the tiles that the browser is sent, from the root of the repository.

A drawing with a filter would be worked out again with every repaint of whatever lies on it; a picture is
painted once.
"""

import base64
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

from tests.web.house import launch

FOLDER: Final = Path(__file__).parent
QUALITY: Final = {"stone": 0.6, "timber": 0.4}
_PAINT: Final = """async ([drawing, quality]) => {
    const picture = new Image();
    picture.src = 'data:image/svg+xml;base64,' + btoa(drawing);
    await picture.decode();
    const canvas = Object.assign(document.createElement('canvas'), {
        width: picture.naturalWidth, height: picture.naturalHeight,
    });
    const brush = canvas.getContext('2d');
    brush.fillStyle = '#808080'; // changes nothing where the tile is laid on as soft light
    brush.fillRect(0, 0, canvas.width, canvas.height);
    brush.drawImage(picture, 0, 0);
    return canvas.toDataURL('image/jpeg', quality).split(',')[1];
}"""


def main() -> None:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page()
        for name, quality in QUALITY.items():
            drawing = (FOLDER / f"{name}.svg").read_text()
            painted = page.evaluate(_PAINT, [drawing, quality])
            (FOLDER / f"{name}.jpg").write_bytes(base64.b64decode(painted))
        browser.close()


if __name__ == "__main__":
    main()
