"""The exit codes that scripts rely on."""

from __future__ import annotations

from pathlib import Path

import pytest

from pantin.cli.exit import Exit

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_codes_are_those_of_the_architecture():
    assert {code.name: code.value for code in Exit} == {
        "CLEAN": 0,
        "FINDINGS": 1,
        "USAGE": 2,
        "UNREADABLE": 3,
        "FAULT": 4,
    }


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("meta motion/walk.bvh", "is a BVH file; only glTF files support this"),
        ("meta fbx/CASE.fbx", "is an FBX file; only glTF files support this"),
        ("skeletons g4mf/smallest.g4b OUT.g4b", "is a G4MF file; only glTF files support this"),
        ("slim motion/walk.bvh OUT.bvh", "slim works on glTF files"),
        ("slim g4mf/smallest.g4b OUT.g4b", "slim works on glTF files"),
        ("render arm.glb -o OUT.png --size 999999x999999", "is too large"),
        ("render arm.glb -o OUT.gif --frames 100000", "has more than 10,000 frames"),
        ("convert face.gltf OUT.bvh", "BVH stores joints"),
        ("convert face.gltf OUT_rig.txt", "RigNet stores joints"),
        ("convert arm.glb OUT.vrm", "is not a VRM"),
        ("convert arm.glb OUT.vrma", "a .vrma stores the motion of human bones"),
        ("diff g4mf/smallest.g4b arm.glb --html OUT.html", "cannot be compared"),
        ("view arm.glb g4mf/smallest.g4b -o OUT.html", "only models in three dimensions"),
        ("fmt arm.glb", "is a glTF file; fmt works on Rigy sources"),
        ("fmt face.gltf", "is a glTF file; fmt works on Rigy sources"),
    ],
)
def test_what_cannot_be_done_with_a_readable_file_is_wrong_usage(pantin, tmp_path, line, why):
    """Code 3 says that a file cannot be read: scripts sort such files out."""
    case = next(Path(__file__).parents[1].glob("cases/FBX-*/good.fbx"))
    words = [
        str(case) if "CASE" in word else str(EXAMPLES / word) if (EXAMPLES / word).is_file() else word
        for word in line.replace("OUT", str(tmp_path / "out")).split()
    ]
    ended = pantin(*words)
    assert (ended.code, why in ended.err) == (Exit.USAGE, True), ended.err
    assert not list(tmp_path.glob("out*"))


@pytest.mark.parametrize(
    "line",
    ["meta BAD", "slim BAD OUT.glb", "convert BAD OUT.gltf", "diff BAD BAD", "render BAD -o OUT.png"],
)
def test_what_cannot_be_read_is_unreadable(pantin, tmp_path, line):
    bad = tmp_path / "bad.glb"
    bad.write_bytes(b"glTF")
    words = line.replace("BAD", str(bad)).replace("OUT", str(tmp_path / "out")).split()
    assert pantin(*words).code == Exit.UNREADABLE
    bad.unlink()
    assert pantin(*words).code == Exit.UNREADABLE
