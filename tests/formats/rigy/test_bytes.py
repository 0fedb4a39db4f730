"""Bytes of compiled files: the published suite's under the reference profile, and our examples' goldens."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from pantin.formats.gltf.new import REFERENCE, STANDARD, write
from pantin.formats.gltf.save import to_bytes
from pantin.formats.rigy.compile import compile_file

ROOT = Path(__file__).parents[3]
EXAMPLES = sorted((ROOT / "examples" / "rigy").glob("*.rig?.yaml"))
GOLDENS = json.loads((Path(__file__).parent / "goldens.json").read_text(encoding="utf-8"))
LAYOUTS = {"standard": STANDARD, "reference": REFERENCE}

SUITE = ["I01_arm_weight_maps", "E01_humanoid", "O01_minimal_material", "O02_material_with_skinning"]


def compiled(path: Path, profile: str) -> bytes:
    return to_bytes(write(compile_file(path, profile=profile).rig, LAYOUTS[profile]))


@pytest.mark.parametrize("name", SUITE)
def test_the_published_suite_byte_for_byte(name, corpus):
    """The entries of the conformance suite that need nothing beyond what is compiled."""
    folder = corpus / "rigy" / "conformance"
    expected = (folder / "outputs" / f"{name}.glb").read_bytes()
    assert compiled(folder / "inputs" / f"{name}.rigy.yaml", "reference") == expected


@pytest.mark.parametrize("profile", sorted(LAYOUTS))
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_our_examples_keep_their_bytes(path, profile):
    digest = hashlib.sha256(compiled(path, profile)).hexdigest()
    assert digest == GOLDENS[path.name][profile]
