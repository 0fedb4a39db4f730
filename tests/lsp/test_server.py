"""Every feature of the language server, asked by a client over pipes."""

from __future__ import annotations

import re
import urllib.request

import pytest

pytest.importorskip("pygls")

from tests.lsp.client import Client

BODY = """version: "0.13"
params: {size: 0.2}
imports: {tail: {source: tail.rigy.yaml}}
materials: {skin: {base_color: [0.8, 0.6, 0.5, 1]}}
meshes:
  - id: body
    material: skin
    primitives:
      - id: torso
        type: capsule
        dimensions: {radius: $size, height: 0.5}
      - id: arm_L
        type: box
        dimensions: {x: 1, y: 0.1, z: 0.1}
        transform: {translation: [1, 0, 0]}
armatures:
  - id: rig
    bones:
      - {id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
      - {id: hand_L, parent: root, head: [0.5, 0, 0], tail: [1.5, 0, 0]}
bindings:
  - mesh_id: body
    armature_id: rig
    weights:
      - {primitive_id: torso, bones: [{bone_id: root, weight: 1}]}
      - {primitive_id: arm_L, bones: [{bone_id: hand_L, weight: 0.75}, {bone_id: root, weight: 0.25}]}
anchors:
  - {id: a, translation: [0, 0, 0]}
  - {id: b, translation: [1, 0, 0]}
  - {id: c, translation: [0, 1, 0]}
instances:
  - {id: t, import: tail, attach3: {from: [tail.p, q, r], to: [a, b, c], mode: rigid}}
poses:
  - id: wave
    bones: {hand_R: {rotation: [0.8, 0, 0, 0.6]}}
symmetry: {mirror_x: {suffix_from: _L, suffix_to: _R}}
"""
TAIL = """version: "0.13"
materials: {fur: {base_color: [1, 1, 1, 1]}}
meshes: [{id: m, material: fur, primitives: [{id: s, type: sphere, dimensions: {radius: 0.1}}]}]
anchors:
  - {id: p, translation: [0, 0, 0]}
  - {id: q, translation: [1, 0, 0]}
  - {id: r, translation: [0, 1, 0]}
"""
NAME = "body.rigy.yaml"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    made = Client(tmp_path_factory.mktemp("work"))
    yield made
    made.close()


@pytest.fixture
def client(server):
    """The client of one server for all tests, with fresh files, of which none is open."""
    (server.folder / NAME).write_text(BODY)
    (server.folder / "tail.rigy.yaml").write_text(TAIL)
    (server.folder / "arm.json").write_text("{}")
    yield server
    server.close_files()


def apply(text, edits):
    """A text after the edits of an answer."""
    lines = text.split("\n")

    def index(position):
        return sum(len(line) + 1 for line in lines[: position["line"]]) + position["character"]

    for edit in sorted(edits, key=lambda edit: -index(edit["range"]["start"])):
        start, end = index(edit["range"]["start"]), index(edit["range"]["end"])
        text = text[:start] + edit["newText"] + text[end:]
    return text


def labels(answer):
    return [item["label"] for item in answer]


def test_diagnostics_follow_the_text(client):
    assert client.open(NAME) == []
    (found,) = client.change(NAME, BODY.replace("type: capsule", "type: capsul"))
    assert (found["code"], found["source"], found["severity"]) == ("RIGY-P12", "pantin", 1)
    assert found["range"]["start"] == {"line": 9, "character": 14}
    assert found["range"]["end"] == {"line": 9, "character": 20}
    assert client.edit(NAME, 9, 14, 20, "capsule") == []
    warned = client.change(
        NAME, BODY.replace("      - {primitive_id: torso, bones: [{bone_id: root, weight: 1}]}\n", "")
    )
    assert [(one["code"], one["severity"]) for one in warned] == [("RIGY-P34", 2)]


