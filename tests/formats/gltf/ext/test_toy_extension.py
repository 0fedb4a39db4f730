"""An extension that is defined in this file alone, and registered by one call, is known everywhere.

TOY_leash ties a node to another: `{"holder": 3, "length": 1.5}` on a node.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from spring_files import strand

import pantin
from pantin.cli.run import run
from pantin.formats.gltf import extensions
from pantin.formats.gltf.document import read
from pantin.formats.gltf.edits import unlist_extensions
from pantin.formats.gltf.extension import Extension, IndexMember
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.schema import Node
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.verbs.bake import bake_springs
from pantin.verbs.explain import rules

NAME = "TOY_leash"


def leashes(tree):
    """Node and body of each leash."""
    for node, entry in enumerate(tree.get("nodes", ())):
        if NAME in entry.get("extensions", {}):
            yield node, entry["extensions"][NAME]


def strip(document, rig) -> bool:
    found = [node for node, _ in leashes(document.tree)]
    for node in found:
        document.remove(pointer("nodes", node, "extensions"))
    unlist_extensions(document, NAME)
    return bool(found)


def toy() -> Extension:
    """The record. The rule is made here, not when this file is imported: every rule of Pantin has cases."""

    @rule("TOY-SHORT", "warning", "the leash is {length} m long")
    def too_short(scope) -> Iterator[Finding]:
        """A leash has a length.

        Why: a leash of no length holds the node in the hand.
        Mend: give it a length in metres.
        Source: none; it is a toy.
        """
        for node, leash in leashes(scope.tree):
            if not leash.get("length", 1) > 0:
                yield too_short.at(pointer("nodes", node, "extensions", NAME), length=leash["length"])

    return Extension(
        extends={NAME: (Node,)},
        carried=True,
        index_members=(IndexMember("holder", "nodes"),),
        rules=(too_short,),
        families={"TOY": "of leashes that tie nodes to others"},
        holds="springs",
        lift=lambda source, draft: None,
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


def test_its_rule_is_run(leash):
    report = pantin.check(model({"holder": 1, "length": 0}), name="a.gltf")
    assert [(one.rule, one.message) for one in report.findings] == [("TOY-SHORT", "the leash is 0 m long")]
    assert found(model({"holder": 1, "length": 2})) == []


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
    assert found(model({"length": 2}, scenes=[{"nodes": [0]}])) == [("GLTF-UNUSED_OBJECT", "/nodes/1")]


def test_nothing_of_it_is_lost_in_a_conversion(leash, tmp_path):
    (tmp_path / "a.gltf").write_bytes(model({"holder": 1}))
    lost = pantin.convert(tmp_path / "a.gltf", tmp_path / "a.g4b").findings
    assert lost == ()


def test_its_rule_and_family_are_explained(leash, capsys):
    assert "TOY-SHORT" in rules()
    assert run(["explain", "TOY-SHORT"]) == 0
    assert "A leash has a length." in capsys.readouterr().out
    assert run(["explain"]) == 0
    assert "TOY    1 rule, of leashes that tie nodes to others" in capsys.readouterr().out


def test_it_is_stripped_with_whatever_else_holds_springs(leash):
    document = read(model({"holder": 1}, extensions={"VRM": {}}), name="a.gltf")
    assert extensions.strip(document, lift(document).rig, "springs")
    assert "extensions" not in document.tree["nodes"][0]
    assert document.tree["extensions"] == {"VRM": {}}
    assert "extensionsUsed" not in document.tree


def test_baking_strips_it(leash):
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
