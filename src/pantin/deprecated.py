"""Members of the last release that still work, with a `DeprecationWarning`. The next release is without them.

`Material.extensions` was JSON of glTF, so this module alone, among those that every package may import, uses
the glTF format.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Self

import msgspec

from pantin.base.deprecation import current_names, warn
from pantin.base.records import replace

if TYPE_CHECKING:
    from pantin.rig import Material


class FormerNames:
    """A record whose fields can still be read, and replaced, by their former names."""

    __slots__ = ()

    former: ClassVar[dict[str, str]] = {}

    if not TYPE_CHECKING:  # a checker must complain of names that do not exist

        def __getattr__(self, name: str) -> Any:
            now = type(self).former.get(name)
            if now is None:
                kind = type(self).__name__
                raise AttributeError(f"{kind!r} object has no attribute {name!r}", name=name, obj=self)
            warn(f"{type(self).__name__}.{name} is deprecated: write {now}")
            return getattr(self, now)

    def replace(self, **changes: Any) -> Self:
        """A copy with other values of these fields."""
        return replace(self, **current_names(type(self).__name__, type(self).former, changes))


class WithFormerNames(msgspec.StructMeta):
    """The metaclass of structs that are still made of arguments with the former names of their fields."""

    if not TYPE_CHECKING:  # a checker knows the arguments by the fields

        def __call__(self, *arguments: Any, **members: Any) -> Any:
            if not self.former.keys().isdisjoint(members):
                members = current_names(self.__name__, self.former, members)
            return super().__call__(*arguments, **members)


class WithoutExtensions(msgspec.StructMeta):
    """The metaclass of structs that had JSON of glTF extensions."""

    if not TYPE_CHECKING:

        def __call__(self, *arguments: Any, **members: Any) -> Any:
            if "extensions" in members:
                fields, extensions = self.__struct_fields__, members.pop("extensions") or {}
                instead = "give alternatives" if "alternatives" in fields else "leave it out"
                warn(f"{self.__name__}(extensions=…) is deprecated: {instead}")
                images = [
                    payload.get("source") for payload in extensions.values() if isinstance(payload, Mapping)
                ]
                if "alternatives" in fields:
                    members.setdefault("alternatives", tuple(i for i in images if type(i) is int))
            return super().__call__(*arguments, **members)


def extensions_of(material: Material) -> dict[str, Any] | None:
    """The parts of a material as JSON of glTF extensions; None without any."""
    from pantin.formats.gltf.new import write
    from pantin.rig import Texture, build

    warn("Material.extensions is deprecated: read its fields, such as clearcoat", 4)
    textures = max((use.texture + 1 for use in material.texture_uses().values()), default=0)
    plain = replace(material, unlit=False)
    written: dict[str, Any] = write(build(materials=[plain], textures=[Texture()] * textures)).tree[
        "materials"
    ][0]
    return written.get("extensions")


def fields_of(extensions: Mapping[str, Any] | None) -> dict[str, Any]:
    """The fields of a material that JSON of glTF extensions describes."""
    import json

    from pantin.base.records import field_names
    from pantin.formats.gltf.document import read
    from pantin.formats.gltf.lift import lift
    from pantin.rig import Material

    warn("Material(extensions=…) is deprecated: give its fields, such as clearcoat", 4)
    if not extensions:
        return {}
    count = max(_indices(extensions), default=-1) + 1
    tree = {
        "asset": {"version": "2.0"},
        "materials": [{"extensions": dict(extensions)}],
        **({"textures": [{}] * count} if count else {}),
    }
    (material,) = lift(read(json.dumps(tree).encode(), name="material.gltf")).rig.materials
    plain = Material(metallic=material.metallic)
    names = field_names(material)
    return {
        name: getattr(material, name) for name in names if getattr(material, name) != getattr(plain, name)
    }


def _indices(value: Any) -> Iterator[int]:
    """The indices of textures in JSON of an extension."""
    if isinstance(value, Mapping):
        if type(value.get("index")) is int:
            yield value["index"]
        for member in value.values():
            yield from _indices(member)
