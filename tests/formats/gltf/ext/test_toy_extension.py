"""An extension that is defined in this file alone, and registered by one call, is known everywhere.

TOY_leash ties a node to another: `{"holder": 3, "length": 0.5, "colour": "red"}` on a node. Its struct says
what its members must be, that `holder` is a node, and that a rig, which has leashes as constraints, has no
colours.
"""

import json
from typing import Annotated, ClassVar

import pytest
from spring_files import strand

import pantin
from pantin.cli.run import run
from pantin.formats.gltf import extensions, policy
from pantin.formats.gltf.document import read
from pantin.formats.gltf.edits import set_extension, unlist_extensions
from pantin.formats.gltf.extension import Extension
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.schema import Node, NodeIndex, Property, Unit
from pantin.formats.gltf.slim.compaction import compact
from pantin.formats.gltf.slim.idle import drop_idle_nodes
from pantin.formats.members.description import NOT_CARRIED, reports
from pantin.report import rule
from pantin.report.pointer import pointer
from pantin.rig import Constraint
from pantin.verbs.bake import bake_springs
from pantin.verbs.explain import rules

NAME = "TOY_leash"


class Leash(Property, frozen=True, kw_only=True):
    carried: ClassVar[bool] = True

    holder: NodeIndex | None
    length: Annotated[Unit, reports(range="TOY-LONG")] | None = None
    colour: Annotated[str, NOT_CARRIED] | None = None


class Schema:
    """Stands for `Later`, which names a constant of a module."""

    def get(self):
        return {Node: Leash}


def leashes(tree):
    """Node and body of each leash."""
    for node, entry in enumerate(tree.get("nodes", ())):
        if NAME in entry.get("extensions", {}):
            yield node, entry["extensions"][NAME]


def lift_leashes(source, draft):
    for place, leash in source.objects_of(NAME):
        if leash.holder is not None and leash.holder < len(draft.nodes):
            length = 1.0 if leash.length is None else leash.length
            draft.constraints.append(Constraint(place[1], "rotation", leash.holder, None, length))


def lower_leashes(document, rig):
    for constraint in rig.constraints:
        members = {"holder": constraint.source, "length": constraint.weight}
        set_extension(document, pointer("nodes", constraint.node), NAME, members)


def strip(document, rig) -> bool:
    found = [node for node, _ in leashes(document.tree)]
    for node in found:
        document.remove(pointer("nodes", node, "extensions"))
    unlist_extensions(document, NAME)
    return bool(found)


def toy(holds="constraints") -> Extension:
    """The record. The rule is made here, not when this file is imported: every rule of Pantin has cases."""

    @rule("TOY-SHORT", "warning", "the leash is {length} m long")
    def too_short(scope):
        """Leash has no length.

        Why: a leash of no length holds the node in the hand.
        Fix: give it a length in metres.
        Source: none; it is a toy.
        """
        for place, leash in scope.extended.objects:
            if isinstance(leash, Leash) and leash.length == 0:
                yield too_short.at(pointer(*place), length=0)

    @rule("TOY-LONG", "error", "the leash is {length} m long")
    def too_long(scope):
        """Leash is longer than a metre.

        Why: the annotation of `length` names this rule instead of GLTF-VALUE_NOT_IN_RANGE.
        Fix: shorten it.
        Source: none; it is a toy.
        """
        for fault in scope.faults(too_long.id):
            yield too_long.at(fault.pointer, length=fault.value)

    return Extension(
        extends={NAME: (Node,)},
        schema=Schema(),
        rules=(too_short, too_long),
        families={"TOY": "of leashes that tie nodes to others"},
        holds=holds,
        lift=lift_leashes,
        lower=lower_leashes,
        strip=strip,
    )


def model(*leashes, **members) -> bytes:
    """Nodes that are roots of one scene, the first few on a leash."""
    nodes = [{"extensions": {NAME: leash}} for leash in leashes] + [{"extras": {}}]
    scenes = [{"nodes": list(range(len(nodes)))}]
    tree = {"asset": {"version": "2.0"}, "extensionsUsed": [NAME], "nodes": nodes, "scenes": scenes}
    return json.dumps(tree | members).encode()


