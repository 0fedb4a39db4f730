"""Rules about the names of blend shapes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pantin.checks.naming import name_mesh
from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted, quoted
from pantin.rig import Rig


@rule("RIG-BLEND_NAMES_MISSING", "info", "{mesh} has {shapes}")
def blend_names_missing(rig: Rig) -> Iterator[Finding]:
    """Blend shapes without names.

    What: A mesh has blend shapes (morph targets) and no list of their names.
    Why: Tools drive a face by the names of its shapes. Indices break when an exporter changes their order.
    Fix: Write the names into the mesh's extras as targetNames.
    Source: glTF 2.0 §3.7.2.2 (implementation note)
    """
    for index, mesh in enumerate(rig.meshes):
        if mesh.blend_shape_count and mesh.blend_names is None:
            shapes = counted(mesh.blend_shape_count, "unnamed blend shape")
            yield blend_names_missing.at(pointer("meshes", index), mesh=name_mesh(rig, index), shapes=shapes)


@rule("RIG-BLEND_NAMES_COUNT", "warning", "{mesh} has {shapes} but lists {names}")
def blend_names_count(rig: Rig) -> Iterator[Finding]:
    """Number of blend shape names differs from number of blend shapes.

    What: A mesh lists more or fewer names than it has blend shapes (morph targets).
    Why: Readers pair names and shapes by their position, so a missing or extra name can shift all names after
    it.
    Fix: List exactly one name for each blend shape.
    Source: glTF 2.0 §3.7.2.2 (implementation note)
    """
    for index, mesh in enumerate(rig.meshes):
        if mesh.blend_names is not None and len(mesh.blend_names) != mesh.blend_shape_count:
            yield blend_names_count.at(
                pointer("meshes", index),
                mesh=name_mesh(rig, index),
                shapes=counted(mesh.blend_shape_count, "blend shape"),
                names=counted(len(mesh.blend_names), "name"),
            )


@rule("RIG-BLEND_NAME_TWICE", "warning", "{mesh} has {count} blend shapes named {name}")
def blend_name_twice(rig: Rig) -> Iterator[Finding]:
    """Duplicate blend shape name.

    What: Several blend shapes (morph targets) of one mesh have the same name.
    Why: A lookup by name returns only one of them, and which one depends on the reader.
    Fix: Rename all but one.
    Source: glTF 2.0 §3.7.2.2 (implementation note)
    """
    for index, mesh in enumerate(rig.meshes):
        names = mesh.blend_names or ()
        if len(set(names)) < len(names):
            name, count = Counter(names).most_common(1)[0]
            yield blend_name_twice.at(
                pointer("meshes", index), mesh=name_mesh(rig, index), name=quoted(name), count=count
            )


RULES = (blend_names_missing, blend_names_count, blend_name_twice)
