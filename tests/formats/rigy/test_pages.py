"""Every document on the page about the language compiles, in both profiles, and is formatted."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pantin.formats.gltf.check import check
from pantin.formats.gltf.new import STANDARD, write
from pantin.formats.rigy.compile import compile_text
from pantin.formats.rigy.formatting import format_text

PAGE = (Path(__file__).parents[3] / "docs" / "rigy.md").read_text(encoding="utf-8")
DOCUMENTS = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_page_has_an_example_for_each_part():
    assert len(DOCUMENTS) >= 7


@pytest.mark.parametrize("text", DOCUMENTS)
def test_a_document_of_the_page(text):
    compiled = compile_text(text)
    assert compiled.report.warnings == ()
    assert [one for one in check(write(compiled.rig, STANDARD)) if one.severity == "error"] == []
    assert compile_text(text, profile="reference").rig.meshes
    assert format_text(text) == text