def found(data: bytes) -> list[tuple[str, str | None]]:
    return [(one.rule, one.pointer) for one in pantin.check(data, name="a.gltf").findings]


@pytest.fixture
def leash():
    extension = toy()
    with extensions.registered(extension):
        yield extension


@pytest.fixture
def springy():
    extension = toy(holds="springs")
    with extensions.registered(extension):
        yield extension


def test_its_rule_is_run(leash):
    report = pantin.check(model({"holder": 1, "length": 0}), name="a.gltf")
    assert [(one.rule, one.message) for one in report.findings] == [("TOY-SHORT", "the leash is 0 m long")]
    assert found(model({"holder": 1, "length": 0.5})) == []


@pytest.mark.parametrize(
    ("leash_json", "code", "member"),
    [
        ({}, "UNDEFINED_PROPERTY", ""),
        ({"holder": "x"}, "TYPE_MISMATCH", "/holder"),
        ({"holder": -1}, "INVALID_INDEX", "/holder"),
        ({"holder": 1, "length": "x"}, "TYPE_MISMATCH", "/length"),
        ({"holder": 1, "lenght": 1}, "UNEXPECTED_PROPERTY", "/lenght"),
    ],
    ids=str,
)
def test_its_members_are_checked_by_its_struct(leash, leash_json, code, member):
    place = f"/nodes/0/extensions/{NAME}{member}"
    assert (f"GLTF-{code}", place) in found(model(leash_json))


def test_a_fault_is_reported_by_the_rule_that_its_annotation_names(leash):
    """By that alone, and the other faults of the same member by the rules of core glTF."""
    place = f"/nodes/0/extensions/{NAME}/length"
    assert found(model({"holder": 1, "length": 2})) == [("TOY-LONG", place)]


def test_it_is_expected_on_nodes_and_nowhere_else(leash):
    place = f"/scenes/0/extensions/{NAME}"
    wrong = model(scenes=[{"nodes": [0], "extensions": {NAME: {}}}])
    assert found(wrong) == [("GLTF-UNEXPECTED_EXTENSION_OBJECT", place)]


def test_an_index_of_nothing_is_reported(leash):
    dangling = [("GLTF-UNRESOLVED_REFERENCE", f"/nodes/0/extensions/{NAME}/holder")]
    assert found(model({"holder": 9})) == dangling


def test_an_index_counts_as_a_use(leash):
    """Node 1 is in no scene, and the leash is all that holds it."""
    assert found(model({"holder": 1}, scenes=[{"nodes": [0]}])) == []
    without = model({"holder": 0, "length": 0.5}, scenes=[{"nodes": [0]}])
    assert found(without) == [("GLTF-UNUSED_OBJECT", "/nodes/1")]


def test_its_index_is_renumbered_when_a_node_is_pruned(leash):
    """Node 1 is empty and nothing refers to it; node 2, which the leash holds, takes its number."""
    nodes = [{"name": "dog", "mesh": 0, "extensions": {NAME: {"holder": 2}}}, {}, {"name": "hand"}]
    mesh = {"primitives": [{"attributes": {"POSITION": 0}}]}
    accessor = {"componentType": 5126, "type": "VEC3", "count": 3, "min": [0, 0, 0], "max": [0, 0, 0]}
    data = model(nodes=nodes, meshes=[mesh], accessors=[accessor], scenes=[{"nodes": [0, 1, 2]}])
    slimmed = compact(drop_idle_nodes(read(data, name="a.gltf"))).tree
    assert [node.get("name") for node in slimmed["nodes"]] == ["dog", "hand"]
    assert slimmed["nodes"][0]["extensions"] == {NAME: {"holder": 1}}


def test_it_is_lifted(leash):
    (constraint,) = lift(read(model({"holder": 1, "length": 0.5}), name="a.gltf")).rig.constraints
    assert (constraint.node, constraint.source, constraint.weight) == (0, 1, 0.5)


