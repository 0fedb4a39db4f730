"""Rules about values: what the cases do not cover."""

from __future__ import annotations

import pytest

from pantin.formats.rigy.compile import check_text


@pytest.mark.parametrize("text", ["", "# nothing", "null", "\n\n"])
def test_an_empty_file_gets_a_minimal_document_that_compiles(text):
    (found,) = check_text(text).errors
    assert found.rule == "RIGY-P20"
    assert not check_text(found.message.partition("a minimal document is ")[2]).findings


@pytest.mark.parametrize("text", ["[]", "words"])
def test_a_file_without_a_mapping_is_one_finding(text):
    (found,) = check_text(text).errors
    assert found.rule == "RIGY-P10"
    assert found.message.startswith("the document must be a mapping (Rigy document), not ")


@pytest.mark.parametrize("place", ["ops: [{}]", "meshes: [{{id: m, primitives: [], ops: {}}}]", "ops: {}"])
@pytest.mark.parametrize("version", ["0.3", "0.13"])
def test_ops_outside_of_an_implicit_surface_are_an_unknown_key(place, version):
    text = f'version: "{version}"\n' + place.format("{transform: {scale: 2}}")
    assert {found.rule for found in check_text(text).errors} == {
        "RIGY-V33" if version == "0.3" else "RIGY-V57"
    }
