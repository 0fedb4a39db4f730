"""Rules about the bytes of a file: whether it is FBX, and damaged nodes."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.base.records import replace
from pantin.formats.fbx.binary import HEADER, MAGIC
from pantin.formats.fbx.document import Document
from pantin.formats.fbx.faults import Fault
from pantin.formats.fbx.text import TextFile
from pantin.report import Finding, Rule, rule
from pantin.report.wording import describe_start

OLDEST, NEWEST = 3000, 7700
"""The range of known file versions."""


def _faults(rule: Rule[[Document]], document: Document) -> Iterator[Finding]:
    for fault in document.faults:
        if fault.rule == rule.id:
            yield _at(rule, document, fault)


def _at(rule: Rule[[Document]], document: Document, fault: Fault) -> Finding:
    if isinstance(document.content, TextFile):
        line, column = document.content.locate(fault.offset)
        return replace(rule.at(**fault.values), line=line, column=column)
    return rule.at(f"/bytes/{fault.offset}", **fault.values)


@rule("FBX-UNREADABLE", "error", "{why}")
def unreadable(document: Document) -> Iterator[Finding]:
    """File is not FBX.

    What: A binary file begins with "Kaydara FBX Binary", a text file with a comment that has the version, or
    with the node FBXHeaderExtension.
    Why: Nothing of the file can be used.
    Fix: Export the file again. A file of Git LFS that begins with "version https" has not been fetched: run
    `git lfs pull`. A binary file whose zeros are spaces was copied as text: copy it again, as binary.
    Source: files of the FBX SDK, all versions.
    """
    if document.content is not None:
        return
    start = bytes(document.data[:64])
    if start.startswith(MAGIC[:18]):
        short = len(document.data) < HEADER
        why = "ends within its header" if short else "has a damaged header: perhaps it was copied as text"
        yield unreadable.at(why=f"the binary FBX file {why}")
    else:
        yield unreadable.at(why=f"not an FBX file ({describe_start(start, 'Kaydara FBX Binary')})")


@rule(
    "FBX-VERSION",
    "warning",
    "unsupported FBX version {version} (supported: {oldest} to {newest})",
)
def unknown_version(document: Document) -> Iterator[Finding]:
    """Unknown version of FBX.

    What: The version in the header, or in the node FBXVersion, is not one that programs are known to write.
    Why: Pantin reads the file as the nearest version that it knows. Parts may be missing.
    Fix: Export the file as FBX 2014/2015 (7.4) or FBX 2016 and later (7.5).
    Source: versions of the FBX SDK up to 2020.3.
    """
    if document.content is not None and not OLDEST <= document.version <= NEWEST:
        yield unknown_version.at(version=document.version, oldest=OLDEST, newest=NEWEST)


@rule("FBX-TRUNCATED", "error", "the file {what}")
def truncated(document: Document) -> Iterator[Finding]:
    """File ends too early.

    What: The last node of the file is not complete.
    Why: What follows is missing. Pantin uses the nodes before it.
    Fix: Copy or export the file again.
    Source: the end offsets of nodes; the braces of text files.
    """
    yield from _faults(truncated, document)


@rule("FBX-OFFSET", "error", "a node ends at byte {found}, but its parent at {most}")
def bad_offset(document: Document) -> Iterator[Finding]:
    """Node ends outside of its parent.

    What: The end offset of a node lies behind its values, and inside the node that it is a child of.
    Why: Readers lose their place. Pantin skips this node and its siblings after it.
    Fix: Export the file again.
    Source: the records of binary files.
    """
    yield from _faults(bad_offset, document)


@rule("FBX-VALUE", "error", "the node {name} cannot be decoded: {why}")
def bad_value(document: Document) -> Iterator[Finding]:
    """Value cannot be decoded.

    What: The values of a node have a type letter each, and fit into the bytes that the node states for them;
    compressed arrays are valid zlib streams.
    Why: The node has no value from there on.
    Fix: Export the file again.
    Source: the records of binary files; RFC 1950.
    """
    yield from _faults(bad_value, document)


@rule("FBX-ARRAY", "error", "an array of {name} has {found} numbers, but its header says {expected}")
def wrong_length(document: Document) -> Iterator[Finding]:
    """Array does not have the stated length.

    What: An array states how many numbers it has.
    Why: Readers that trust the count read past its end or refuse the file. Pantin uses the numbers that
    exist.
    Fix: Correct the count, or export the file again.
    Source: the arrays of binary files; `*count` of text files.
    """
    yield from _faults(wrong_length, document)


@rule("FBX-DEPTH", "error", "nodes are nested deeper than {depth} levels")
def too_deep(document: Document) -> Iterator[Finding]:
    """Nodes are nested too deeply.

    What: Scenes nest some ten levels deep. Pantin reads 64.
    Why: Readers that call themselves for each level run out of memory. Deeper nodes are not read.
    Fix: Export the file again: no program writes such a file.
    Source: Pantin's own limit; other readers stop at 32.
    """
    yield from _faults(too_deep, document)


@rule("FBX-SYNTAX", "error", "expected a key with a colon, found {found}")
def bad_syntax(document: Document) -> Iterator[Finding]:
    """Line of a text file is not a node.

    What: A text file consists of keys with values, `Key: value, value`, and of braces around children.
    Why: Other readers refuse the file. Pantin skips the line.
    Fix: Correct the line the message names.
    Source: text files of the FBX SDK.
    """
    yield from _faults(bad_syntax, document)


RULES: tuple[Rule[[Document]], ...] = (
    unreadable,
    unknown_version,
    truncated,
    bad_offset,
    bad_value,
    wrong_length,
    too_deep,
    bad_syntax,
)
