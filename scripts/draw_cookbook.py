"""Draws the pictures of the cookbook: runs the code of each page and keeps what it renders.

`scripts/pictures` runs this.
"""

from __future__ import annotations

import shutil
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from cookbook_code import blocks_by_page

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures" / "cookbook"


def main() -> None:
    for page, blocks in blocks_by_page().items():
        with TemporaryDirectory() as folder, chdir(folder):
            shutil.copytree(ROOT / "examples", "examples")
            Path("out").mkdir()
            for code in blocks:
                exec(compile(code, page, "exec"), {})
            for picture in sorted(Path("out").glob("*.png")):
                shutil.copy(picture, PICTURES / picture.name)


if __name__ == "__main__":
    main()
