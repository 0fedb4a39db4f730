"""Add object names to findings in binary files, where a pointer is only a number without a line to open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pantin.base.records import replace
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.schema import Gltf
from pantin.report import Finding
from pantin.report.wording import named, quoted, singular

NAMED = ("nodes", "meshes", "skins", "animations", "materials", "images", "cameras", "scenes")
"""Collections whose items users know by name."""


def with_names(document: Document, findings: Iterable[Finding]) -> list[Finding]:
    """The findings, with the name of the object concerned where the message lacks it."""
    model = document.model
    owners: dict[int, tuple[str, int]] | None = None
    result = []
    for finding in findings:
        collection, index = _object_of(finding.pointer or "")
        if collection == "accessors":
            owners = dict(_accessor_owners(model)) if owners is None else owners
            collection, index = owners.get(index, ("", 0))
        name = _name(model, collection, index)
        if name and quoted(name) not in finding.message:
            finding = replace(finding, names=named(singular(collection), index, name))
        result.append(finding)
    return result


def _object_of(pointer: str) -> tuple[str, int]:
    parts = pointer.split("/", 3)  # no escapes: only the names of root collections matter
    if len(parts) > 2 and parts[2].isdecimal():
        return parts[1], int(parts[2])
    return "", 0


def _name(model: Gltf, collection: str, index: int) -> str | None:
    items = getattr(model, collection, None) or () if collection in NAMED else ()
    item = items[index] if index < len(items) else None
    return getattr(item, "name", None)


def _accessor_owners(model: Gltf) -> Iterator[tuple[int, tuple[str, int]]]:
    """Accessors, each with an object that uses its data."""
    for index, mesh in enumerate(model.meshes):
        for primitive in (mesh and mesh.primitives) or ():
            if primitive is not None:
                sets = (primitive.attributes or {}, *(primitive.targets or ()))
                listed = [accessor for each in sets for accessor in (each or {}).values()]
                for accessor in (*listed, primitive.indices):
                    if accessor is not None:
                        yield accessor, ("meshes", index)
    for index, animation in enumerate(model.animations):
        for sampler in (animation and animation.samplers) or ():
            for accessor in (sampler.input, sampler.output) if sampler is not None else ():
                if accessor is not None:
                    yield accessor, ("animations", index)
    for index, skin in enumerate(model.skins):
        if skin is not None and skin.inverse_bind_matrices is not None:
            yield skin.inverse_bind_matrices, ("skins", index)
