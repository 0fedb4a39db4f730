"""Rules about features that the version of a document does not have yet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pantin.report import Finding, rule
from pantin.rigy.expand.document import version_in
from pantin.rigy.rules.scope import Scope, pointer_to
from pantin.rigy.schema.document import NO_VERSION, version_of
from pantin.rigy.source import Map


@rule("RIGY-V77", "error", '{what} requires version "{since}", but this document has version "{version}"')
def since_012(scope: Scope) -> Iterator[Finding]:
    """Feature requires version 0.12.

    What: Expressions, rotation_axis_angle, the material of a mesh and triangle_prism_on_plane need
    version 0.12. rotation_quat means the same in older documents and is reported as a warning.
    Why: an older compiler rejects the document, or reads it as something else.
    Fix: write version: "0.12"; from that version on each primitive becomes its own surface.
    Source: Rigy chapter 12, V77.
    """
    if not NO_VERSION < version_of(scope.document) < (0, 12):
        return
    values = {"since": "0.12", "version": scope.document.version}
    for mesh in scope.document.meshes:
        if mesh.material is not None:
            yield since_012.at(pointer_to(mesh.path, "material"), what="the material of a mesh", **values)
        for primitive in mesh.primitives:
            if primitive.transform is not None and primitive.transform.rotation_axis_angle is not None:
                where = pointer_to(primitive.path, "transform", "rotation_axis_angle")
                yield since_012.at(where, what="'rotation_axis_angle'", **values)
            if primitive.transform is not None and primitive.transform.rotation_quat is not None:
                where = pointer_to(primitive.path, "transform", "rotation_quat")
                yield replace(since_012.at(where, what="'rotation_quat'", **values), severity="warning")


@rule("RIGY-P22", "error", '{what} requires version "{since}", but this document has version "{version}"')
def since_its_version(scope: Scope) -> Iterator[Finding]:
    """Feature requires a later version.

    What: Wedges need version 0.9. UV sets before 0.8 and tags before 0.11 mean the same and are reported
    as warnings.
    Why: an older compiler rejects the document.
    Fix: write the version that the message names.
    Source: Rigy chapter 3.6, Version Gate; chapters 9.2 and 10.6.
    """
    said, version = version_of(scope.document), scope.document.version
    if said <= NO_VERSION:
        return
    for mesh in scope.document.meshes:
        if mesh.uv_sets is not None and said < (0, 8):
            found = since_its_version.at(
                pointer_to(mesh.path, "uv_sets"), what="'uv_sets'", since="0.8", version=version
            )
            yield replace(found, severity="warning")
        for primitive in mesh.primitives:
            if primitive.type == "wedge" and said < (0, 9):
                yield since_its_version.at(
                    pointer_to(primitive.path, "type"), what="a wedge", since="0.9", version=version
                )
            if primitive.tags and said < (0, 11):
                found = since_its_version.at(
                    pointer_to(primitive.path, "tags"), what="'tags'", since="0.11", version=version
                )
                yield replace(found, severity="warning")


@rule(
    "RIGY-V79", "error", 'implicit surfaces require version "0.13", but this document has version "{version}"'
)
def since_013(scope: Scope) -> Iterator[Finding]:
    """Implicit surface requires version 0.13.

    What: Primitives of type implicit_surface need version 0.13.
    Why: an older compiler rejects the document.
    Fix: write version: "0.13".
    Source: Rigy chapter 12, V79.
    """
    if not NO_VERSION < version_of(scope.document) < (0, 13):
        return
    for mesh in scope.document.meshes:
        for primitive in mesh.primitives:
            if primitive.implicit is not None:
                yield since_013.at(pointer_to(primitive.path, "type"), version=scope.document.version)


def expanded_since_012(scope: Scope) -> Iterator[Finding]:
    """Expressions and prisms in an older document, which are not expanded."""
    root = scope.source.composed.root
    if isinstance(root, Map) and ("version" in root or "rigy_version" in root):
        yield from scope.findings(since_012, "since", version=version_in(root))


EXPANSION = (expanded_since_012,)
RULES = (since_012, since_013, since_its_version)
