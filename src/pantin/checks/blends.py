"""Rules about the names of blend shapes, by which tools and people find them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pantin.report import Finding, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted
from pantin.rig import Rig


@rule("RIG-BLEND_NAMES_MISSING", "info", "the mesh has {shapes} without a name")
def blend_names_missing(rig: Rig) -> Iterator[Finding]:
    """The blend shapes of a mesh have names.

    Why: a face is driven by names; by number alone it breaks when the shapes come in another order.
    Mend: write the names into the mesh's extras as targetNames.
    Source: glTF 2.0 §3.7.2.2 (implementation note)
    """
    for at, mesh in enumerate(rig.meshes):
        if mesh.targets and mesh.blend_names is None:
            shapes = counted(mesh.targets, "blend shape")
            yield blend_names_missing.at(pointer("meshes", at), shapes=shapes)


@rule("RIG-BLEND_NAMES_COUNT", "warning", "the mesh has {shapes} and lists {names}")
def blend_names_count(rig: Rig) -> Iterator[Finding]:
    """There are as many names as blend shapes.

    Why: readers pair names with shapes by place, so one name too few or too many may name all that follow
    wrongly.
    Mend: give one name for each blend shape.
    Source: glTF 2.0 §3.7.2.2 (implementation note)
    """
    for at, mesh in enumerate(rig.meshes):
        if mesh.blend_names is not None and len(mesh.blend_names) != mesh.targets:
            shapes, names = counted(mesh.targets, "blend shape"), counted(len(mesh.blend_names), "name")
            yield blend_names_count.at(pointer("meshes", at), shapes=shapes, names=names)


@rule("RIG-BLEND_NAME_TWICE", "warning", "{count} blend shapes of the mesh are called {name!r}")
def blend_name_twice(rig: Rig) -> Iterator[Finding]:
    """No two blend shapes of a mesh have the same name.

    Why: whoever asks for the name gets one of them, and readers differ in which.
    Mend: rename all but one.
    Source: glTF 2.0 §3.7.2.2 (implementation note)
    """
    for at, mesh in enumerate(rig.meshes):
        name, count = next(iter(Counter(mesh.blend_names or ()).most_common(1)), ("", 0))
        if count > 1:
            yield blend_name_twice.at(pointer("meshes", at), name=name, count=count)


RULES = (blend_names_missing, blend_names_count, blend_name_twice)
