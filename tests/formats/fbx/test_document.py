"""Files are kept byte for byte, edits change only what they touch, and no content breaks the reader."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import numpy as np
import pytest

from pantin.base.errors import LimitExceeded
from pantin.base.limits import Limits
from pantin.formats.fbx.binary_write import BinaryWriter
from pantin.formats.fbx.document import read
from pantin.formats.fbx.nodes import Array, Node
from pantin.formats.fbx.text_write import text_document

CASES = Path(__file__).parents[2] / "cases"
TEXT = (CASES / "FBX-KEY_ORDER" / "good.fbx").read_bytes()


def tree() -> list[Node]:
    """A file with every type of value."""
    numbers = np.arange(300) / 7
    return [
        Node("FBXHeaderExtension", children=[Node("FBXVersion", [7400], "I")]),
        Node(
            "Objects",
            children=[
                Node(
                    "Everything",
                    [7, -3, 1 << 40, 0.5, 0.1, "name\x00\x01Class", b"\x00\xff"],
                    "CYLFDSR",
                ),
                Node("Doubles", [Array.from_numbers(numbers, "d")], "d"),
                Node("Floats", [Array.from_numbers(numbers.astype(np.float32), "f")], "f"),
                Node("Integers", [Array.from_numbers(np.arange(-5, 5, dtype=np.int32), "i")], "i"),
                Node("Longs", [Array.from_numbers(np.array([1 << 50]), "l")], "l"),
                Node("Nested", ["a"], "S", [Node("Inner", [1], "I", [Node("Innermost", [2], "I")])]),
            ],
        ),
    ]


@pytest.mark.parametrize("big_endian", [False, True])
@pytest.mark.parametrize("version", [7100, 7400, 7500, 7700])
def test_every_type_of_value_survives(version, big_endian):
    document = read(BinaryWriter(version, big_endian).document(tree()), "x", Limits())
    document.visit()
    assert (document.version, document.faults) == (version, ())
    everything, doubles, floats, integers, longs, nested = document.section("Objects").children
    assert everything.codes == "CYLFDSR"
    assert everything.values == [7, -3, 1 << 40, 0.5, 0.1, "name\x00\x01Class", b"\x00\xff"]
    assert doubles.all_numbers().tolist() == (np.arange(300) / 7).tolist()
    assert floats.all_numbers().dtype == np.float32
    assert integers.all_numbers().tolist() == list(range(-5, 5))
    assert longs.all_numbers().tolist() == [1 << 50]
    assert nested.children[0].children[0].values == [2]


def test_text_has_the_same_tree():
    document = read(text_document(tree(), 7400), "x", Limits())
    assert document.faults == ()
    everything, doubles, *_, nested = document.section("Objects").children
    assert everything.values[:5] == [7, -3, 1 << 40, 0.5, 0.1]
    assert everything.values[5] == "Class::name"
    assert doubles.all_numbers().tolist() == (np.arange(300) / 7).tolist()
    assert nested.children[0].children[0].values == [2]


def test_every_file_of_the_corpus_is_written_back_byte_for_byte(corpus):
    files = [path for path in (corpus / "fbx").rglob("*") if path.suffix.lower() == ".fbx"]
    assert len(files) > 300
    for path in files:
        data = path.read_bytes()
        document = read(data, "x", Limits())
        assert document.data == data
        document.visit()
        assert document.data == data, path.name


def test_a_binary_file_that_is_written_anew_from_its_nodes_is_the_same(corpus):
    for path in sorted((corpus / "fbx" / "ufbx").glob("*binary.fbx")):
        data = path.read_bytes()
        document = read(data, "x", Limits())
        document.revision += 1
        if "_fail_" not in path.name and "zero_end" not in path.name:
            assert document.data == data, path.name


@pytest.mark.parametrize("version", [7400, 7500])
def test_an_edit_of_a_binary_file_changes_only_what_it_touches(version):
    data = BinaryWriter(version).document(tree())
    document = read(data, "x", Limits())
    objects = document.section("Objects")
    document.set_values(objects.first("Everything"), ["longer than before"], "S")
    document.add(objects, Node("New", [1], "I", [Node("Child", [2.5], "D")]))
    document.remove(objects, objects.first("Integers"))
    after = read(document.data, "x", Limits())
    after.visit()
    assert after.faults == ()
    names = [node.name for node in after.section("Objects").children]
    assert names == ["Everything", "Doubles", "Floats", "Longs", "Nested", "New"]
    assert after.section("Objects").first("Everything").values == ["longer than before"]
    kept = read(data, "x", Limits()).section("Objects")
    for name in ("Doubles", "Floats", "Longs"):
        old, new = kept.first(name), after.section("Objects").first(name)
        assert data[old.values_at : old.body] == document.data[new.values_at : new.body]
    assert len(document.data) % 16 == 0 or document.data[-16:] == data[-16:]


def test_an_edit_of_a_text_file_changes_only_what_it_touches():
    document = read(TEXT, "x", Limits())
    objects = document.section("Objects")
    model = objects.first("Model")
    document.set_values(model, [10, "Model::torso", "Mesh"], "LSS")
    document.add(objects, Node("Model", [99, "Model::new", "Null"], "LSS", [Node("Version", [232], "I")]))
    document.remove(model, model.first("Version"))
    after = document.data
    assert after.count(b"Model::torso") == 1
    assert b'Model: 99, "Model::new", "Null" {' in after
    again = read(after, "x", Limits())
    assert again.faults == ()
    assert again.section("Objects").first("Model").first("Version") is None
    lines = set(TEXT.decode().splitlines()) - set(after.decode().splitlines())
    assert all("Model::body" in line or "Version: 232" in line for line in lines)


def test_unknown_nodes_are_kept():
    data = BinaryWriter(7400).document([*tree(), Node("Unknown", [b"\1\2"], "R", [Node("X", [1], "I")])])
    document = read(data, "x", Limits())
    document.set_values(document.section("Objects").first("Everything"), [1], "I")
    assert read(document.data, "x", Limits()).section("Unknown").values == [b"\1\2"]


def array_file(count: int, stored: bytes, encoding: int = 1) -> bytes:
    """A file with one array whose header is free to lie."""
    value = b"d" + struct.pack("<III", count, encoding, len(stored)) + stored
    name = b"Vertices"
    body = 27 + 13 + len(name) + len(value)
    record = struct.pack("<IIIB", body, 1, len(value), len(name)) + name + value
    return b"Kaydara FBX Binary  \x00\x1a\x00" + struct.pack("<I", 7400) + record + bytes(13)


def faults_of(data: bytes) -> list[str]:
    document = read(data, "x", Limits())
    document.visit()
    return [fault.rule for fault in document.faults]


def test_a_count_that_no_stream_of_this_size_can_hold_takes_no_memory():
    assert faults_of(array_file(0xFFFFFFFF, zlib.compress(b"\0" * 800))) == ["FBX-ARRAY"]


def test_a_stream_that_holds_more_than_it_says_is_cut():
    assert faults_of(array_file(2, zlib.compress(bytes(1 << 20)))) == ["FBX-ARRAY"]


def test_a_stream_that_is_not_zlib_is_reported():
    assert faults_of(array_file(2, b"not zlib")) == ["FBX-VALUE"]


def test_decoded_arrays_count_against_the_limit():
    data = array_file(1 << 21, zlib.compress(bytes(8 << 21)))
    document = read(data, "x", Limits(decoded_bytes=1 << 20))
    with pytest.raises(LimitExceeded, match="decoded"):
        document.visit()


def test_a_file_beyond_the_limit_of_bytes_is_refused():
    with pytest.raises(LimitExceeded):
        read(TEXT, "x", Limits(file_bytes=100))


@pytest.mark.parametrize("cut", range(0, 700, 7))
def test_a_cut_file_has_the_nodes_before_the_cut(cut):
    data = BinaryWriter(7400).document(tree())
    document = read(data[:-cut] if cut else data, "x", Limits())
    document.visit()
    assert document.data == (data[:-cut] if cut else data)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Key: 1, 2.5,-3e2\n", [1, 2.5, -300.0]),
        ('Key: "a &quot;b&quot;&lf;c"\n', ['a "b"\nc']),
        ('Key: ,\n\t"QUJD"\n', ["QUJD"]),
        ("Key: T\n", ["T"]),
        ("Key: \n\t1924423250,0.5,L\n", [1924423250, 0.5, "L"]),
        ("Key: 0,1,U\n,s,2,3,n\n", [0, 1, "U", "s", 2, 3, "n"]),
        ("; comment\nKey: 1 ; more\n", [1]),
    ],
)
def test_spellings_of_text_values(text, values):
    document = read(b"; FBX 6.1.0 project file\n" + text.encode() + b"Next: 7\n", "x", Limits())
    assert document.faults == ()
    assert document.section("Key").values == values
    assert document.section("Next").values == [7]


def test_numbers_that_are_not_finite_have_several_spellings():
    text = b"; FBX 6.1.0 project file\nVertices: 1,2,-1.#IND,nan,5,6,7,8,9,10,11,12\n"
    numbers = read(text, "x", Limits()).section("Vertices").all_numbers()
    assert np.flatnonzero(np.isnan(numbers)).tolist() == [2, 3]
    assert len(numbers) == 12
