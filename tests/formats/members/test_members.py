"""Objects that are described once: decoding, faults, references and losses follow from the annotations."""

# Annotations stay objects here, as in modules of such structs.
from typing import Annotated, ClassVar, Literal

import pytest
from msgspec import Meta

from pantin.formats.members.decode import decode, decode_strictly
from pantin.formats.members.description import (
    CARRIED,
    NOT_CARRIED,
    Described,
    Style,
    members,
    refers,
    reports,
)
from pantin.formats.members.encode import encode
from pantin.formats.members.faults import expected_words, findings, value_words
from pantin.formats.members.losses import held_members
from pantin.formats.members.references import objects, references_of, unresolved_references
from pantin.report import Finding

NodeIndex = Annotated[int, Meta(ge=0), refers("nodes")]
Size = Annotated[float, Meta(ge=0, le=10)]


class Part(Described, frozen=True, rename="camel", kw_only=True):
    node: Annotated[NodeIndex, reports(missing="T-1", unresolved="T-2", index="T-3")] | None
    size: Annotated[Size, reports(range="T-4", at_owner=("range",)), CARRIED] | None = None
    side_word: Literal["left", "right"] | None = None


class Whole(Described, frozen=True, rename="camel", kw_only=True):
    rules: ClassVar = {"unknown": "T-9", "*": "T-0"}

    parts: Annotated[tuple[Part | None, ...], Meta(min_length=1)] | None = None
    by_name: dict[str, Part] | None = None
    point: Annotated[tuple[float, ...], Meta(min_length=3, max_length=3), NOT_CARRIED] | None = None
    offset: Annotated[int, Meta(extra={"none": -1, "aliases": ("ofset",)}), refers("nodes")] | None = None


class Listed(Whole, frozen=True, kw_only=True):
    style: ClassVar[Style] = Style(
        in_file_order=True, by_item=True, keeps_range=True, takes_null=False, names_unknown=False
    )


def faults(tree, cls=Whole):
    return [(fault.kind, fault.pointer, fault.rule) for fault in decode(tree, cls).faults]


def test_an_object_without_faults_is_decoded_in_one_step():
    part = decode_strictly({"node": 2, "size": 1.5, "sideWord": "left"}, Part)
    assert part == Part(node=2, size=1.5, side_word="left")
    assert decode({"node": 2, "size": 1.5, "sideWord": "left"}, Part) == (part, [])


@pytest.mark.parametrize(
    ("tree", "found"),
    [
        ({"parts": 1}, [("type", "/parts", "T-0")]),
        ({"parts": []}, [("empty", "/parts", "T-0")]),
        ({"parts": [3]}, [("type", "/parts/0", "T-0")]),
        ({"parts": [{}]}, [("missing", "/parts/0", "T-1")]),
        ({"parts": [{"node": None}]}, [("type", "/parts/0/node", None), ("missing", "/parts/0", "T-1")]),
        ({"parts": [{"node": -1}]}, [("index", "/parts/0/node", "T-3")]),
        ({"parts": [{"node": 1, "size": 11}]}, [("range", "/parts/0", "T-4")]),
        ({"parts": [{"node": 1, "size": float("inf")}]}, [("range", "/parts/0", "T-4")]),
        ({"parts": [{"node": 1, "sideWord": "up"}]}, [("word", "/parts/0/sideWord", None)]),
        ({"byName": {"a": {"node": 1}, "b": {}}}, [("missing", "/byName/b", "T-1")]),
        ({"point": [1, 2]}, [("length", "/point", "T-0")]),
        ({"point": [1, "x", 2]}, [("item", "/point", "T-0")]),
        ({"other": 1}, [("unknown", "/other", "T-9")]),
        ({"offset": -1, "point": [1, 2, 3]}, []),
        ({"ofset": "x"}, [("type", "/ofset", "T-0")]),
        (3, [("type", "", "T-0")]),
    ],
    ids=str,
)
def test_what_is_not_as_described_is_a_fault(tree, found):
    assert faults(tree) == found


def test_a_whole_float_is_an_integer_and_true_is_not():
    assert decode({"node": 2.0}, Part).value.node == 2
    assert decode({"node": True}, Part).value.node is None


def test_a_broken_value_is_absent_and_one_out_of_range_by_style():
    tree = {"parts": [{"node": 1, "size": 11}]}
    assert decode(tree, Whole).value.parts[0].size is None

    class Kept(Part, frozen=True):
        style: ClassVar[Style] = Style(keeps_range=True)

    assert decode({"node": 1, "size": 11}, Kept).value.size == 11
    assert decode({"node": 1, "size": float("inf")}, Kept).value.size is None


