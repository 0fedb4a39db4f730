"""Rules about USD files as a whole: whether they open, and the files they refer to."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.base.records import replace
from pantin.formats.usd.damage import Unopened
from pantin.formats.usd.opened import Opened
from pantin.report import Finding, rule
from pantin.report.wording import quoted


@rule("USD-UNREADABLE", "error", "not a USD file that can be opened: {why}")
def unreadable(error: Unopened) -> Iterator[Finding]:
    """USD file cannot be opened.

    What: usd-core reports an error when it opens the file: a fault of syntax, a damaged table of contents, or
    an archive that is not a package.
    Why: There is no stage.
    Fix: Write the file again. `usdcat` and `usdchecker` of OpenUSD say more about it.
    Source: the specifications of .usda, .usdc and .usdz.
    """
    yield replace(unreadable.at(why=str(error)), line=error.line, column=error.column)


@rule("USD-CRASH", "error", "usd-core crashed while it read the file: its process {why}")
def crashed(why: str) -> Iterator[Finding]:
    """Reading a USD file crashes usd-core.

    What: The process that reads USD files ended without an answer. The file is damaged in a way that usd-core
    does not notice, or larger than the memory.
    Why: Nothing of the file can be used.
    Fix: Write the file again. Do not open it in other programs that use OpenUSD.
    Source: Pantin reads USD files in a separate process for this reason.
    """
    yield crashed.at(why=why)


@rule("USD-REFERENCE_REFUSED", "error", "{reference} in {where} is not read: {why}")
def refused_reference(opened: Opened) -> Iterator[Finding]:
    """Reference is not followed.

    What: A reference, a payload, a sublayer, a texture or a value clip is outside the folder of the file, has
    a scheme such as https, or is an expression.
    Why: A file from elsewhere could read any file of yours. The stage is composed without it.
    Fix: Put the other file into the folder, or allow it: `--allow-outside`, in Python `allow_outside=True`.
    Source: docs/lossless.md, "References to other files".
    """
    for where, reference, why in opened.refused:
        yield refused_reference.at(_pointer(where), reference=quoted(reference), where=_short(where), why=why)


@rule("USD-REFERENCE_MISSING", "error", "{reference} in {where} cannot be read: {why}")
def missing_reference(opened: Opened) -> Iterator[Finding]:
    """Referenced file is missing.

    What: A reference, a payload, a sublayer or a texture names a file that does not exist or cannot be read.
    Why: The stage lacks its content.
    Fix: Put the file where the reference names it, or correct the reference.
    Source: UsdStage, composition errors.
    """
    for where, reference, why in opened.missing:
        yield missing_reference.at(_pointer(where), reference=quoted(reference), where=_short(where), why=why)


def references(opened: Opened) -> Iterator[Finding]:
    yield from refused_reference(opened)
    yield from missing_reference(opened)


def _short(where: str) -> str:
    """A layer by its file name, a prim by its path."""
    return where if where.startswith("/") and "." not in where else where.rpartition("/")[2]


def _pointer(where: str) -> str | None:
    return where if where.startswith("/") and "." not in where else None
