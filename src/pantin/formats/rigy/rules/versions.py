"""Rules about features that the version of a document does not have yet: see `schema.features`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.base.records import replace
from pantin.formats.rigy.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer


def _early(scope: Scope, the_rule: Any) -> Iterator[Finding]:
    for fault in scope.faults("early"):
        if fault.values["rule"] == the_rule.id:
            finding = the_rule.at(pointer(*fault.path), **fault.values)
            yield scope.at_fault(replace(finding, severity=fault.values["severity"]), fault)


@rule(
    "RIGY-V77", "error", '{what} requires version "{since}", but this document has version "{version}"{times}'
)
def since_012(scope: Scope) -> Iterator[Finding]:
    """Feature requires version 0.12.

    What: Expressions, rotation_axis_angle, rotation_quat, the material of a mesh, offset_mode and
    triangle_prism_on_plane need version 0.12.
    Why: An older compiler rejects the document, or reads it as something else.
    Fix: Write version: "0.12"; from that version on each primitive becomes its own surface.
    Source: Rigy chapter 12, V77.
    """
    yield from _early(scope, since_012)


@rule(
    "RIGY-P22",
    "warning",
    '{what} requires version "{since}", but this document has version "{version}"{times}',
)
def since_its_version(scope: Scope) -> Iterator[Finding]:
    """Feature requires a later version.

    What: Each feature needs the version that introduced it. Wedges before 0.9 and UV sets before 0.8 are
    errors, because the language rejects them; other features mean the same in older documents.
    Why: An older compiler rejects the document.
    Fix: Write the version that the message names.
    Source: Rigy chapter 1.3; chapters 3.6 and 9.2 for the errors.
    """
    yield from _early(scope, since_its_version)


@rule(
    "RIGY-V79", "error", '{what} requires version "{since}", but this document has version "{version}"{times}'
)
def since_013(scope: Scope) -> Iterator[Finding]:
    """Implicit surface requires version 0.13.

    What: Primitives of type implicit_surface need version 0.13.
    Why: An older compiler rejects the document.
    Fix: Write version: "0.13".
    Source: Rigy chapter 12, V79.
    """
    yield from _early(scope, since_013)


RULES = (since_012, since_013, since_its_version)