def test_items_one_by_one_in_the_order_of_the_file():
    tree = {"point": [1, "x", None], "other": 1, "byName": 3}
    assert faults(tree, Listed) == [
        ("type", "/point/1", "T-0"),
        ("type", "/point/2", "T-0"),
        ("type", "/byName", "T-0"),
    ]


def test_former_names_and_values_for_none():
    assert decode({"ofset": 3}, Whole).value.offset == 3
    assert decode({"offset": -1}, Whole).value.offset is None
    assert decode_strictly({"offset": -1}, Whole) is None


def test_a_format_reports_faults_with_its_own_rules():
    def report(fault):
        text = f"{fault.name} is {fault.words}, expected {expected_words(fault.expected)}"
        yield Finding(str(fault.rule), "error", text, pointer=fault.pointer)

    (finding,) = findings(decode({"parts": [{"node": 1, "size": -1}]}, Whole).faults, report)
    assert (finding.rule, finding.pointer) == ("T-4", "/parts/0")
    assert finding.message == "size is -1, expected a number from 0 to 10"


def test_references_and_those_to_nothing():
    whole = decode(
        {"parts": [{"node": 1}, {"node": 9}], "byName": {"a": {"node": 4}}, "offset": 2}, Whole
    ).value
    found = [
        (reference.path, reference.index) for pair in objects(whole) for reference in references_of(*pair)
    ]
    assert found == [
        (("offset",), 2),
        (("parts", 0, "node"), 1),
        (("parts", 1, "node"), 9),
        (("byName", "a", "node"), 4),
    ]
    lost = [
        (reference.path, member.rule_of("unresolved"))
        for pair in objects(whole)
        for reference, member in unresolved_references(*pair, {"nodes": 5}.get)
    ]
    assert lost == [(("parts", 1, "node"), "T-2")]


def test_what_a_rig_carries():
    assert held_members(Whole) == {"parts": {"size": True}, "byName": {"*": {"size": True}}}


def test_members_are_described_in_order():
    assert [(member.name, member.required) for member in members(Part)] == [
        ("node", True),
        ("size", False),
        ("sideWord", False),
    ]


@pytest.mark.parametrize(
    ("value", "words"), [(None, "null"), ([1, "a"], '[1, "a"]'), ([1] * 5, "an array"), ({}, "an object")]
)
def test_values_in_words(value, words):
    assert value_words(value) == words


class Lenient(Described, frozen=True, kw_only=True):
    style: ClassVar[Style] = Style(by_item=True, takes_null=False, empty_if_broken=True)
    rules: ClassVar = {"unknown": "T-9"}

    kind: Annotated[str, reports(any="T-1")] | None
    indices: (
        Annotated[
            tuple[Annotated[int, reports(any="T-3")] | None, ...], reports(any="T-2", at_owner=("type",))
        ]
        | None
    ) = None


class LenientHolder(Lenient, frozen=True, kw_only=True):
    inside: tuple[Lenient, ...] | None = None


def test_by_style_what_is_no_object_is_one_without_members():
    made = decode({"kind": "a", "inside": [5, {"kind": "b"}]}, LenientHolder)
    assert [item.kind for item in made.value.inside] == [None, "b"]
    assert [(fault.kind, fault.pointer, fault.rule) for fault in made.faults] == [
        ("missing", "/inside/0", "T-1")
    ]
    assert faults(7, Lenient) == [("missing", "", "T-1")]


def test_items_may_name_rules_of_their_own():
    assert faults({"kind": "a", "indices": [1, "x"]}, Lenient) == [("type", "/indices/1", "T-3")]
    assert faults({"kind": "a", "indices": 7}, Lenient) == [("type", "", "T-2")]


def test_a_fault_of_an_item_knows_its_member_and_an_unknown_one_its_object():
    (item,) = decode({"kind": "a", "indices": ["x"]}, Lenient).faults
    assert item.member_path == ("indices",)
    (unknown,) = decode({"kind": "a", "other": 1}, Lenient).faults
    assert unknown.expected.cls is Lenient


def test_objects_are_written_in_the_order_of_their_struct():
    made = LenientHolder(kind="a", inside=(Lenient(kind="b", indices=(2, 0)),))
    assert list(encode(made)) == ["kind", "inside"]
    assert encode(made) == {"kind": "a", "inside": [{"kind": "b", "indices": [2, 0]}]}


class Turned(Lenient, frozen=True, kw_only=True):
    written: ClassVar = ("last",)

    last: int | None = None


def test_a_struct_may_state_another_order_of_writing():
    assert list(encode(Turned(kind="a", last=1))) == ["last", "kind"]
