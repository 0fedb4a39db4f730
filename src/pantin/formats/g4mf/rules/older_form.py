"""Rules about older forms of the format. All others look at the newest form, made of it in memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.formats.g4mf.dialects import FLAT_KEYS, older_forms
from pantin.formats.g4mf.model import objects
from pantin.formats.g4mf.naming import describe
from pantin.formats.g4mf.newest import upgrade_faults
from pantin.formats.g4mf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted


@rule("G4MF-CORE-011", "info", "outdated form: {was}, replaced by {now} on {since}{count}")
def older_form(scope: Scope) -> Iterator[Finding]:
    """Older form of the format.

    What: The document uses the names and forms of the newest specification.
    Why: The format has no version number. Pantin reads the older spellings, but other readers may not.
    Fix: `pantin convert` writes the newest form.
    Source: the history of the G4MF texts.
    """
    for form in older_forms(scope.file):
        count = f" ({counted(form.count, 'occurrence')})" if form.count > 1 else ""
        yield older_form.at(form.pointer, was=form.was, now=form.now, since=form.since, count=count)


@rule("G4MF-CORE-014", "error", "cannot be read in its older form: {reason}")
def older_form_not_upgraded(scope: Scope) -> Iterator[Finding]:
    """Older form that cannot be upgraded.

    What: Everything in an older form can be expressed in the newest one: values of corners and of cells, and
    the offsets of targets over both, have the same size.
    Why: Pantin reads older files as if they had the newest form, which has one set of values for both.
    Fix: Store the values of corners and of cells as vectors of the same size, in floating point.
    Source: G4MF mesh, normals and texture map, in their versions of January 2026 and later.
    """
    for fault in upgrade_faults(scope.document, "form"):
        yield older_form_not_upgraded.at(fault.pointer, reason=fault.reason)


def _shapes(scope: Scope) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """The blend shapes of the file: pointer, shape, mesh."""
    for index, mesh in enumerate(objects(scope.file.tree, "meshes")):
        blend = mesh.get("blend") if isinstance(mesh, dict) else None
        for number, shape in enumerate(objects(blend, "shapes")):
            if isinstance(shape, dict):
                yield pointer("meshes", index, "blend", "shapes", number), shape, mesh


@rule("G4MF-BLEND-015", "error", "{target} needs cells, but no surface of the mesh has topology")
def topology_target_without_topology(scope: Scope) -> Iterator[Finding]:
    """Topology target on a mesh without topology.

    What: `topologyNormal` and `topologyTextureMap` are used with meshes that have topology.
    Why: They move values at the corners of cells, which this mesh does not have.
    Fix: Remove the target, or add the geometry.
    Source: G4MF blend, Topology Texture Map.
    """
    for location, shape, mesh in _shapes(scope):
        surfaces = [surface for surface in objects(mesh, "surfaces") if isinstance(surface, dict)]
        if any(surface.get("topology") or surface.get("geometry") for surface in surfaces):
            continue
        for key in ("topologyNormal", "topologyTextureMap"):
            if key in shape:
                target = describe(scope.file.tree, f"{location}/{key}")
                yield topology_target_without_topology.at(f"{location}/{key}", target=target)


@rule("G4MF-BLEND-024", "error", '{shape} has both "surfaces" and "{key}", its older form')
def shape_mixes_forms(scope: Scope) -> Iterator[Finding]:
    """Blend shape mixes two dialects.

    What: A blend shape has either `surfaces` or the older targets over all surfaces, not both.
    Why: Both would move the same values.
    Fix: Keep one form.
    Source: G4MF blend, in its versions of January and July 2026.
    """
    for location, shape, _ in _shapes(scope):
        flat = next((key for key in FLAT_KEYS if key in shape), None)
        if flat is not None and "surfaces" in shape:
            yield shape_mixes_forms.at(location, shape=describe(scope.file.tree, location), key=flat)


RULES = (older_form, older_form_not_upgraded, topology_target_without_topology, shape_mixes_forms)
