"""JUnit XML, read back with the parser of the standard library."""

from __future__ import annotations

from xml.etree import ElementTree

from pantin.report import Finding, Report
from pantin.report.render.junit import render

LOOP = Finding("R-LOOP", "error", 'node "<a>" & more', "/nodes/0")


def read(*reports):
    return ElementTree.fromstring("".join(render(reports)))


def test_a_file_is_a_suite_and_a_rule_a_case():
    other = Finding("R-LOOP", "error", "node 1", "/nodes/1")
    info = Finding("R-NOTE", "info", "unused", line=3)
    (suite,) = read(Report("a.glb", "glb", (info, LOOP, other)))
    assert suite.attrib == {"name": "a.glb", "tests": "2", "failures": "1", "errors": "0"}
    failed, passed = suite
    (failure,) = failed
    assert (failed.get("name"), failure.get("type")) == ("R-LOOP", "error")
    assert failure.get("message") == 'node "<a>" & more (2 findings)'
    assert failure.text == 'a.glb#/nodes/0: node "<a>" & more\na.glb#/nodes/1: node 1'
    assert passed.find("failure") is None
    assert passed.findtext("system-out") == "a.glb:3: unused"


def test_a_file_without_findings_is_a_test_that_passes():
    (suite,) = read(Report("a.glb", "glb"))
    assert (suite.get("tests"), suite.get("failures"), len(suite[0])) == ("1", "0", 0)


def test_what_xml_cannot_hold_is_escaped():
    (suite,) = read(Report("a\x00\ud800.glb", "glb", (Finding("R", "error", "\x1b[2J\ufffe"),)))
    assert suite.get("name") == "a\\x00\\ud800.glb"
    assert suite[0][0].get("message") == "\\x1b[2J\\ufffe"
