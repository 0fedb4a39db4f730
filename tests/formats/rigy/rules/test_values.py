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
