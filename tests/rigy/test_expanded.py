"""Expanded texts: no macro left in them, and the same model."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pantin.errors import BadFile
from pantin.formats.gltf.new import REFERENCE, write
from pantin.formats.gltf.save import to_bytes
from pantin.rigy import compile_text
from pantin.rigy.expanded import expanded_text
from pantin.rigy.source import compose

PAGE = (Path(__file__).parents[2] / "docs" / "rigy.md").read_text(encoding="utf-8")
DOCUMENTS = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("provenance", [False, True])
@pytest.mark.parametrize("text", DOCUMENTS)
def test_an_expanded_document_compiles_to_the_same_bytes(text, provenance):
    made = expanded_text(text, provenance=provenance)
    assert compose(made).plain or provenance or "=" not in made
    before, after = (write(compile_text(one, profile="reference").rig, REFERENCE) for one in (text, made))
    assert to_bytes(before) == to_bytes(after)


def test_provenance_says_which_step_made_an_item_and_what_was_written():
    text = next(one for one in DOCUMENTS if "repeat" in one)
    made = expanded_text(text, provenance=True)
    assert ", i = 2" in made
    assert '# "$high"' in made
    assert "# box_decompose 'wall'" in made
    assert "repeat:" not in made


def test_what_cannot_be_expanded_has_its_findings():
    with pytest.raises(BadFile) as caught:
        expanded_text('version: "0.12"\nanchors: [{id: a, translation: ["=1 +", $x, 0]}]\n')
    assert {one.rule for one in caught.value.report.errors} == {"RIGY-V68", "RIGY-V59"}
