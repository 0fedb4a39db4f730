"""Replays every session in the pages and writes what it prints into them; `scripts/transcripts` runs this."""

import os
import shutil
import tempfile
from pathlib import Path

from test_documentation import PAGES, ROOT, SESSION, replay

os.environ.update(NO_COLOR="1", COLUMNS="120")
for page in PAGES:
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "examples", Path(folder) / "examples")
        (Path(folder) / "out").mkdir()
        os.chdir(folder)
        text = page.read_text(encoding="utf-8")
        page.write_text(
            SESSION.sub(lambda match: f"```console\n{replay(match[1])}```", text),
            encoding="utf-8",
            newline="\n",
        )
        os.chdir(ROOT)
