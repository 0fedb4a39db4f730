"""compile, convert, skeletons and fmt give the same bytes whatever computes: docs/conventions.md, "bytes"."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = str(Path(__file__).with_name("convert_everything.py"))
MODELS = (
    "arm.glb", "face.gltf", "springs/skirt.glb", "vrm/older.vrm", "retarget/walk.glb", "motion/walk.bvh",
    "g4mf/creature.g4b", "g4mf/face.g4tf", "rigy/car.rigy.yaml", "rigy/humanoid.rigy.yaml",
    "rigy/room/table.rigy.yaml", "rigy/scene.rigs.yaml", "creature/fox.rigy.yaml",
)  # fmt: skip

AVX = "AVX AVX2 FMA3 AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL AVX512_ICL AVX512_SPR X86_V3 X86_V4"
"""What NumPy's loops for x86-64 use where the processor has it: by name before NumPy 2.4, by level since."""


def converted(backend: str, **environment: str) -> dict[str, str]:
    files = [str(ROOT / "examples" / model) for model in MODELS]
    command = [sys.executable, "-W", "ignore", SCRIPT, backend, *files]
    ended = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    digests: dict[str, str] = json.loads(ended.stdout)
    return digests


@pytest.fixture(scope="module")
def usual() -> dict[str, str]:
    return converted("numpy")


def test_most_models_become_most_files(usual):
    """What follows compares something."""
    assert sum(len(digest) == 64 for digest in usual.values()) > 0.7 * len(usual)


def test_compiled_kernels_give_the_bytes_of_numpy(usual):
    pytest.importorskip("numba", reason="numba cannot be imported")
    assert converted("twin") == usual


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="the names are those of x86-64")
def test_an_older_processor_gives_the_same_bytes(usual):
    """Without AVX and fused multiply-adds, in NumPy's loops and in its BLAS."""
    assert converted("numpy", NPY_DISABLE_CPU_FEATURES=AVX, OPENBLAS_CORETYPE="Nehalem") == usual
