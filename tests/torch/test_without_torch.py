"""Without PyTorch, `pantin.torch` says what to install; with it, the rest of Pantin does not import it."""

from __future__ import annotations

import subprocess
import sys

import pytest

import pantin.torch
from pantin.base.extras import install_command


def test_without_torch_a_sentence_says_what_to_install():
    """`-S`-like: a `None` entry in sys.modules makes an import fail as if nothing were installed."""
    code = "import sys; sys.modules['torch'] = None; import pantin.torch; pantin.torch.RigModule"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert result.stderr.splitlines()[-1] == (
        f"ImportError: pantin.torch needs PyTorch: {install_command('torch')}"
    )


def test_torch_is_installed():
    """Where it is not, the other tests of this folder are not collected; this one says why."""
    pytest.importorskip("torch", reason="PyTorch is not installed: the tests of pantin.torch are skipped")
    assert pantin.torch.RigModule
