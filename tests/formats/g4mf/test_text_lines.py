"""Text files by the letter of the file format: short lines, line feeds only, clean ends, the same JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pantin
from pantin.formats.g4mf.document import read
from pantin.formats.g4mf.save import to_bytes
from pantin.formats.g4mf.text_lines import LONGEST, edited_text_file, new_text_file
from pantin.rig import Node, build

EXAMPLES = Path(__file__).parents[3] / "examples" / "g4mf"
VALUES = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=40),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=8), inner, max_size=6),
    max_leaves=60,
)


def assert_text_file(text):
    """G4MF file format, "Text File Format": no CR, exactly one LF at the end, no white space before one."""
    assert b"\r" not in text
    assert text.endswith(b"\n")
    assert not text.endswith(b"\n\n")
    for line in text.split(b"\n"):
        assert line == line.rstrip(b" \t")


@given(st.dictionaries(st.text(max_size=8), VALUES, max_size=6), st.sampled_from([None, 1, "\t"]))
def test_only_white_space_changes(value, indent):
    text = json.dumps(value, indent=indent, ensure_ascii=False).replace("\x7f", "").encode("utf-8", "replace")
    made = new_text_file(text.replace(b"\n", b" \r\n"))
    assert json.loads(made) == json.loads(text)
    assert_text_file(made)


@pytest.mark.parametrize("separators", [(",", ":"), (", ", ": ")])
def test_lines_have_at_most_998_octets(separators):
    numbers = [number / 7 for number in range(5000)]
    tree = {"nodes": [{"joints": numbers, "of": [{"a": [[1, 2]] * 900}] * 3}], "é": {"x" * 300: numbers}}
    for indent in (None, 1):
        text = json.dumps(tree, separators=separators, indent=indent, ensure_ascii=False).encode()
        made = new_text_file(text)
        assert max(map(len, made.split(b"\n"))) <= LONGEST
        assert json.loads(made) == tree
        assert_text_file(made)


def test_a_line_is_longer_only_for_a_long_string():
    """ "Long strings may cause lines to exceed the limit": nothing can be broken inside of one."""
    made = new_text_file(json.dumps({"a": [1, "x" * 5000, 2], "b": ["y" * 900] * 4}).encode())
    (long,) = [line for line in made.split(b"\n") if len(line) > LONGEST]
    assert long.strip().strip(b",") == b'"' + b"x" * 5000 + b'"'


@pytest.mark.parametrize("name", ["creature.g4b", "toy.g4b", "smallest.g4b"])
def test_a_binary_file_becomes_a_text_file(name, tmp_path):
    pantin.convert(EXAMPLES / name, tmp_path / "a.g4tf")
    text = (tmp_path / "a.g4tf").read_bytes()
    assert_text_file(text)
    without_data = [line for line in text.split(b"\n") if b"base64" not in line]
    assert max(map(len, without_data)) <= LONGEST
    assert not [one for one in pantin.check(tmp_path / "a.g4tf").findings if "FILE" in one.rule]


def test_new_lines_of_an_edited_file_are_short_and_others_stay():
    text = b'{\n\t"asset": {"dimension": 4},\n\t"nodes": [{}]\n}\n'
    document = read(text, name="a.g4tf")
    document.set("/nodes/0/extras", {"list": list(range(1000))})
    made = to_bytes(document)
    assert max(map(len, made.split(b"\n"))) <= LONGEST
    assert made.startswith(b'{\n\t"asset": {"dimension": 4},\n')
    assert json.loads(made)["nodes"][0]["extras"]["list"][-1] == 999


def test_a_file_with_long_lines_keeps_them():
    text = json.dumps({"asset": {"dimension": 4}, "extras": list(range(1000))}).encode() + b"\n"
    assert edited_text_file(text, text) == text


@pytest.mark.parametrize("suffix", [".g4b", ".g4tf"])
def test_control_characters_of_names_are_escaped(suffix, tmp_path):
    """ "JSON chunks MUST NOT contain control characters (0x7F through 0x9F)"; strings may have escapes."""
    pantin.save(build(nodes=[Node("root", extras={"a": "\x7f\x85\t"})]), tmp_path / f"a{suffix}")
    assert not [one for one in pantin.check(tmp_path / f"a{suffix}").findings if "FILE" in one.rule]
    assert pantin.load(tmp_path / f"a{suffix}").rig.nodes.extras[-1] == {"a": "\x7f\x85\t"}
