"""glTF files among the others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pantin
from pantin.base.files import Resolver
from pantin.formats.format import Condition
from pantin.formats.gltf import FORMAT as GLTF
from pantin.formats.gltf.document import condition, other_version, read
from pantin.formats.gltf.files import summarise

EXAMPLES = Path(__file__).parents[3] / "examples"


def stating(version):
    return read(json.dumps({"asset": {"version": version}}).encode(), name="a.gltf")


@pytest.mark.parametrize(("stated", "other"), [("2.0", ""), ("2.1", ""), ("1.0", "1.0"), ("3.0", "3.0")])
def test_another_version_of_the_format_is_told(stated, other):
    """A minor version can be read by what reads the major one (glTF 2.0 §2.2)."""
    assert other_version(stating(stated)) == other


@pytest.mark.parametrize("nonsense", ["", "two", 2, None, [], {}])
def test_what_is_no_version_is_for_the_rules_to_tell(nonsense):
    assert other_version(stating(nonsense)) == ""


def test_how_much_of_a_file_there_is():
    data = (EXAMPLES / "arm.glb").read_bytes()
    assert condition(read(data)) is Condition.WHOLE
    assert condition(read(data[:-100])) is Condition.DAMAGED
    assert condition(read(b"", name="a.gltf")) is Condition.EMPTY
    with pytest.raises(pantin.Unsupported, match=r"glTF 1\.0 is not supported"):
        condition(stating("1.0"))


def test_another_version_is_not_loaded_and_its_file_is_named():
    with pytest.raises(pantin.Unsupported, match=r"^old\.gltf: glTF 1\.0"):
        pantin.load(b'{"asset": {"version": "1.0"}}', name="old.gltf")


@pytest.mark.parametrize(
    ("start", "expected"),
    [(b"glTF", True), (b"\xef\xbb\xbf \n{", True), (b"[]", False), (b"", False), (b"dear diary", False)],
)
def test_json_objects_and_the_magic_of_a_glb_may_be_gltf(start, expected):
    assert GLTF.sniff(start, "a.data") == expected


def test_a_summary_of_a_file_without_a_rig_has_no_figures():
    old = GLTF.read(
        b'{"asset": {"version": "1.0"}}', name="a.gltf", limits=pantin.Limits(), resolver=Resolver.none()
    )
    result = summarise(old, lambda: pytest.fail("another version has no rig"))
    assert result.readable
    assert result.rig is None


def test_what_is_left_out_of_the_rig_of_a_text_has_its_line_and_column():
    """So that `pose` and `render`, which report nothing else, say where to look."""
    text = b'{"asset":{"version":"2.0"},\n "nodes":[{},\n  {"children":[0,0]}]}'
    (finding,) = pantin.load(text, name="a.gltf").lifted.findings
    assert (finding.pointer, finding.line, finding.column) == ("/nodes/1/children/1", 3, 18)


def test_the_files_that_a_document_names_are_its_companions(tmp_path):
    pantin.convert(EXAMPLES / "arm.glb", tmp_path / "arm.gltf")
    file = tmp_path / "arm.gltf"
    assert list(GLTF.companions(pantin.load(file).document, file)) == [tmp_path / "arm.bin"]
    assert list(GLTF.companions(None, file)) == []
