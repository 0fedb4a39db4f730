"""Exceptions that extensions make to rules of core glTF, and the nodes that extensions refer to."""

from __future__ import annotations

from pantin.formats.gltf.extensions import every
from pantin.formats.gltf.objects import references_of
from pantin.formats.gltf.scope import Scope


def allowed_objects(scope: Scope, rule_id: str) -> set[int]:
    """The objects, by index, that a rule of core glTF must not report because an extension of the file allows
    them.
    """
    if not scope.model.extensions_used and not scope.model.extensions:
        return set()
    here = scope.used_extensions.union(scope.model.extensions or ())
    functions = [
        extension.allows[rule_id]
        for extension in every()
        if rule_id in extension.allows and not here.isdisjoint(extension.names)
    ]
    return set().union(*(function(scope) for function in functions))


def nodes_of_extensions(scope: Scope) -> set[int]:
    """The nodes that extension objects refer to: humanoid bones, spring joints, colliders."""
    listed = (
        reference
        for pair in (*scope.extended.objects, *scope.extended.own)
        for reference in references_of(*pair, uncounted=True)
    )
    return {reference.index for reference in listed if reference.collection == "nodes"}
