"""Rules about objects of every kind: their extensions, extras, lists, and members that need others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.formats.gltf.ext import find
from pantin.formats.gltf.model import Property
from pantin.formats.gltf.objects import Place
from pantin.formats.gltf.rules.scope import Scope
from pantin.formats.gltf.rules.shape import shown
from pantin.report import Finding, rule
from pantin.report.pointer import pointer


def extended(scope: Scope) -> list[tuple[Place, Any, str]]:
    """Every extension of every object: the place of the object, the object, the name of the extension."""
    return [
        (place, value, name)
        for place, value in scope.objects
        for name in getattr(value, "extensions", None) or ()
    ]


@rule("GLTF-UNDECLARED_EXTENSION", "error", '"{name}" is not listed in extensionsUsed')
def undeclared_extension(scope: Scope) -> Iterator[Finding]:
    """Every extension in use must be listed in `extensionsUsed`.

    Why: by that list readers decide whether they understand the file.
    Mend: add the name to `extensionsUsed`, and to `extensionsRequired` if the file means nothing without it.
    Source: glTF 2.0 §3.12.
    """
    for place, _, name in scope.fact(extended):
        if name not in scope.used_extensions:
            yield undeclared_extension.at(pointer(*place, "extensions", name), name=name)


@rule("GLTF-UNEXPECTED_EXTENSION_OBJECT", "error", '"{name}" does not extend this kind of object')
def unexpected_extension_object(scope: Scope) -> Iterator[Finding]:
    """An extension must stand in an object of a kind that it extends.

    Why: anywhere else it has no meaning.
    Mend: move it to the object named in the text of the extension.
    Source: glTF 2.0 §3.12, and the texts of the extensions.
    """
    for place, value, name in scope.fact(extended):
        extension = find(name)
        kinds = extension.extends[name] if extension is not None else None
        if name in scope.used_extensions and kinds is not None and not isinstance(value, kinds):
            yield unexpected_extension_object.at(pointer(*place, "extensions", name), name=name)


@rule("GLTF-NON_OBJECT_EXTRAS", "info", "expected an object, found {value}")
def non_object_extras(scope: Scope) -> Iterator[Finding]:
    """Extras should be an object.

    Why: others can then add a member of their own beside yours.
    Mend: put the value into a member: `"extras": {"note": …}`.
    Source: glTF 2.0 §3.12.
    """
    for place, value in scope.objects:
        extras = getattr(value, "extras", None)
        if isinstance(value, Property) and extras is not None and not isinstance(extras, dict):
            yield non_object_extras.at(pointer(*place, "extras"), value=shown(extras))


@rule("GLTF-DUPLICATE_ELEMENTS", "error", "{value} is in the list before")
def duplicate_elements(scope: Scope) -> Iterator[Finding]:
    """A list of nodes or of extensions must not name one twice.

    Why: a node has one parent, a skin one slot per joint, and a scene shows a node once.
    Mend: remove the repetition; in a skin's joints that means renumbering `JOINTS_n` of its meshes.
    Source: glTF 2.0 §5.25.2 (node.children), §5.27.1 (scene.nodes), §5.28.3 (skin.joints), §5.17.1.
    """
    for place, values in unique_lists(scope):
        seen: set[str | int] = set()
        for i, value in enumerate(values):
            if value in seen:
                yield duplicate_elements.at(pointer(*place, i), value=shown(value))
            elif value is not None:
                seen.add(value)


def unique_lists(scope: Scope) -> Iterator[tuple[Place, list[Any]]]:
    for name in ("extensionsUsed", "extensionsRequired"):
        listed = scope.tree.get(name)
        if isinstance(listed, list):
            yield (name,), [value if isinstance(value, str) else None for value in listed]
    for i, children in enumerate(scope.children):
        yield ("nodes", i, "children"), list(children)
    for i, scene in enumerate(scope.model.scenes):
        yield ("scenes", i, "nodes"), list(scene.nodes or ()) if scene else []
    for i, skin in enumerate(scope.model.skins):
        yield ("skins", i, "joints"), list(skin.joints or ()) if skin else []


@rule("GLTF-UNSATISFIED_DEPENDENCY", "error", 'it needs the member "{needed}" beside it')
def unsatisfied_dependency(scope: Scope) -> Iterator[Finding]:
    """A member that means something only beside another must have that other beside it.

    Why: an offset needs a view to be offset into, a skin and morph weights a mesh to act on.
    Mend: add the member named in the message, or remove this one.
    Source: glTF 2.0 §5.1 (accessor), §5.17 (glTF), §5.25 (node).
    """
    for place, needed in dependencies(scope):
        yield unsatisfied_dependency.at(pointer(*place), needed=needed)


def dependencies(scope: Scope) -> Iterator[tuple[Place, str]]:
    """The members that lack another, and which."""
    if "extensionsRequired" in scope.tree and "extensionsUsed" not in scope.tree:
        yield ("extensionsRequired",), "extensionsUsed"
    for i, accessor in enumerate(scope.model.accessors):
        if accessor and accessor.buffer_view is None and "byteOffset" in scope.tree["accessors"][i]:
            yield ("accessors", i, "byteOffset"), "bufferView"
    for i, node in enumerate(scope.model.nodes):
        if node and node.mesh is None:
            if node.skin is not None:
                yield ("nodes", i, "skin"), "mesh"
            if node.weights is not None:
                yield ("nodes", i, "weights"), "mesh"


RULES = (
    unsatisfied_dependency,
    duplicate_elements,
    undeclared_extension,
    unexpected_extension_object,
    non_object_extras,
)
