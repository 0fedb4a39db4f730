"""Rules about objects of every kind: extensions, extras, lists, and members that require others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.formats.gltf.extensions import find, is_read
from pantin.formats.gltf.scope import Scope
from pantin.formats.members.faults import shown
from pantin.formats.members.references import referring_members
from pantin.report import Finding, rule
from pantin.report.pointer import JsonPath, pointer


def extension_uses(scope: Scope) -> list[tuple[JsonPath, Any, str]]:
    """Every extension of every object: path of the object, object, name of the extension."""
    holders = scope.objects_with("extensions")
    return [(path, value, name) for path, value in holders for name in value.extensions or ()]


@rule(
    "GLTF-UNDECLARED_EXTENSION",
    "error",
    '{object} uses extension "{name}", which is not listed in extensionsUsed',
    only_with=("extensions",),
)
def undeclared_extension(scope: Scope) -> Iterator[Finding]:
    """Extension is not declared.

    What: Every extension that an object uses must be listed in `extensionsUsed`.
    Why: Readers decide by that list whether they can load the file.
    Fix: Add the name to `extensionsUsed`, and to `extensionsRequired` if the file cannot be used without it.
    Source: glTF 2.0 §3.12.
    """
    # Extensions of objects that have rules of their own, such as the joints of springs, count too.
    own = ((path, value) for path, value in scope.extended.own if value.extensions)
    uses = [(path, name) for path, value in own for name in value.extensions or ()]
    for path, name in [*((path, name) for path, _, name in scope.fact(extension_uses)), *uses]:
        if name not in scope.used_extensions:
            where = pointer(*path, "extensions", name)
            yield undeclared_extension.at(where, object=scope.subject(path), name=name)


@rule(
    "GLTF-UNEXPECTED_EXTENSION_OBJECT",
    "error",
    'extension "{name}" is not allowed in {object}',
    only_with=("extensions",),
)
def unexpected_extension_object(scope: Scope) -> Iterator[Finding]:
    """Extension in an object that it does not extend.

    What: An extension must be in an object of a kind that its specification names.
    Why: Readers do not look for it there.
    Fix: Move it to the object that its specification names.
    Source: glTF 2.0 §3.12, and the specifications of the extensions.
    """
    for path, value, name in scope.fact(extension_uses):
        extension = find(name)
        known = extension is not None and is_read(extension, scope.document)
        kinds = extension.kinds_of(name) if extension is not None and known else None
        if name in scope.used_extensions and kinds is not None and not isinstance(value, kinds):
            where = pointer(*path, "extensions", name)
            yield unexpected_extension_object.at(where, name=name, object=scope.subject(path))


@rule(
    "GLTF-MULTIPLE_EXTENSIONS",
    "warning",
    '{object} has extension "{name}" and {others}, which cannot be combined',
    only_with=("extensions",),
)
def multiple_extensions(scope: Scope) -> Iterator[Finding]:
    """Conflicting extensions.

    What: KHR_materials_unlit and KHR_materials_pbrSpecularGlossiness should be the only extension of their
    material. An exception is VRMC_materials_mtoon, whose specification asks for KHR_materials_unlit as a
    fallback.
    Why: They replace the shading of the material, so it is undefined how other extensions change it.
    Fix: Remove one of the extensions.
    Source: KHR_materials_unlit and KHR_materials_pbrSpecularGlossiness, "Extending Materials";
    VRMC_materials_mtoon 1.0, "Fallback Materials".
    """
    for path, value, name in scope.fact(extension_uses):
        extension = find(name)
        if extension is None or not extension.standalone or name not in scope.used_extensions:
            continue
        beside = [other for other in value.extensions if other != name and not _falls_back(other, name)]
        if beside and isinstance(value, extension.kinds_of(name) or ()):
            where, texts = pointer(*path, "extensions", name), {"name": name, "others": ", ".join(beside)}
            yield multiple_extensions.at(where, object=scope.subject(path), **texts)


def _falls_back(name: str, other: str) -> bool:
    """Whether an extension allows another one as fallback for readers that do not support it."""
    extension = find(name)
    return extension is not None and other in extension.fallbacks


@rule("GLTF-NON_OBJECT_EXTRAS", "info", "{member} is {value}, expected an object", only_with=("extras",))
def non_object_extras(scope: Scope) -> Iterator[Finding]:
    """Extras are not an object.

    What: `extras` should be a JSON object.
    Why: Other tools cannot add their own member beside yours.
    Fix: Put the value into a member: `"extras": {"note": …}`.
    Source: glTF 2.0 §3.12.
    """
    for path, value in scope.objects_with("extras"):
        if not isinstance(value.extras, dict):
            member = (*path, "extras")
            shown_value = shown(value.extras)
            yield non_object_extras.at(pointer(*member), member=scope.subject(member), value=shown_value)


@rule("GLTF-DUPLICATE_ELEMENTS", "error", "{list} contains {value} more than once")
def duplicate_elements(scope: Scope) -> Iterator[Finding]:
    """Duplicate element of a list.

    What: The lists of children, scene nodes, joints, extensions and material variants must not have an
    element twice.
    Why: A node has one parent, a skin one entry per joint, and a scene shows a node once.
    Fix: Remove the duplicate. In the joints of a skin, renumber `JOINTS_n` of its meshes.
    Source: glTF 2.0 §5.25.2 (node.children), §5.27.1 (scene.nodes), §5.28.3 (skin.joints), §5.17.1.
    """
    for path, values in unique_lists(scope):
        seen: set[str | int] = set()
        for i, value in enumerate(values):
            if value in seen:
                is_node = isinstance(value, int) and path[0] in ("nodes", "scenes", "skins")
                element = scope.named("node", int(value)) if is_node else shown(value)
                yield duplicate_elements.at(pointer(*path, i), list=scope.subject(path), value=element)
            elif value is not None:
                seen.add(value)


def unique_lists(scope: Scope) -> Iterator[tuple[JsonPath, list[Any]]]:
    model = scope.model
    lists = {"extensionsUsed": model.extensions_used, "extensionsRequired": model.extensions_required}
    for name, valid in lists.items():
        listed = valid if scope.has_complete_model else scope.tree.get(name)
        if isinstance(listed, list | tuple):
            yield (name,), [value if isinstance(value, str) else None for value in listed]
    for i, children in enumerate(scope.children):
        yield ("nodes", i, "children"), list(children)
    for i, scene in enumerate(scope.model.scenes):
        yield ("scenes", i, "nodes"), list(scene.nodes or ()) if scene else []
    for i, skin in enumerate(scope.model.skins):
        yield ("skins", i, "joints"), list(skin.joints or ()) if skin else []
    for path, value in scope.extended.objects:
        for attribute, name, *_ in referring_members(type(value)):
            held = getattr(value, attribute)
            if isinstance(held, tuple):
                yield (*path, name), list(held)


@rule("GLTF-UNSATISFIED_DEPENDENCY", "error", '{member} needs "{needed}" in {place}')
def unsatisfied_dependency(scope: Scope) -> Iterator[Finding]:
    """Member requires another member that is missing.

    What: `byteOffset` of an accessor needs `bufferView`; `skin` and `weights` of a node need `mesh`;
    `bufferView` of an image needs `mimeType`; `extensionsRequired` needs `extensionsUsed`; lights of nodes
    and variants of primitives need the list of them in the root.
    Why: The member has no effect without the other one.
    Fix: Add the member named in the message, or remove this one.
    Source: glTF 2.0 §5.1 (accessor), §5.17 (glTF), §5.18 (image), §5.25 (node); KHR_lights_punctual;
    KHR_materials_variants.
    """
    for path, needed in dependencies(scope):
        required_in = "the root object" if needed.startswith("extensions/") else "the same object"
        texts = {"member": scope.subject(path), "needed": needed, "place": required_in}
        yield unsatisfied_dependency.at(pointer(*path), **texts)


def dependencies(scope: Scope) -> Iterator[tuple[JsonPath, str]]:
    """The members that lack a required other member, with that member."""
    required, used = scope.model.extensions_required, scope.model.extensions_used
    if scope.states(required, (), "extensionsRequired") and not scope.states(used, (), "extensionsUsed"):
        yield ("extensionsRequired",), "extensionsUsed"
    for i, accessor in enumerate(scope.model.accessors):
        if accessor is None or accessor.buffer_view is not None:
            continue
        if scope.states(accessor.byte_offset, ("accessors", i), "byteOffset"):
            yield ("accessors", i, "byteOffset"), "bufferView"
    for i, node in enumerate(scope.model.nodes):
        if node and node.mesh is None:
            if node.skin is not None:
                yield ("nodes", i, "skin"), "mesh"
            if node.weights is not None:
                yield ("nodes", i, "weights"), "mesh"
    for i, image in enumerate(scope.model.images):
        if image and image.buffer_view is not None and image.mime_type is None:
            yield ("images", i, "bufferView"), "mimeType"
    for path, value in scope.extended.objects:
        needed = value.root_extension
        if needed is not None and needed not in (scope.model.extensions or {}):
            yield path, f"extensions/{needed}"


@rule("GLTF-ONE_OF_MISMATCH", "error", "{object} has {found}, expected exactly one of {members}")
def one_of_mismatch(scope: Scope) -> Iterator[Finding]:
    """Not exactly one of several members.

    What: An image must have either `uri` or `bufferView`; a camera must not have both `orthographic` and
    `perspective`.
    Why: Readers cannot tell which of the two counts, or find no data at all.
    Fix: Keep one of the members.
    Source: glTF 2.0 §5.18 (image), §5.12 (camera).
    """
    for i, image in enumerate(scope.model.images):
        if image is not None and (image.buffer_view is None) == (image.uri is None):
            actual = "neither" if image.uri is None else "both"
            yield _one_of(scope, ("images", i), actual, "bufferView, uri")
    for i, camera in enumerate(scope.model.cameras):
        path = ("cameras", i)
        if camera and all(scope.states(getattr(camera, name), path, name) for name in camera.choices):
            yield _one_of(scope, path, "both", ", ".join(camera.choices))


def _one_of(scope: Scope, path: JsonPath, actual: str, members: str) -> Finding:
    return one_of_mismatch.at(pointer(*path), object=scope.subject(path), found=actual, members=members)


RULES = (
    unsatisfied_dependency,
    duplicate_elements,
    undeclared_extension,
    unexpected_extension_object,
    multiple_extensions,
    one_of_mismatch,
    non_object_extras,
)
