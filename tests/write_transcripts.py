"""Follows every page and writes what its sessions print into it; `scripts/transcripts` runs this.

Pages that need PyTorch are left as they are where it is not installed, and named.
"""

import tempfile
from importlib.util import find_spec
from pathlib import Path

from test_documentation import PAGES, followed, needs_torch

found = find_spec("torch")
has_torch = found is not None and found.origin is not None  # without one it is the folder of its tests

for page in PAGES:
    if needs_torch(page) and not has_torch:
        print(f"{page.name} needs PyTorch, which is not installed: left as it is")
        continue
    with tempfile.TemporaryDirectory() as folder:
        page.write_text(followed(page, Path(folder)), encoding="utf-8", newline="\n")
