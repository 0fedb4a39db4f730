"""`migrate`: a VRM 0.x as VRM 1.0, and what became of its permissions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pantin.base.any_numbers import any_numbers
from pantin.base.arguments import check_arguments
from pantin.base.errors import NothingToDo
from pantin.base.options import Option
from pantin.verbs.asset import Asset
from pantin.verbs.parameters import ALLOW_OUTSIDE, FORCE, SOURCES, target
from pantin.verbs.verb import Done, Files, Verb

if TYPE_CHECKING:
    from pantin.formats.format import Format
    from pantin.report import Report
    from pantin.verbs.model import Model

MOST_LISTED = 3
"""How many lost things the summary of a file names."""


@check_arguments
@any_numbers
def migrate(asset: Model) -> Asset:
    """A copy of a VRM 0.x as VRM 1.0. The report of saving it has the permissions, what VRM 1.0 has no
    counterpart for, and what is not valid in the new file.

    Raises `ValueError` for a model that is not a VRM 0.x.

    >>> migrated = pantin.migrate(pantin.load("examples/vrm/older.vrm"))
    >>> migrated.rig.character.version
    '1.0'
    """
    asset = Asset.from_model(asset)
    change = asset.format.edits.migrate if asset.format.edits else None
    character = asset.rig.character
    if change is None or character is None:
        words = f"{asset.path} is not a VRM: only files of VRM 0.x can be migrated to VRM 1.0"
        raise NothingToDo(words, "no VRM")
    if asset.from_rig:
        raise ValueError("a rig has no file to migrate: give the path or the asset that it was read from")
    if character.version != "0.x":
        raise ValueError(f"{asset.path} is a VRM {character.version} already")
    document = asset.document.copy()
    findings = [*asset._carried, *asset.lifted.findings, *change(document, asset.rig)]
    return Asset(asset.path, asset.format, document=document, findings=findings)


def migrate_file(files: Files, *, verbose: bool = False, allow_outside: bool = False) -> Done:
    """Migrate a file; one of VRM 1.0 is copied."""
    from pantin.base.records import replace

    asset = files.load(allow_outside)
    character = asset.rig.character
    if character is not None and character.version == "1.0":
        copied = f"{files.target}: copied ({files.name} is VRM 1.0)"
        return Done(files.save(asset), asset, (copied,), result="copied")
    migrated = migrate(asset)
    report = files.save(migrated)
    shown = report if verbose else replace(report, findings=report.errors)
    notes = tuple(summarise(migrated, report, files))
    return Done(shown, asset, notes, failed=not report.ok, result="migrated")


def summarise(migrated: Asset, report: Report, files: Files) -> list[str]:
    """Three lines: permissions, what was lost, and the result."""
    from pantin.formats.model_meta import permissions_in_a_line
    from pantin.report.wording import counted, format_size
    from pantin.verbs.meta import read_meta

    size = format_size(Path(files.target).stat().st_size)
    errors = counted(len(report.errors), "error") if report.errors else "no errors"
    return [
        f"permissions: {permissions_in_a_line(read_meta(migrated))}",
        f"lost: {describe_losses(report)}",
        f"{files.target}: VRM 1.0, {size}, {errors}",
    ]


def describe_losses(report: Report) -> str:
    """The first visible or audible loss, without details of Unity's import of the old file."""
    from pantin.formats.gltf.migration import NO_COUNTERPART

    lost = [
        finding.message.removeprefix("dropped ").removesuffix(NO_COUNTERPART)
        for finding in report.findings
        if finding.rule.startswith("LOSS-")
        and finding.rule not in ("LOSS-VRM_LICENCE", "LOSS-VRM_INVALID", "LOSS-BOOKKEEPING")
    ]
    if not lost:
        return "nothing that is seen or played"
    more = len(lost) - MOST_LISTED
    return "; ".join(lost[:MOST_LISTED]) + (f"; and {more:,} more (--verbose lists them)" if more > 0 else "")


def has_characters(format: Format | None) -> bool:
    return format is not None and format.edits is not None and format.edits.migrate is not None


VERB = Verb(
    migrate,
    Option("verbose", bool, "List every change and every loss.", False),
    FORCE,
    ALLOW_OUTSIDE,
    arguments=(SOURCES, target("The .vrm to write, or the folder for many files.")),
    each=migrate_file,
    stores=("character",),
    takes=has_characters,
    notes="""Prints three lines for each avatar: its permissions in VRM 1.0, which are never looser than
    before, what VRM 1.0 has no counterpart for, and the result. Files of VRM 1.0 are copied.""",
    examples="""
        pantin migrate examples/vrm/older.vrm newer.vrm
        pantin migrate examples/vrm/older.vrm newer.vrm --verbose
        pantin migrate examples/vrm/ migrated/
    """,
)