def test_a_change_of_an_imported_text_is_seen_before_it_is_saved(client):
    client.open(NAME)
    client.open("tail.rigy.yaml")
    client.change("tail.rigy.yaml", TAIL.replace("id: p,", "id: other,"))
    (found,) = client.change(NAME, BODY + "\n")
    assert found["code"] == "RIGY-V29"


def test_a_broken_import_has_its_own_diagnostics(client):
    (client.folder / "tail.rigy.yaml").write_text(TAIL.replace("radius: 0.1", "radius: -1"))
    client.open(NAME)
    client.ask("textDocument/documentSymbol", textDocument={"uri": client.uri(NAME)})
    (found,) = client.published[client.uri("tail.rigy.yaml")][1]
    assert found["code"] == "RIGY-V07"


@pytest.mark.parametrize(
    ("before", "after", "code", "says"),
    [
        ("type: capsule", "type: capsul", "RIGY-P12", "type: capsule"),
        (
            "bone_id: root, weight: 0.25",
            "bone_id: rot, weight: 0.25",
            "RIGY-V11",
            "bone_id: root, weight: 0.25",
        ),
        ("    primitives:", "    primitves:", "RIGY-V57", "    primitives:"),
        ('version: "0.13"', "version: 0.13", "RIGY-P10", 'version: "0.13"'),
        ('version: "0.13"', 'version: "0.10"', "RIGY-V77", 'version: "0.12"'),
        (
            "rotation: [0.8, 0, 0, 0.6]",
            "rotation: [0.8004, 0, 0, 0.6]",
            "RIGY-P85",
            "rotation: [0.8001439, 0",
        ),
        ("{id: root, parent: none, head", "{id: root, head", "RIGY-V34", "{parent: none, id: root, head"),
        ("        type: capsule\n", "", "RIGY-V34", "      - type: capsule\n        id: torso"),
        (
            "dimensions: {x: 1, y: 0.1, z: 0.1}",
            "dimensions: [1, 0.1, 0.1]",
            "RIGY-P16",
            "{x: 1, y: 0.1, z: 0.1}",
        ),
    ],
)
def test_a_quick_fix_writes_what_the_finding_asks_for(client, before, after, code, says):
    assert before in BODY
    text = BODY.replace(before, after)
    found = next(one for one in client.open(NAME, text) if one["code"] == code)
    answer = client.ask(
        "textDocument/codeAction",
        textDocument={"uri": client.uri(NAME)},
        range=found["range"],
        context={"diagnostics": [found]},
    )
    action = next(one for one in answer if one["diagnostics"][0]["code"] == code)
    fixed = apply(text, action["edit"]["changes"][client.uri(NAME)])
    assert says in fixed
    assert code not in {one["code"] for one in client.change(NAME, fixed)}


def test_an_empty_file_gets_a_document(client):
    (found,) = client.open("new.rigy.yaml", "")
    assert found["code"] == "RIGY-P20"
    (action,) = client.ask(
        "textDocument/codeAction",
        textDocument={"uri": client.uri("new.rigy.yaml")},
        range=found["range"],
        context={"diagnostics": [found]},
    )
    text = apply("", action["edit"]["changes"][client.uri("new.rigy.yaml")])
    assert client.change("new.rigy.yaml", text) == []


