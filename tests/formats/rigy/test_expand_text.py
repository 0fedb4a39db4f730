"""Expanded texts: no macro left in them, and the same model."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from pantin.base.errors import BadFile
from pantin.formats.gltf.new import REFERENCE, STANDARD, write
from pantin.formats.gltf.save import to_bytes
from pantin.formats.rigy.compile import compile_file, compile_text
from pantin.formats.rigy.expand.rotations import canonicalise, canonicalise_for_text, from_euler
from pantin.formats.rigy.expand_text import COMMENTS, expand_text
from pantin.formats.rigy.source import compose

PAGE = (Path(__file__).parents[3] / "docs" / "rigy.md").read_text(encoding="utf-8")
DOCUMENTS = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("comments", COMMENTS)
@pytest.mark.parametrize("text", DOCUMENTS)
def test_an_expanded_document_compiles_to_the_same_bytes(text, comments):
    made = expand_text(text, comments=comments)
    assert compose(made).plain or comments == "provenance" or "=" not in made
    before, after = (write(compile_text(one, profile="reference").rig, REFERENCE) for one in (text, made))
    assert to_bytes(before) == to_bytes(after)


def test_provenance_says_which_step_made_an_item_and_what_was_written():
    text = next(one for one in DOCUMENTS if "repeat" in one)
    made = expand_text(text, comments="provenance")
    assert ", i = 2" in made
    assert '# "$high"' in made
    assert "# box_decompose 'wall'" in made
    assert "repeat:" not in made


def test_what_cannot_be_expanded_has_its_findings():
    with pytest.raises(BadFile) as caught:
        expand_text('version: "0.12"\nanchors: [{id: a, translation: ["=1 +", $x, 0]}]\n')
    assert {one.rule for one in caught.value.report.errors} == {"RIGY-V68", "RIGY-V59"}


def test_an_expression_in_a_document_too_old_for_it_is_refused():
    """Rigy chapter 12, V77."""
    text = 'version: "0.11"\nanchors: [{id: a, translation: ["=1", 0, 0]}]\n'
    with pytest.raises(BadFile) as caught:
        expand_text(text)
    assert [one.rule for one in caught.value.report.errors] == ["RIGY-V77"]


def test_a_comment_behind_a_text_with_a_hash_in_it_is_kept():
    text = 'version: "0.10"\nmeshes: []\nmaterials: {"a # b": {base_color: [1, 1, 1, 1]}}  # real\n'
    assert expand_text(text, comments="keep").count("# real") == 1


def test_other_words_about_comments_are_a_bad_call():
    with pytest.raises(ValueError, match="keep, drop, provenance"):
        expand_text('version: "0.10"', comments="none")


COMMENTED = """# a fence
version: "0.10"  # of the language
params: {high: 2}  # gone with the params
meshes:
  # of wood
  - id: fence
    name: "a # that is none"
    primitives:
      - repeat:
          count: 2
          as: i
          body:
            id: "post${i}"  # one of two
            type: box
            dimensions: {x: 1, y: $high, z: 1}
