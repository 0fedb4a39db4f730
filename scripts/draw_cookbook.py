"""Draws the pictures of the cookbook: runs the code of each page and keeps what it renders.

`scripts/pictures` runs this.
"""

from __future__ import annotations

import re
import shutil
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures" / "cookbook"


def main() -> None:
    for page in sorted((ROOT / "docs" / "cookbook").glob("*.md")):
        with TemporaryDirectory() as folder, chdir(folder):
            shutil.copytree(ROOT / "examples", "examples")
            Path("out").mkdir()
            for code in re.findall(
                r"^```python\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL
            ):
                exec(compile(code, page.name, "exec"), {})
            for picture in sorted(Path("out").glob("*.png")):
                shutil.copy(picture, PICTURES / picture.name)


if __name__ == "__main__":
    main()
