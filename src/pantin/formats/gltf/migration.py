"""VRM 0.x to 1.0, and findings on what a migration decides and drops."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pantin.base.records import Record
from pantin.formats.file_rules import dropped_bookkeeping
from pantin.formats.gltf.extensions import every
from pantin.formats.gltf.not_carried import is_bookkeeping
from pantin.report import Finding, rule

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document
    from pantin.rig import Rig


class Migration(Record):
    """The migrated permissions, members without counterpart (with their paths in the old file), and errors of
    the new character."""

    licence: str
    dropped: tuple[tuple[str, str], ...]
    errors: tuple[Finding, ...]


@rule("LOSS-VRM_LICENCE", "info", "permissions in VRM 1.0: {licence}")
def migrated_licence(migration: Migration) -> Iterator[Finding]:
    """Permissions of VRM 0.x are written as those of VRM 1.0.

    What: A file of VRM 0.x is migrated to VRM 1.0.
    Why: The two ask different questions. Allowed users and violent, sexual and commercial use cross, and the
    address of the licence, or of the page that its name stands for; whatever VRM 0.x did not say gets the
    strictest value, so that nothing becomes allowed that was not.
    Fix: If you hold the rights, set the permissions that you want in `meta`.
    Source: VRMC_vrm 1.0, meta; vrm.meta.schema.json of VRM 0.x.
    """
    yield migrated_licence.at("", licence=migration.licence)


NO_COUNTERPART = ": VRM 1.0 has no counterpart"


@rule("LOSS-VRM_MIGRATION", "info", "dropped {what}" + NO_COUNTERPART)
def dropped_by_migration(migration: Migration) -> Iterator[Finding]:
    """VRM 1.0 has no counterpart.

    What: A part of a VRM 0.x file has no counterpart in VRM 1.0: curves of the gaze that are not straight,
    the name of a licence beside the address of another, shaders other than MToon and unlit ones, a center
    that is not above its spring. How Unity imports the body is LOSS-BOOKKEEPING.
    Why: VRM 1.0 does not depend on Unity.
    Fix: Usually nothing.
    Source: VRMC_vrm 1.0; UniVRM's migration.
    """
    for what, where in migration.dropped:
        if is_bookkeeping(where):
            yield from dropped_bookkeeping([(what, 1, where)])
            continue
        yield dropped_by_migration.at(where, what=what)


@rule("LOSS-VRM_INVALID", "error", "the new file breaks {rule}: {message}")
def invalid_result(migration: Migration) -> Iterator[Finding]:
    """Migrated character is not a valid VRM 1.0.

    What: The character of a VRM 0.x file lacks something that VRM 1.0 requires, such as a humanoid bone.
    Why: Readers of VRM 1.0 refuse the file.
    Fix: Name the missing bones in the old file, or correct what the rule is about in the new one.
    Source: VRMC_vrm 1.0; the rule that is named.
    """
    for finding in migration.errors:
        yield invalid_result.at(finding.pointer, rule=finding.rule, message=finding.message)


def migrate_character(document: Document, rig: Rig) -> list[Finding]:
    """Migrate VRM 0.x to VRM 1.0; the findings list permissions and dropped members."""
    migrate = next(extension.migrate for extension in every() if extension.migrate is not None)
    migration: Migration = migrate(document, rig)
    return [*migrated_licence(migration), *dropped_by_migration(migration), *invalid_result(migration)]
