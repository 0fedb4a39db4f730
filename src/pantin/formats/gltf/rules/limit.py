"""The rule about data that is not read because it exceeds a limit."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.gltf.scope import Scope
from pantin.report import Finding, rule


@rule("GLTF-LIMIT_EXCEEDED", "error", "{reason}")
def limit_exceeded(scope: Scope) -> Iterator[Finding]:
    """Limit exceeded.

    What: The sizes that the file asks for must stay within the limits set by the caller.
    Why: A few bytes can claim to be gigabytes. Data beyond a limit is not read, so it is not checked.
    Fix: If the file is meant to be that large, raise the limit named in the message.
    Source: `pantin.Limits`.
    """
    for where, error in scope.exceeded.items():
        yield limit_exceeded.at(where, reason=error)


RULES = (limit_exceeded,)
