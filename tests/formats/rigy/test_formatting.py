"""Formatting: one order and spelling, comments kept, the same meaning, nothing left to do the second time."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pantin.base.errors import BadFile
from pantin.formats.rigy.compile import check_text, compile_text
from pantin.formats.rigy.formatting import format_text
from pantin.formats.rigy.source import compose

ROOT = Path(__file__).parents[3]
OURS = sorted((ROOT / "examples" / "rigy").rglob("*.yaml"))


def comments(text: str) -> list[str]:
    return sorted(line.partition("#")[2] for line in text.splitlines() if "#" in line)


def test_keys_move_with_the_comments_above_and_beside_them():
    text = (
        "# the file\n"
        "meshes:\n"
        "  - primitives: []  # none\n"
        "    # what it is called\n"
        "    id: arm\n"
        "    # - commented out\n"
        "\n"
        "# which language\n"
        'version: "0.3"\n'
        "# the end\n"
    )
    assert format_text(text) == (
        "# the file\n"
        "# which language\n"
        'version: "0.3"\n'
        "meshes:\n"
        "  - # what it is called\n"
        "    id: arm\n"
        "    primitives: []  # none\n"
        "    # - commented out\n"
        "# the end\n"
    )


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('rigy_version: "0.3"', 'version: "0.3"\n'),
        (
            "meshes: [{primitives: [{type: capsule, id: a, dimensions: [0.5, 0.75, 0.5]}]}]",
            "meshes: [{primitives: [{id: a, type: capsule, dimensions: {radius: 0.25, height: 0.25}}]}]\n",
        ),
        (
            "meshes: [{primitives: [{type: capsule, id: a, dimensions: [1, 1, 1]}]}]",
            "meshes: [{primitives: [{id: a, type: capsule, dimensions: [1, 1, 1]}]}]\n",
        ),
        (
            "meshes: [{primitives: [{type: box, id: a, dimensions: {depth: 3, width: 1, height: 2}}]}]",
            "meshes: [{primitives: [{id: a, type: box, dimensions: {x: 1, y: 2, z: 3}}]}]\n",
        ),
        (
            "meshes: [{primitives: [{id: a, translation: [0, 1, 0]}]}]",
            "meshes: [{primitives: [{id: a, transform: {translation: [0, 1, 0]}}]}]\n",
        ),
        (
            "meshes:\n- primitives:\n  - id: a\n    translation:\n    - 0\n    - 1.50\n    - 0\n",
            "meshes:\n- primitives:\n  - id: a\n    transform:\n      translation: [0, 1.50, 0]\n",
        ),
        (
            "meshes:\n- primitives:\n  - translation: [0, 1, 0] # up\n    id: a\n"
            "    transform: {rotation_degrees: [0, 0, 1]}\n",
            "meshes:\n- primitives:\n  - id: a\n"
            "    transform: {translation: [0, 1, 0], rotation_degrees: [0, 0, 1]}\n     # up\n",
        ),
    ],
)
def test_older_spellings_become_canonical(text, wanted):
    """A capsule whose extents leave no cylinder keeps its list: no size by name may be zero."""
    assert format_text(text) == wanted


def test_what_the_schema_does_not_know_comes_last_and_stays():
    assert format_text('zebra: 1\nversion: "0.3"\napple: 2\n') == 'version: "0.3"\nzebra: 1\napple: 2\n'


def test_comments_inside_a_flow_mapping_keep_its_order():
    text = "meshes: [{primitives: [], # first\n  id: a}]\n"
    assert format_text(text) == text


def test_line_ends_and_byte_order_marks_are_kept():
    assert format_text('\ufeffmeshes: []\r\nversion: "0.3"\r\n') == '\ufeffversion: "0.3"\r\nmeshes: []\r\n'


def test_block_scalars_and_question_marks_keep_their_meaning():
    text = "meshes:\n- name: |\n    two\n\n    lines\n  id: a\n  primitives: []\n? version\n: '0.3'\n"
    made = format_text(text)
    assert compose(made).root == compose(text).root


@pytest.mark.parametrize("text", ["a: [", "a: *b", "a: !!str b", "a: 1\na: 2", "a: 1\n---\nb: 2"])
def test_a_text_that_is_not_plain_yaml_has_findings(text):
    with pytest.raises(BadFile) as caught:
        format_text(text)
    assert all(one.line is not None for one in caught.value.report.findings)
    assert caught.value.report.findings


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.name)
def test_our_examples_are_formatted(path):
    text = path.read_text(encoding="utf-8")
    assert format_text(text) == text


def test_the_published_suite_keeps_its_meaning_and_its_comments(corpus):
    paths = sorted((corpus / "rigy").rglob("*.yaml"))
    assert paths
    for path in paths:
        text = path.read_text(encoding="utf-8")
        try:
            made = format_text(text)
        except BadFile:
            assert not check_text(text).ok
            continue
        assert format_text(made) == made
        assert comments(made) == comments(text)


NAMES = [
    "id",
    "type",
    "dimensions",
    "translation",
    "transform",
    "name",
    "width",
    "x",
    "stranger",
    "primitives",
]
SCALARS = st.sampled_from(["1", "0.5", "box", "'q'", '"0.3"', "~", "capsule"])


def _flow(value) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(one)}" for key, one in value.items()) + "}"
    return "[" + ", ".join(map(_flow, value)) + "]" if isinstance(value, list) else value


def _block(value, indent: int, draw) -> str:
    """A value in block style, comments strewn in, some parts in flow style."""
    if not isinstance(value, dict | list) or not value or draw(st.booleans()):
        return " " + _flow(value) + draw(st.sampled_from(["", "  # beside"])) + "\n"
    lines = [draw(st.sampled_from(["\n", "  # after\n"]))]
    pairs = value.items() if isinstance(value, dict) else ((None, one) for one in value)
    for key, one in pairs:
        lines.append(draw(st.sampled_from(["", "", "\n", " " * indent + "# above\n", "# left\n"])))
        head = "-" if key is None else f"{key}:"
        lines.append(" " * indent + head + _block(one, indent + draw(st.sampled_from([1, 2, 4])), draw))
    return "".join(lines)


TREES = st.recursive(
    SCALARS | st.lists(SCALARS, min_size=3, max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=5),
    max_leaves=12,
)


@settings(deadline=None, max_examples=300)
@given(st.data())
def test_any_layout_keeps_meaning_and_comments(data):
    """`format_text` compares the meaning itself; here: it never has to refuse, and is done after once."""
    keys = data.draw(st.permutations(["meshes", "version", "bindings", "other"]))
    primitive = st.dictionaries(st.sampled_from(NAMES), TREES, max_size=6)
    mesh = st.fixed_dictionaries({"primitives": st.lists(primitive, max_size=2)}, optional={"id": SCALARS})
    root = {"meshes": st.lists(mesh, max_size=2), "bindings": TREES, "other": TREES, "version": SCALARS}
    text = "".join(f"{key}:{_block(data.draw(root[key]), 2, data.draw)}" for key in keys)
    if compose(text).faults:
        return
    made = format_text(text)
    assert format_text(made) == made
    assert comments(made) == comments(text)


def test_a_formatted_document_compiles_to_the_same():
    primitive = {"dimensions": [1, 2, 3], "translation": [1, 0, 0], "type": "box", "id": "a"}
    tree = {
        "bindings": [],
        "meshes": [{"primitives": [primitive], "id": "m"}],
        "rigy_version": "0.3",
    }
    text = json.dumps(tree)
    before, after = compile_text(text).rig, compile_text(format_text(text)).rig
    assert before.meshes[0].surfaces[0].positions.tobytes() == after.meshes[0].surfaces[0].positions.tobytes()


@pytest.mark.parametrize("start", ["\r\r\r", "# old\r", "\r\n\r"])
def test_a_lone_carriage_return_ends_a_line(start):
    """YAML 1.2 §5.4. It is written as the other ends of lines are."""
    text = start + "meshes:\n  - primitives: []\n    id: arm\nversion: '0.3'\n"
    made = format_text(text)
    assert "\r" not in made.replace("\r\n", "")
    assert made.index("version") < made.index("meshes")
    assert format_text(made) == made


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("tail", ["", "\n", "\n\n"])
@pytest.mark.parametrize("head", ["|", ">", "|-", "|+", ">+"])
def test_the_lines_of_a_block_scalar_stay_as_they_are(head, tail, end):
    """YAML 1.2.2 §8.1: blank lines behind a block are its own, or nothing; none is added."""
    text = f"meshes:\n- name: {head}\n    a\n\n    b\n{tail}  primitives: []\n  id: m\nversion: '0.3'\n"
    text = text.replace("\n", end)
    made = format_text(text)
    assert len(made.splitlines()) == len(text.splitlines())
    assert format_text(made) == made
    assert compose(made).root == compose(text).root


def test_what_is_repeated_is_formatted_wherever_it_stands():
    """Rigy chapter 10.3: in every list of objects."""
    inner = "{repeat: {body: {mesh_id: m, id: 'i${i}'}, as: i, count: 2}}"
    made = format_text(f"version: '0.10'\ninstances: [{inner}]\n")
    assert "{repeat: {count: 2, as: i, body: {id: 'i${i}', mesh_id: m}}}" in made
