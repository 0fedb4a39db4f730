"""The rules about a file as a whole."""

from __future__ import annotations

import pytest

import pantin
from pantin.base.extras import install_command
from pantin.formats.format import Format
from pantin.formats.registry import register, unregister


def test_a_file_of_no_format_is_a_finding_to_check_and_raised_by_load(tmp_path):
    path = tmp_path / "diary.txt"
    path.write_bytes(b"dear diary\n")
    report = pantin.check(path)
    assert (report.path, report.format) == (str(path), "")
    assert [finding.rule for finding in report.findings] == ["FILE-UNKNOWN_FORMAT"]


def test_a_file_of_no_format_beyond_a_limit_has_that_finding(tmp_path):
    path = tmp_path / "diary.txt"
    path.write_bytes(b"dear diary\n")
    report = pantin.check(path, limits=pantin.Limits(file_bytes=4))
    assert [finding.rule for finding in report.findings] == ["FILE-LIMIT"]


def test_the_name_of_a_format_that_is_only_written_promises_nothing():
    """OBJ is written; what is read goes by content."""
    assert pantin.check(b"v 0 0 0\n", name="a.obj").findings[0].rule == "FILE-UNKNOWN_FORMAT"
    assert pantin.check(b'{"asset": {"version": "2.0"}}', name="a.obj").format == "gltf"


@pytest.mark.parametrize("step", ["read", "check", "lift"])
def test_a_format_whose_extra_is_missing_is_a_finding(step):
    def needs_extra(*arguments, **options):
        import a_module_that_nobody_has  # noqa: F401

    parts = {"read": lambda source, **options: "far", "check": lambda document: [], step: needs_extra}
    format = Format(name="Far", suffixes=(".far",), extra="far", **parts)
    register(format)
    try:
        report = pantin.check(b"", name="a.far")
    finally:
        unregister(format)
    assert [finding.rule for finding in report.findings] == ["FILE-MISSING_EXTRA"]
    assert report.findings[0].message == (
        f"Far files need a_module_that_nobody_has: {install_command('far')}"
    )
