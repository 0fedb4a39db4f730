"""Lines and columns of findings."""

from __future__ import annotations

from pantin.formats.json_text.positions import with_positions
from pantin.report import Finding

TEXT = b'{\n  "a": [1,\n    2]\n}\n'


def position(finding, **options):
    (located,) = with_positions(TEXT, [finding], **options)
    return located.line, located.column


def test_a_finding_has_the_line_and_column_of_its_member():
    assert position(Finding("X", "error", "", "/a/1")) == (3, 5)


def test_the_whole_document_is_found_as_a_format_writes_it():
    assert position(Finding("X", "error", "", "/"), root="/") == (1, 1)


def test_what_has_a_line_or_is_not_in_the_text_stays():
    assert position(Finding("X", "error", "", "/a/1", line=7, column=2)) == (7, 2)
    assert position(Finding("X", "error", "", "/b")) == (None, None)
    assert position(Finding("X", "error", "", None)) == (None, None)
