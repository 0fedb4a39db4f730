"""The rule that says what `lift` could not use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pantin.report import Finding, rule

if TYPE_CHECKING:
    from pantin.formats.gltf.document import Document


@rule("RIG-LEFT_OUT", "warning", "{what} is left out of the rig: {why}")
def left_out(document: Document) -> Iterator[Finding]:
    """Every node, mesh, skin and clip of the file can be used as a part of its rig.

    Why: what cannot be read, or contradicts the rest of the file, has no meaning to pose.
    Mend: the findings of the format's own rules at the same place say what to change.
    Source: glTF 2.0 §3.6.2, §3.7 and §3.11
    """
    from pantin.formats.gltf.lift import lift

    yield from lift(document).findings