@pytest.mark.parametrize(
    ("before", "typed", "expected", "without"),
    [
        ("        type: box\n", "        ty\n", ["type", "name", "material"], ["id", "dimensions"]),
        ("dimensions: {x: 1, y: 0.1, z: 0.1}", "dimensions: {x: 1, ", ["y", "z"], ["x", "radius"]),
        ("type: box", "type: ", ["box", "sphere", "wedge"], ["dqs"]),
        ("bone_id: hand_L", "bone_id: ", ["root", "hand_L", "hand_R"], ["body"]),
        ("parent: root", "parent: ", ["none", "root"], []),
        ("primitive_id: arm_L", "primitive_id: ", ["torso", "arm_L", "arm_R"], ["root"]),
        ("material: skin\n", "material: \n", ["skin", "tail.fur"], []),
        ("from: [tail.p, q, r]", "from: [", ["tail.p", "tail.q"], []),
        ("source: tail.rigy.yaml", "source: ", ["tail.rigy.yaml"], ["arm.json", NAME]),
        ("bones: {hand_R", "bones: {", ["root", "hand_L"], []),
        ("radius: $size", "radius: $", ["$size"], []),
        ("mode: rigid", "mode: ", ["rigid", "uniform", "affine"], []),
        ("mesh_id: body", "mesh_id: ", ["body"], []),
        ('version: "0.13"', "version: ", ['"0.13"', '"0.3"'], []),
        (
            "symmetry: {mirror_x: {suffix_from: _L, suffix_to: _R}}",
            "symm",
            ["symmetry", "geometry_checks"],
            ["meshes"],
        ),
    ],
)
def test_completion_offers_what_fits(client, before, typed, expected, without):
    head, tail = BODY.split(before, 1)
    text = head + typed + tail
    client.open(NAME, BODY)
    client.change(NAME, text, wait=False)
    found = labels(
        client.at("completion", NAME, text, head + typed.rstrip("\n"), len(head + typed.rstrip("\n")))
    )
    assert set(expected) <= set(found)
    assert not set(without) & set(found)


def test_completion_replaces_what_is_typed_and_explains_keys(client):
    text = BODY.replace("        type: box\n", "        ty\n")
    client.open(NAME, text)
    answer = client.at("completion", NAME, text, "        ty\n", 10)
    item = next(one for one in answer if one["label"] == "type")
    assert "        type: \n" in apply(text, [item["textEdit"]])
    assert "The solid." in item["documentation"]["value"]
    assert item["detail"] == "box, sphere, cylinder, capsule, wedge or implicit_surface, required"


@pytest.mark.parametrize(
    ("needle", "offset", "says"),
    [
        ("bone_id: hand_L", 10, ["length 1 m", "head at [0.5, 0, 0]", "moves `arm_L`"]),
        ("{hand_R", 2, ["made by symmetry", "head at [-0.5, 0, 0]", "moves `arm_R`"]),
        ("primitive_id: arm_L", 15, ["**box** `arm_L`", "hand_L 0.75, root 0.25 (weights)"]),
        ("    material: skin", 15, ["base colour [0.8, 0.6, 0.5, 1]"]),
        ("tail.p", 6, ["**anchor** `p` at [0, 0, 0]"]),
        ("        type: capsule", 9, ["meshes[].primitives[].type", "The solid.", "required", "since 0.1"]),
        ("mirror_x: {", 3, ["Mirrors at x = 0"]),
        ("    weights:", 6, ["Bones that move a whole primitive"]),
    ],
)
def test_hover_says_what_a_thing_is(client, needle, offset, says):
    client.open(NAME)
    answer = client.at("hover", NAME, BODY, needle, offset)
    assert all(words in answer["contents"]["value"] for words in says), answer


@pytest.mark.parametrize(
    ("needle", "offset", "file", "target"),
    [
        ("bone_id: hand_L", 10, NAME, "{id: hand_L"),
        ("{hand_R", 2, NAME, "{id: hand_L"),
        ("parent: root", 9, NAME, "{id: root"),
        ("primitive_id: arm_L", 15, NAME, "- id: arm_L"),
        ("mesh_id: body", 10, NAME, "- id: body"),
        ("tail.p", 6, "tail.rigy.yaml", "{id: p"),
        ("material: skin", 11, NAME, "{skin"),
    ],
)
def test_definition_leads_to_where_a_name_is_defined(client, needle, offset, file, target):
    client.open(NAME)
    (answer,) = client.at("definition", NAME, BODY, needle, offset)
    text = BODY if file == NAME else TAIL
    index = text.index(target) + len(re.match(r"\{id: |- id: |\{", target)[0])
    assert answer["uri"] == client.uri(file)
    assert answer["range"]["start"]["line"] == text.count("\n", 0, index)
    assert answer["range"]["start"]["character"] == index - (text.rfind("\n", 0, index) + 1)


