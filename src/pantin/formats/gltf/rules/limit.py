"""The rule that speaks where a limit kept something from being read."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.gltf.rules.scope import Scope
from pantin.report import Finding, rule


@rule("GLTF-LIMIT_EXCEEDED", "error", "{reason}")
def limit_exceeded(scope: Scope) -> Iterator[Finding]:
    """What a file holds must stay within the limits that the caller set.

    Why: a few bytes can claim to be gigabytes; what lies past a limit was not read, so it was not checked.
    Mend: if the file is meant to be that large, raise the limit named in the message.
    Source: `pantin.limits`.
    """
    for place, error in scope.exceeded.items():
        yield limit_exceeded.at(place, reason=error)


RULES = (limit_exceeded,)
