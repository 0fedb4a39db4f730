"""Follows every page and writes what its sessions print into it; `scripts/transcripts` runs this."""

import tempfile
from pathlib import Path

from test_documentation import PAGES, followed

for page in PAGES:
    with tempfile.TemporaryDirectory() as folder:
        page.write_text(followed(page, Path(folder)), encoding="utf-8", newline="\n")
