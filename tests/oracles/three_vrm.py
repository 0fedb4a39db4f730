"""What three-vrm makes of an avatar: runs `three_vrm.mjs` in Node, where both are installed."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).with_name("three_vrm.mjs")


def modules() -> Path:
    """The folder of Node's modules with three 0.170 and @pixiv/three-vrm 3.5.5; skips without them."""
    folder = Path(os.environ.get("PANTIN_NODE_MODULES", Path(__file__).parents[2] / "node_modules"))
    if shutil.which("node") is None or not (folder / "@pixiv" / "three-vrm").is_dir():
        pytest.skip("node with three and @pixiv/three-vrm is not here (PANTIN_NODE_MODULES)")
    return folder


def ask(requests: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """An answer for each request; `glb` has the bytes of the avatar, `motion` those of a .vrma."""
    given = [
        {
            name: base64.b64encode(value).decode() if isinstance(value, bytes) else value
            for name, value in request.items()
        }
        for request in requests
    ]
    done = subprocess.run(
        ["node", str(SCRIPT), str(modules())],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers: list[dict[str, Any]] = json.loads(done.stdout)
    return answers
