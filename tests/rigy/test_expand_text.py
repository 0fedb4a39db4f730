"""Expanded texts: no macro left in them, and the same model."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pantin.errors import BadFile
from pantin.formats.gltf.new import REFERENCE, write
from pantin.formats.gltf.save import to_bytes
from pantin.rigy import compile_text
from pantin.rigy.expand_text import COMMENTS, expand_text
from pantin.rigy.source import compose

PAGE = (Path(__file__).parents[2] / "docs" / "rigy.md").read_text(encoding="utf-8")
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
