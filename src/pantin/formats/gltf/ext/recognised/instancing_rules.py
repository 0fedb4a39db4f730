"""Rules about EXT_mesh_gpu_instancing, beyond what its schema says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pantin.formats.gltf.codes import BYTE, FLOAT, SHORT, normalized_formats, plain
from pantin.formats.gltf.ext.recognised.instancing import Instancing
from pantin.formats.gltf.extent import format_words, formats_words
from pantin.formats.gltf.model import Accessor, get
from pantin.formats.gltf.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import JsonPath, pointer

FORMATS: Final = {
    "TRANSLATION": plain("VEC3", FLOAT),
    "ROTATION": plain("VEC4", FLOAT) | normalized_formats("VEC4", BYTE, SHORT),
    "SCALE": plain("VEC3", FLOAT),
}
"""The allowed accessor formats of each known attribute."""


def _instances(scope: Scope) -> Iterator[tuple[JsonPath, Instancing]]:
    for path, value in scope.extended.objects:
        if isinstance(value, Instancing):
            yield path, value


def _accessors(scope: Scope) -> Iterator[tuple[JsonPath, str, Accessor]]:
    """The existing accessors of attributes: path of the instancing object, name, accessor."""
    for path, value in _instances(scope):
        for name, index in (value.attributes or {}).items():
            accessor = get(scope.model.accessors, index)
            if accessor is not None:
                yield path, name, accessor


@rule(
    "GLTF-EXT_MESH_GPU_INSTANCING_NO_MESH",
    "warning",
    "{node} has instances (EXT_mesh_gpu_instancing) but no mesh",
)
def no_mesh(scope: Scope) -> Iterator[Finding]:
    """Instances without a mesh.

    What: A node with EXT_mesh_gpu_instancing should have a mesh.
    Why: The extension repeats the mesh of its node. Without one nothing is shown.
    Fix: Give the node a mesh, or remove the extension.
    Source: EXT_mesh_gpu_instancing, "Extending Nodes With Instance Attributes".
    """
    for path, _ in _instances(scope):
        node = scope.model.nodes[int(path[1])]
        if node is not None and node.mesh is None:
            yield no_mesh.at(pointer(*path), node=scope.named("node", int(path[1])))


@rule(
    "GLTF-EXT_MESH_GPU_INSTANCING_INVALID_ATTRIBUTE",
    "warning",
    '{node} has the instance attribute "{name}", expected {known}, or a name that starts with "_"',
)
def invalid_attribute(scope: Scope) -> Iterator[Finding]:
    """Unknown attribute of instances.

    What: An attribute of instances should be one that the extension defines, or start with an underscore.
    Why: Readers ignore other names, so a misspelt one moves no instance.
    Fix: Correct the name. Start the names of your own attributes with `_`.
    Source: EXT_mesh_gpu_instancing, "Extending Nodes With Instance Attributes"; glTF 2.0 §3.7.2.1.
    """
    for path, value in _instances(scope):
        for name in value.attributes or ():
            if name not in FORMATS and not name.startswith("_"):
                where, node = pointer(*path, "attributes", name), scope.named("node", int(path[1]))
                yield invalid_attribute.at(where, node=node, name=name, known=", ".join(FORMATS))


@rule(
    "GLTF-EXT_MESH_GPU_INSTANCING_INVALID_FORMAT",
    "error",
    "{name} of the instances of {node} is {found}, expected {expected}",
)
def invalid_format(scope: Scope) -> Iterator[Finding]:
    """Attribute of instances has the wrong format.

    What: TRANSLATION and SCALE of instances must be VEC3 of floats, ROTATION must be VEC4 of floats or of
    normalised signed bytes or shorts.
    Why: Readers cannot make transforms of other numbers.
    Fix: Store the attribute in the format named in the message.
    Source: EXT_mesh_gpu_instancing, "Extending Nodes With Instance Attributes".
    """
    for path, name, accessor in _accessors(scope):
        form = (accessor.type, accessor.component_type, bool(accessor.normalized))
        if name in FORMATS and None not in form and form not in FORMATS[name]:
            expected = formats_words(FORMATS[name])
            where, node = pointer(*path, "attributes", name), scope.named("node", int(path[1]))
            yield invalid_format.at(where, name=name, node=node, found=format_words(form), expected=expected)


@rule(
    "GLTF-EXT_MESH_GPU_INSTANCING_UNEQUAL_COUNT",
    "error",
    "{name} of the instances of {node} has {count} elements, but {first} has {expected}",
)
def unequal_count(scope: Scope) -> Iterator[Finding]:
    """Attributes of instances have different counts.

    What: All attributes of the instances of a node must have the same count.
    Why: Each instance needs one element of every attribute.
    Fix: Store one element per instance in every attribute.
    Source: EXT_mesh_gpu_instancing, "Extending Nodes With Instance Attributes".
    """
    first: dict[JsonPath, tuple[str, int]] = {}
    for path, name, accessor in _accessors(scope):
        if accessor.count is None:
            continue
        first_name, expected = first.setdefault(path, (name, accessor.count))
        if accessor.count != expected:
            where, node = pointer(*path, "attributes", name), scope.named("node", int(path[1]))
            values = {"name": name, "node": node, "first": first_name}
            yield unequal_count.at(where, **values, count=accessor.count, expected=expected)


RULES = (no_mesh, invalid_attribute, invalid_format, unequal_count)
