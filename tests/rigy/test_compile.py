"""The compiler's door: reports, exceptions, the specification's own example, the same result everywhere."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from pantin.errors import BadFile
from pantin.rigy import check_file, check_text, compile_file, compile_text

EXAMPLES = Path(__file__).parents[2] / "examples" / "rigy"

FULL_EXAMPLE = """
rigy_version: "0.3"
meshes:
  - id: arm
    primitives:
      - id: upper
        type: capsule
        dimensions: [0.08, 0.3, 0.08]
        translation: [0, 0.85, 0]
      - id: lower
        type: capsule
        dimensions: [0.07, 0.28, 0.07]
        translation: [0, 0.55, 0]
armatures:
  - id: arm_rig
    bones:
      - {id: shoulder, head: [0, 1.0, 0], tail: [0, 0.7, 0], parent: none}
      - {id: elbow, head: [0, 0.7, 0], tail: [0, 0.42, 0], parent: shoulder}
bindings:
  - mesh_id: arm
    armature_id: arm_rig
    weights:
      - {primitive_id: upper, bones: [{bone_id: shoulder, weight: 1.0}]}
      - {primitive_id: lower, bones: [{bone_id: elbow, weight: 1.0}]}
    weight_maps:
      - primitive_id: upper
        gradients:
          - axis: y
            range: [0.72, 0.82]
            from: { bone_id: shoulder, weight: 1.0 }
            to:   { bone_id: elbow, weight: 1.0 }
"""


def test_the_full_example_of_the_specification_compiles():
    """Rigy 0.3, Full Example: the upper capsule spans 0.70 to 1.00, exactly its bone."""
    compiled = compile_text(FULL_EXAMPLE)
    upper = compiled.rig.meshes[0].surfaces[0].positions[:858]
    assert upper[:, 1].min() == pytest.approx(0.70)
    assert upper[:, 1].max() == pytest.approx(1.00)
    assert np.ptp(upper[:, 0]) == pytest.approx(0.08)
    spelled = [one.line for one in compiled.report.infos if one.rule == "RIGY-P16"]
    assert sorted(spelled) == [2, 8, 9, 12, 13]


def test_a_bad_text_raises_with_all_its_findings():
    with pytest.raises(BadFile) as caught:
        compile_text(FULL_EXAMPLE.replace("axis: y", "axis: w").replace("0.82", "0.62"))
    assert {one.rule for one in caught.value.report.errors} == {"RIGY-P12", "RIGY-P40"}


def test_a_file_that_is_not_there_is_an_error_of_the_system(tmp_path):
    with pytest.raises(FileNotFoundError):
        compile_file(tmp_path / "none.rigy.yaml")


def test_an_unknown_profile_is_a_bad_call():
    with pytest.raises(ValueError, match="profile"):
        compile_text(FULL_EXAMPLE, profile="fast")


def test_a_contract_is_checked_by_itself(tmp_path):
    path = tmp_path / "x.ricy.yaml"
    path.write_text('contract_version: "0.1"\nrequired_anchor: [a]\n')
    report = check_file(path)
    assert report.format == "ricy"
    assert [one.rule for one in report.errors] == ["RIGY-V33"]


@pytest.mark.parametrize("text", ["", "[]", "7", "version:", "{}", "\x00", "meshes: null", "scene: 3"])
def test_texts_that_are_nothing_have_findings(text):
    assert not check_text(text).ok


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.rig?.yaml")), ids=lambda path: path.name)
@pytest.mark.parametrize("profile", ["standard", "reference"])
def test_examples_compile(path, profile):
    assert compile_file(path, profile=profile).rig.meshes


_DIGEST = """
import sys, hashlib
from pathlib import Path
from pantin.rigy import compile_file
digest = hashlib.sha256()
for path in sorted(Path(sys.argv[1]).glob("*.rig?.yaml")):
    for profile in ("standard", "reference"):
        rig = compile_file(path, profile=profile).rig
        digest.update(rig.nodes.local.tobytes() + repr(rig.nodes.names).encode())
        for mesh in rig.meshes:
            for one in mesh.surfaces:
                digest.update(one.positions.tobytes() + one.normals.tobytes() + one.indices.tobytes())
                if one.influences is not None:
                    digest.update(one.influences.joints.tobytes() + one.influences.weights.tobytes())
        for skin in rig.skins:
            digest.update(skin.inverse_binds.tobytes())
print(digest.hexdigest())
"""

MACHINES = [
    {},
    {"PYTHONHASHSEED": "1"},
    {"PYTHONHASHSEED": "2", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
    {"OPENBLAS_CORETYPE": "Nehalem"},
    {"NPY_DISABLE_CPU_FEATURES": "AVX2 AVX512F AVX512CD AVX512_SKX FMA3"},
    {"LC_ALL": "tr_TR.UTF-8", "LANG": "de_DE.UTF-8"},
]


def test_every_machine_makes_the_same_arrays():
    """Hash seeds, BLAS kernels, vector units, thread counts and locales change nothing."""
    seen = set()
    for extra in MACHINES:
        command = [sys.executable, "-W", "ignore", "-c", _DIGEST, str(EXAMPLES)]
        environment = {**os.environ, **extra}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
        seen.add(done.stdout.strip())
    assert len(seen) == 1
    assert len(seen.pop()) == len(hashlib.sha256().hexdigest())