def test_the_policy_decides_whether_it_is_written(leash):
    """Two extensions store constraints: the one that is asked for, or that the document has, is written."""
    rig = lift(read(model({"holder": 1, "length": 0.5}), name="a.gltf")).rig
    plain = json.dumps({"asset": {"version": "2.0"}, "nodes": [{}, {}]}).encode()
    asked = read(plain, name="a.gltf")
    policy.lower(asked, rig, policy.Policy({"constraints": NAME}))
    assert list(leashes(asked.tree)) == [(0, {"holder": 1, "length": 0.5})]
    has = read(model({"holder": 0}), name="a.gltf")
    policy.lower(has, rig)
    assert list(leashes(has.tree)) == [(0, {"holder": 1, "length": 0.5})]
    neither = read(plain, name="a.gltf")
    policy.lower(neither, rig)
    assert list(leashes(neither.tree)) == []
    assert neither.tree["extensionsUsed"] == ["VRMC_node_constraint"]


def test_what_the_rig_does_not_hold_is_reported_when_it_is_lost(leash, tmp_path):
    def losses(leash_json):
        (tmp_path / "a.gltf").write_bytes(model(leash_json))
        lost = pantin.convert(tmp_path / "a.gltf", tmp_path / "b.g4b").findings
        return [finding.pointer for finding in lost if NAME in str(finding.pointer)]

    assert losses({"holder": 1, "length": 0.5}) == []
    assert losses({"holder": 1, "colour": "red"}) == [f"/nodes/0/extensions/{NAME}/colour"]


def test_its_rule_and_family_are_explained(leash, capsys):
    assert "TOY-SHORT" in rules()
    assert run(["explain", "TOY-SHORT"]) == 0
    assert "Leash has no length." in capsys.readouterr().out
    assert run(["explain"]) == 0
    assert "TOY    2 rules, of leashes that tie nodes to others" in capsys.readouterr().out


def test_it_is_stripped_with_whatever_else_holds_springs(springy):
    document = read(model({"holder": 1}, extensions={"VRM": {}}), name="a.gltf")
    assert extensions.strip(document, lift(document).rig, "springs")
    assert "extensions" not in document.tree["nodes"][0]
    assert document.tree["extensions"] == {"VRM": {}}
    assert "extensionsUsed" not in document.tree


def test_baking_strips_it(springy):
    """`pantin bake --strip-springs` takes out what holds springs, of whatever extension."""
    tree = strand()
    tree["nodes"][0]["extensions"] = {NAME: {"holder": 1}}
    tree["extensionsUsed"].append(NAME)
    asset = pantin.load(json.dumps(tree).encode(), name="a.gltf")
    kept = bake_springs(asset, seconds=0.1).document.tree
    assert NAME in kept["extensionsUsed"]
    stripped = bake_springs(asset, seconds=0.1, strip_springs=True).document.tree
    assert "extensions" not in stripped
    assert "extensions" not in stripped["nodes"][0]
    assert "extensionsUsed" not in stripped


def test_nothing_of_it_stays_when_it_is_taken_back():
    before = (
        extensions.every(),
        rules().keys(),
        extensions.families(),
        found(model({"holder": 9, "length": 0})),
    )
    with extensions.registered(toy()):
        pass
    assert before[3] == [("GLTF-UNSUPPORTED_EXTENSION", "/extensionsUsed/0")]
    assert before == (
        extensions.every(),
        rules().keys(),
        extensions.families(),
        found(model({"holder": 9, "length": 0})),
    )


def test_an_untouched_file_with_it_is_written_back_byte_for_byte(leash, tmp_path):
    data = model({"holder": 1, "unknown": [1, 2.50]})
    (tmp_path / "a.gltf").write_bytes(data)
    pantin.save(pantin.load(tmp_path / "a.gltf"), tmp_path / "b.gltf")
    assert (tmp_path / "b.gltf").read_bytes() == data
