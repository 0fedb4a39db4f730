"""Check a document: first its bytes, then its content."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pantin.base.errors import LimitExceeded
from pantin.base.records import replace
from pantin.formats.fbx.document import Document
from pantin.formats.fbx.reading import reading_of
from pantin.formats.fbx.rules import file, parts, scene
from pantin.formats.fbx.text import TextFile
from pantin.formats.file_rules import over_limit
from pantin.formats.format import Condition
from pantin.report import Finding

STRUCTURE = ("FBX-TRUNCATED", "FBX-OFFSET", "FBX-DEPTH")
"""Rules whose findings mean that nodes are missing."""

OBJECT = re.compile(r"/(Objects|Connections)/(\d+)")


def check(document: Document) -> list[Finding]:
    """The findings of all rules."""
    try:
        document.visit()
        findings = [finding for rule in file.RULES for finding in rule(document)]
        if document.content is None:
            return findings
        reading = reading_of(document)
        findings += [finding for rule in (*scene.RULES, *parts.RULES) for finding in rule(reading)]
    except LimitExceeded as error:
        return list(over_limit(error))
    return findings


def condition(document: Document) -> Condition:
    """Unusable without a header or objects; partial if the file is truncated."""
    if document.content is None or not document.roots:
        return Condition.EMPTY
    if any(fault.rule in STRUCTURE for fault in document.faults):
        has_objects = document.section("Objects") is not None or document.section("Model") is not None
        return Condition.DAMAGED if has_objects else Condition.EMPTY
    return Condition.WHOLE


def locate(document: Document, findings: Iterable[Finding]) -> list[Finding]:
    """Add line numbers to findings about objects of text files."""
    content = document.content
    if not isinstance(content, TextFile):
        return list(findings)
    located = []
    for finding in findings:
        match = OBJECT.match(finding.pointer or "")
        section = document.section(match[1]) if match is not None else None
        if finding.line is None and match is not None and section is not None:
            number = int(match[2])
            if number < len(section.children) and section.children[number].start >= 0:
                line, column = content.locate(section.children[number].start)
                finding = replace(finding, line=line, column=column)
        located.append(finding)
    return located