# the end
"""


def test_comments_are_kept_once_with_what_they_stand_at():
    made = expand_text(COMMENTED, comments="keep").splitlines()
    assert made[0] == "# a fence"
    assert made[1].endswith("  # of the language")
    assert made[3:5] == ["  # of wood", "  - id: fence"]
    assert [one for one in made if "one of two" in one] == ["      - id: post0  # one of two"]
    assert made[-1] == "# the end"
    assert expand_text(COMMENTED).count("#") == 1


def test_the_rotations_of_operators_follow_the_profile():
    """They are canonical but in the reference, so that both compile to the bytes of the document itself."""
    surface = "{id: p, ops: [{transform: {rotation_quat: [0, 0, 3, 4]}}]}"
    text = f'{{version: "0.13", meshes: [{{id: m, primitives: [{surface}]}}]}}'
    assert "[0, 0, 3, 4]" in expand_text(text, profile="reference")
    assert "[0, 0, 3, 4]" not in expand_text(text)


def compiled(text, profile):
    layout = {"standard": STANDARD, "reference": REFERENCE}[profile]
    return to_bytes(write(compile_text(text, profile=profile).rig, layout))


AWKWARD = (
    "😀", "👩‍👩‍👧", "a 𝄞 b", "é", "e\u0301", "日本語", "say \"hi\"", "it's", "\\", "\\n", "a: b", "a:b", ": ",
    "- a", "# no", "a # no", "two\nlines", "\r\n", "\ttab", " lead", "trail ", "=", "=1+1", "a=b", "none",
    "None", "null", "~", "true", "yes", "NO", "0", "012", "0x10", "1e3", "-1", ".5", ".inf", ".nan", "1_000",
    "1:30", "2020-01-01", "{a}", "[a]", "a, b", "*a", "&a", "!a", "%a", "@a", "`a`", "|", ">", "?", "<<",
    "---", "...", "\x7f", "\x85", "\xa0", "\u2028", "\ufeff", "\ufffe", "\0", "$", "$1", "cost: 5$",
    "a" * 1500, "ä\n" * 600,
)  # fmt: skip


class Quoting(yaml.SafeDumper):
    """PyYAML follows YAML 1.1, to which `1e3` without quotes is a string: it quotes every string here."""


Quoting.add_representer(str, lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, '"'))


def named(name):
    """A document that has this name wherever it may have one. PyYAML writes it: another program than ours."""
    return yaml.dump(
        {
            "version": "0.12",
            "materials": {name: {"base_color": [1, 0.5, 0.25, 1]}},
            "meshes": [
                {
                    "id": f"mesh {name}",
                    "name": name,
                    "material": name,
                    "primitives": [
                        {
                            "id": name,
                            "name": name,
                            "type": "box",
                            "dimensions": {"x": "=1 + 1", "y": 1, "z": 1},
                            "surface": name,
                            "tags": [name, "x"],
                        }
                    ],
                }
            ],
            "armatures": [
                {
                    "id": f"rig {name}",
                    "name": name,
                    "bones": [{"id": name, "parent": "none", "head": [0, 0, 0], "tail": [0, 1, 0]}],
                }
            ],
            "bindings": [
                {
                    "mesh_id": f"mesh {name}",
                    "armature_id": f"rig {name}",
                    "weights": [{"primitive_id": name, "bones": [{"bone_id": name, "weight": 1}]}],
                }
            ],
            "anchors": [{"id": f"anchor {name}", "translation": [0, 0, 0], "scope": name}],
            "poses": [{"id": name, "bones": {name: {"translation": [0, 1, 0]}}}],
        },
        Dumper=Quoting,
    )


@pytest.mark.parametrize("comments", COMMENTS)
@pytest.mark.parametrize("name", AWKWARD)
def test_any_name_comes_through_expansion(name, comments):
    text = named(name)
    made = expand_text(text, comments=comments)
    assert compiled(made, "standard") == compiled(text, "standard")
    assert expand_text(made, comments=comments) == made or comments == "provenance"


CHARACTERS = st.characters(codec="utf-8", exclude_characters="$")


@settings(max_examples=150, deadline=None)
@given(st.text(CHARACTERS, min_size=1))
def test_names_of_any_characters_come_through_expansion(name):
    text = named(name)
    assert compiled(expand_text(text), "standard") == compiled(text, "standard")


def test_expanded_text_is_yaml_to_another_reader():
    """PyYAML's pure parser, which follows YAML 1.1 and refuses escapes of surrogates."""
    for name in AWKWARD:
        read = yaml.load(expand_text(named(name)), yaml.BaseLoader)
        assert read["meshes"][0]["primitives"][0]["tags"] == [name, "x"]


@pytest.mark.parametrize("value", ["=1+1", "😀 = none", "0.5", "a\nb"])
def test_the_value_of_a_param_comes_through(value):
    text = yaml.safe_dump(
        {
            "version": "0.12",
            "params": {"label": value},
            "meshes": [{"id": "m", "name": "$label", "primitives": [
                {"id": "p", "type": "box", "dimensions": {"x": 1, "y": 1, "z": 1}, "tags": ["$label"]}]}],
        }
    )  # fmt: skip
    assert compiled(expand_text(text), "standard") == compiled(text, "standard")


@pytest.mark.parametrize("profile", ["standard", "reference"])
@pytest.mark.parametrize("comments", COMMENTS)
def test_every_document_of_the_suite_expands_to_the_same_bytes(profile, comments, corpus):
    count = 0
    for path in sorted((corpus / "rigy").rglob("*.rigy.yaml")):
        text = path.read_bytes()
        try:
            before = compile_file(path, profile=profile)
        except BadFile:
            continue
        made = expand_text(text, comments=comments, profile=profile)
        after = compile_text(made, path=path, profile=profile)  # in the same folder, for its imports
        layout = {"standard": STANDARD, "reference": REFERENCE}[profile]
        assert to_bytes(write(after.rig, layout)) == to_bytes(write(before.rig, layout)), path.name
        count += 1
    assert count >= 30


@settings(max_examples=300, deadline=None)
@given(st.tuples(*[st.floats(-360, 360)] * 3))
def test_a_rotation_comes_through_expansion(degrees):
    """One quaternion in a hundred is not the canonical form of itself: rounding changes its length."""
    text = (
        'version: "0.12"\nmeshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}, '
        f"transform: {{rotation_degrees: [{', '.join(map(repr, degrees))}]}}}}]}}]\n"
    )
    rig, again = compile_text(text).rig, compile_text(expand_text(text)).rig
    assert again.meshes[0].surfaces[0].positions.tolist() == rig.meshes[0].surfaces[0].positions.tolist()


def test_a_quaternion_that_is_not_its_own_canonical_form():
    """Found by search; the expanded document has the numbers before rounding."""
    found = 0
    for step in range(2000):
        raw = from_euler(step * 0.01, 1.0 + step * 0.003, 0.5)
        text = canonicalise_for_text(*raw)
        assert canonicalise(*text) == canonicalise(*raw)
        found += text != canonicalise(*raw)
    assert found > 5


SCENE = """rigs_version: "0.1"
imports: {"=a": parts/$a.rigy.yaml}
scene: {base: "=a"}
"""


def test_a_scene_has_nothing_to_expand():
    """Rigs 0.1: no scripting and no expressions; `$` and `=` are characters there."""
    assert yaml.safe_load(expand_text(SCENE)) == yaml.safe_load(SCENE)
