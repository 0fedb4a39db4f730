"""The typed model of a G4MF tree in the newest form, and the faults of its members.

A tree without faults is decoded by msgspec in one step. Any other is decoded member by member, with a
`Fault` for each that is not as `schema` describes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, TypeVar

import msgspec

from pantin.formats.g4mf.schema import Root
from pantin.formats.g4mf.schema.data import File
from pantin.formats.g4mf.schema.item import Item, Raw, blank
from pantin.formats.g4mf.schema.material import CHANNELS, Channel, Material, Sampler, Texture
from pantin.formats.g4mf.schema.mesh import (
    Binding,
    Blend,
    BoundTier,
    Mesh,
    Shape,
    ShapePart,
    Skin,
    Surface,
    Target,
)
from pantin.formats.g4mf.schema.node import (
    COMPONENTS,
    TRANSFORM,
    Bone,
    Camera,
    Light,
    MeshInstance,
    Node,
    Skeleton,
)
from pantin.formats.members.decode import Decoder, decode_strictly
from pantin.formats.members.description import Described, Member
from pantin.formats.members.faults import Fault
from pantin.formats.members.references import object_members
from pantin.report.pointer import JsonPath, pointer

__all__ = [
    "CHANNELS",
    "COMPONENTS",
    "TRANSFORM",
    "Binding",
    "Blend",
    "Bone",
    "BoundTier",
    "Camera",
    "Channel",
    "File",
    "Item",
    "Light",
    "Material",
    "Mesh",
    "MeshInstance",
    "Model",
    "Node",
    "Raw",
    "Sampler",
    "Shape",
    "ShapePart",
    "Skeleton",
    "Skin",
    "Surface",
    "Target",
    "Texture",
    "asset_of",
    "is_index",
    "natural",
    "number",
    "objects",
    "read_model",
    "strings",
    "targets",
]

ORM = (0.0, 1.0, 0.0)
"""G4MF material, ORM: occlusion, roughness and metallic of a material without the channel."""

T = TypeVar("T", bound=Item)
D = TypeVar("D", bound=Described)


class Model:
    """The objects of a document, at the indices they have in the file, and the faults of their members."""

    def __init__(self, tree: Raw, root: Root, faults: list[Fault]) -> None:
        self.tree = tree
        self.root = root
        self.faults = faults

    @cached_property
    def dimension(self) -> int | None:
        return None if self.root.asset is None else self.root.asset.dimension

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        return _whole("nodes", self.root.nodes, Node)

    @cached_property
    def meshes(self) -> tuple[Mesh, ...]:
        return _whole("meshes", self.root.meshes, Mesh)

    @cached_property
    def materials(self) -> tuple[Material, ...]:
        return _whole("materials", self.root.materials, Material)

    @cached_property
    def textures(self) -> tuple[Texture, ...]:
        return _whole("textures", self.root.textures, Texture)

    @cached_property
    def files(self) -> tuple[File, ...]:
        return _whole("files", self.root.files, File)


def _whole(collection: str, values: tuple[T | None, ...], cls: type[T]) -> tuple[T, ...]:
    return tuple(
        blank(cls, pointer(collection, index)) if value is None else value
        for index, value in enumerate(values)
    )


def read_model(tree: Raw) -> Model:
    """The typed model of a tree."""
    trusted = _is_trusted(tree)
    root = decode_strictly(tree, Root) if trusted else None
    if root is not None:
        _attach(root, tree, "")
        faults: list[Fault] = []
    else:
        decoder = _Decoder(trusted=trusted)
        root = decoder.start((), tree, Root)
        assert root is not None  # the tree is an object
        faults = decoder.faults
    faults += _override_faults(root)
    return Model(tree, root, faults)


BULKY = ("buffers", "files")
"""Collections whose items may hold gigabytes as data URIs."""


def _is_trusted(tree: Raw) -> bool:
    """Whether a tree has no null and no infinite number, which the strict decoder would take."""
    rest = {key: value for key, value in tree.items() if key not in BULKY}
    for key in BULKY:
        if key in tree:
            rest[key] = [
                {name: value for name, value in entry.items() if name != "uri" or value is None}
                if isinstance(entry, dict)
                else entry
                for entry in objects(tree, key)
            ]
    return _has_no_null(rest)


ENTRY = 2
"""The length of the path to an entry of a collection."""


def _has_no_null(tree: object) -> bool:
    try:
        return b"null" not in msgspec.json.encode(tree)
    except (OverflowError, RecursionError, UnicodeError):
        return False


def _attach(value: Item, raw: Any, location: str) -> None:
    """Give an object, and all in it, their pointers and their JSON."""
    value.__dict__.update(pointer=location, raw=raw)
    for attribute, name, _, is_list, is_map in object_members(type(value)):
        inner = getattr(value, attribute)
        if not inner or is_map:
            continue
        below = f"{location}/{name}"
        if not is_list:
            _attach(inner, raw[name], below)
            continue
        for number, (entry, raw_entry) in enumerate(zip(inner, raw[name], strict=True)):
            _attach(entry, raw_entry, f"{below}/{number}")


class _Decoder(Decoder):
    """The tolerant decoder: its objects have their pointers and their JSON. Entries of collections without
    faults are decoded in one step; of a tree that is `trusted`, because it has no null, none need be looked
    for in each."""

    def __init__(self, *, trusted: bool = False) -> None:
        super().__init__()
        self.trusted = trusted

    def struct(self, path: JsonPath, tree: Mapping[str, Any], cls: type[D]) -> D | None:
        if len(path) == ENTRY and (self.trusted or _has_no_null(tree)):
            decoded = decode_strictly(tree, cls)
            if isinstance(decoded, Item):
                _attach(decoded, tree, pointer(*path))
                return decoded
        decoded = super().struct(path, tree, cls)
        if decoded is not None:
            decoded.__dict__.update(pointer=pointer(*path), raw=tree)
        return decoded


class _OverrideDecoder(_Decoder):
    """Decodes what a model instance overrides: parts of objects, of which null stands for none at all."""

    def require(self, path: JsonPath, tree: Mapping[str, Any], member: Member) -> None:
        """Nothing is required: the model has the rest."""

    def member(
        self, path: JsonPath, tree: Mapping[str, Any], member: Member, decoded: dict[str, Any]
    ) -> None:
        is_object = isinstance(member.type, msgspec.inspect.StructType)
        if not (is_object and tree.get(member.name, 0) is None):
            super().member(path, tree, member, decoded)


def _override_faults(root: Root) -> list[Fault]:
    """The faults in overrides of model instances (G4MF node model instance, override mechanism)."""
    decoder = _OverrideDecoder()
    for index, node in enumerate(root.nodes):
        instance = None if node is None else node.model_instance
        for key, cls, overrides in (
            ("materialOverrides", Material, instance and instance.material_overrides),
            ("nodeOverrides", Node, instance and instance.node_overrides),
        ):
            for name, value in (overrides or {}).items():
                if value is not None:
                    decoder.start(("nodes", index, "modelInstance", key, name), value, cls)
    return decoder.faults


def natural(value: Any) -> int | None:
    """An index or a count, None for anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def is_index(value: Any, below: int) -> bool:
    """Whether a value is the index of one of `below` things."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < below


DOUBLE_BITS = 1000
"""Integers of more bits do not fit a double, and do not count as numbers."""


def number(value: Any) -> bool:
    """Whether a value is a number that a double can hold, or is not finite."""
    if isinstance(value, int):
        return not isinstance(value, bool) and value.bit_length() <= DOUBLE_BITS
    return isinstance(value, float)


def objects(holder: Any, key: str) -> list[Any]:
    """The list at a key of an object; empty where there is none."""
    member = holder.get(key) if isinstance(holder, dict) else None
    return member if isinstance(member, list) else []


def asset_of(tree: Raw) -> Raw:
    """The `asset` of a document; empty where it has none."""
    result = tree.get("asset")
    return result if isinstance(result, dict) else {}


def strings(holder: Raw, key: str) -> list[str]:
    """The strings in the list at a key."""
    return [entry for entry in objects(holder, key) if isinstance(entry, str)]


def targets(shape: Shape) -> Iterator[Target]:
    """Every target of a blend shape."""
    parts = [target for part in shape.parts for target in (part.normal, part.texture_map)]
    return (target for target in (shape.position, *parts) if target is not None)
