"""Processor time of the language server for an edit of a document of 5,000 lines, over pipes."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.lsp.client import Client  # noqa: E402

EDITS = 40
LIMIT = 0.1
"""Seconds of processor time that an edit may take, with its diagnostics."""


def document(parts: int = 290) -> str:
    """A body of capsules, a chain of bones and their weights, one key per line."""
    lines = ['version: "0.13"', "params:", "  size: 0.2", "meshes:", "  - id: body", "    primitives:"]
    for part in range(parts):
        lines += [
            f"      - id: part{part}",
            "        type: capsule",
            "        dimensions:",
            "          radius: 0.1",
        ]
        lines += ["          height: $size", "        transform:", f"          translation: [{part}, 0, 0]"]
    lines += ["armatures:", "  - id: rig", "    bones:"]
    for part in range(parts):
        parent = "none" if part == 0 else f"bone{part - 1}"
        lines += [f"      - id: bone{part}", f"        parent: {parent}", f"        head: [{part}, 0, 0]"]
        lines += [f"        tail: [{part}, 1, 0]"]
    lines += ["bindings:", "  - mesh_id: body", "    armature_id: rig", "    weights:"]
    for part in range(parts):
        lines += [f"      - primitive_id: part{part}", "        bones:", f"          - bone_id: bone{part}"]
        lines += ["            weight: 0.5", "          - bone_id: bone0", "            weight: 0.5"]
    return "\n".join(lines) + "\n"


def main() -> int:
    text = document()
    with tempfile.TemporaryDirectory() as folder:
        client = Client(Path(folder))
        client.open("big.rigy.yaml", text)
        client.edit("big.rigy.yaml", 9, 18, 21, "0.2")  # the first reading imports modules
        before = client.cpu_seconds()
        for edit in range(EDITS):
            client.edit("big.rigy.yaml", 9, 18, 21, f"0.{edit % 9 + 1}")
            time.sleep(0.05)
        each = (client.cpu_seconds() - before) / EDITS
        client.close()
    print(f"{text.count(chr(10)):,} lines: {each * 1000:.0f} ms of processor time per edit")
    return 0 if each < LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
