"""Runs `mypy --strict` over the Python of the cookbook; `scripts/check` runs this. The tests of its scripts
run it, and pyright where that is installed, over those."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from cookbook_code import blocks_by_page


def main() -> int:
    with TemporaryDirectory() as folder:
        for page, blocks in blocks_by_page().items():
            for number, code in enumerate(blocks):
                Path(folder, f"{page}-{number}.py".replace("-", "_")).write_text(code, encoding="utf-8")
        files = sorted(str(path) for path in Path(folder).iterdir())
        return subprocess.run([sys.executable, "-m", "mypy", "--strict", *files]).returncode


if __name__ == "__main__":
    sys.exit(main())
