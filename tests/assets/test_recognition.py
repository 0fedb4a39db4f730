"""How the formats are told apart: by the names of files, and by their first bytes."""

from __future__ import annotations

import pytest

from pantin.assets.recognition import is_rigy, recognised


@pytest.mark.parametrize(
    ("name", "data", "family"),
    [
        ("a.glb", b"OFF\n", "glTF"),
        ("a.GLTF", b"G4MF", "glTF"),
        ("a.vrm", b"", "glTF"),
        ("a.g4tf", b"{}", "G4MF"),
        ("a.G3B", b"", "G4MF"),
        ("-", b"G4MF\0\0\0\0", "G4MF"),
        ("a.off", b"", "OFF"),
        ("a.noff", b"", "OFF"),
        ("-", b"# a cube\n4OFF\n", "OFF"),
        ("a.rigy.yaml", b"", "Rigy"),
        ("-", b"version: '0.3'\n", "Rigy"),
        ("-", b'{"asset": {"version": "2.0"}}', "glTF"),
        ("a.txt", b"dear diary", "glTF"),
    ],
)
def test_a_file_is_told_by_its_name_or_else_by_its_first_bytes(name, data, family):
    """What nothing tells is read as glTF, whose reader says what it is not."""
    assert recognised(data, name) == family


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("a.rigy.yaml", b"", True),
        ("a.RIGS.YAML", b"", True),
        ("a.ricy.yml", b"", True),
        ("a.yaml", b"", True),
        ("a.glb", b"version: 0.3", False),
        ("-", b"# an arm\nversion: '0.3'\n", True),
        ("-", b"rigs_version: '0.1'\n", True),
        ("-", b'{"asset": {"version": "2.0"}}', False),
        ("a.txt", b"dear diary\n", False),
    ],
)
def test_a_text_is_told_by_its_name_or_its_version(name, data, expected):
    assert is_rigy(data, name) == expected


def test_a_file_that_is_not_there_is_for_the_reader_to_tell(tmp_path):
    assert not is_rigy(tmp_path / "missing.txt", "missing.txt")