def test_references_include_partners_and_other_files(client):
    client.open(NAME)
    answer = client.at("references", NAME, BODY, "{id: hand_L", 6, context={"includeDeclaration": True})
    assert len(answer) == 3
    anchors = client.at("references", NAME, BODY, "tail.p", 6, context={"includeDeclaration": True})
    assert {one["uri"] for one in anchors} == {client.uri(NAME), client.uri("tail.rigy.yaml")}


def test_rename_changes_partners_and_other_files(client):
    client.open(NAME)
    answer = client.at("rename", NAME, BODY, "{id: hand_L", 6, newName="fist_L")
    text = apply(BODY, answer["changes"][client.uri(NAME)])
    assert text == BODY.replace("hand_L", "fist_L").replace("hand_R", "fist_R")
    assert client.change(NAME, text) == []
    answer = client.at("rename", NAME, text, "{fist_R", 2, newName="paw_R")
    assert apply(text, answer["changes"][client.uri(NAME)]) == text.replace("fist_", "paw_")
    answer = client.at("rename", NAME, text, "tail.p", 6, newName="peg")
    assert apply(text, answer["changes"][client.uri(NAME)]) == text.replace("tail.p", "tail.peg")
    assert apply(TAIL, answer["changes"][client.uri("tail.rigy.yaml")]) == TAIL.replace("id: p,", "id: peg,")
    with pytest.raises(RuntimeError, match="rule of symmetry"):
        client.at("rename", NAME, text, "{id: fist_L", 6, newName="fist")
    with pytest.raises(RuntimeError, match="not a name"):
        client.at("rename", NAME, text, "{id: root", 6, newName="a: b")


def test_symbols_are_the_outline(client):
    client.open(NAME)
    answer = client.ask("textDocument/documentSymbol", textDocument={"uri": client.uri(NAME)})
    names = {one["name"]: [inner["name"] for inner in one["children"]] for one in answer if one["children"]}
    assert names["body"] == ["torso", "arm_L"]
    assert names["rig"] == ["root", "hand_L"]
    assert {"a", "t", "wave"} <= {one["name"] for one in answer}


def test_formatting_is_that_of_fmt(client):
    text = "meshes: []\nversion: '0.3'\n"
    client.open(NAME, text)
    options = {"tabSize": 2, "insertSpaces": True}
    answer = client.ask("textDocument/formatting", textDocument={"uri": client.uri(NAME)}, options=options)
    assert apply(text, answer) == "version: '0.3'\nmeshes: []\n"
    client.change(NAME, "meshes: [")
    assert (
        client.ask("textDocument/formatting", textDocument={"uri": client.uri(NAME)}, options=options) is None
    )


def page(address):
    with urllib.request.urlopen(address) as answer:
        return answer.read()


def test_the_preview_follows_the_buffer(client):
    client.open(NAME)
    preview = {"command": "pantin.preview", "arguments": [client.uri(NAME)]}
    address = client.ask("workspace/executeCommand", **preview)
    first = page(address)
    assert len(first) > 100_000
    client.change(NAME, BODY.replace("[0.8, 0.6, 0.5, 1]", "[0.1, 0.6, 0.5, 1]"))
    assert client.ask("workspace/executeCommand", **preview) == address
    second = page(address)
    assert first != second
    client.change(NAME, BODY.replace("type: box", "type: bx"))
    client.ask("workspace/executeCommand", **preview)
    assert page(address) == second  # the last page that could be made


def test_columns_are_counted_in_utf_16(client):
    text = BODY.replace("{id: a, translation", '{id: a, scope: "🦊", translatio')
    (found, *_) = [one for one in client.open(NAME, text) if one["code"] == "RIGY-V57"]
    line = text.split("\n")[found["range"]["start"]["line"]]
    before = line[: line.index("translatio:")]
    assert found["range"]["start"]["character"] == len(before.encode("utf-16-le")) // 2
