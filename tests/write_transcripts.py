"""Follows every page and writes what its sessions print into it; `scripts/transcripts` runs this.

Pages that need PyTorch are left as they are where it is not installed, and named.
"""

import tempfile
from importlib.util import find_spec
from pathlib import Path

from test_documentation import PAGES, followed, needs_torch

for page in PAGES:
    if needs_torch(page) and find_spec("torch") is None:
        print(f"{page.name} needs PyTorch, which is not installed: left as it is")
        continue
    with tempfile.TemporaryDirectory() as folder:
        page.write_text(followed(page, Path(folder)), encoding="utf-8", newline="\n")
