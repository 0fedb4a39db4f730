"""The document that all parts of `lift` read, with its arrays and the findings for skipped parts."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct, field
from numpy.typing import NDArray

from pantin.formats.gltf import accessor
from pantin.formats.gltf.accessor import BadAccessor
from pantin.formats.gltf.extension_objects import ExtensionObjects, decode_extensions
from pantin.formats.gltf.model import get
from pantin.formats.gltf.objects import Census
from pantin.formats.members.faults import finite, json_kind
from pantin.report import Finding, rule
from pantin.report.pointer import JsonPath, pointer
from pantin.report.wording import named, plural, singular
from pantin.rig import (
    Character,
    Constraint,
    Influences,
    Instance,
    Json,
    Light,
    Material,
    Mesh,
    Node,
    Skeleton,
    Skin,
    SpringSettings,
)
from pantin.rig.arrays import shape_matches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from pantin.formats.gltf.document import Document
    from pantin.formats.gltf.model import Accessor, Property
    from pantin.formats.members.faults import Fault

Array = NDArray[Any]
Reading: TypeAlias = "Callable[[Document, int], Array]"

_EXACTLY = partial(accessor.values, exact=True)


@rule("RIG-LEFT_OUT", "warning", "skipped {what}: {why}")
def skipped(source: Source) -> Iterator[Finding]:
    """Part of the file cannot be used.

    What: A node, mesh, skin, clip or other part cannot be read, or contradicts the rest of the file.
    Why: The part is missing from the rig: it is not posed, converted or rendered.
    Fix: Correct the part; the rules of the format report what is wrong with it.
    Source: glTF 2.0 §3.6.2, §3.7 and §3.11
    """
    yield from source.findings


class Source:
    """A document being lifted. An accessor that several parts use is read once, so they share its array."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.model = document.model
        self.has_complete_model = document.has_complete_model
        self._findings: dict[Finding, None] = {}
        self._extended: dict[tuple[str, ...], ExtensionObjects] = {}
        self._arrays: dict[tuple[int, Reading], Array] = {}
        self.influences: dict[tuple[Any, ...], Influences] = {}
        """The influences read so far, by number of vertices and accessors."""

    def skip(self, path: JsonPath, what: str, why: str) -> None:
        """Report that `what`, at this path in the file, is not in the rig."""
        self._findings[skipped.at(pointer(*path), what=what, why=why)] = None

    def objects_of(self, extension: str) -> Iterator[tuple[JsonPath, Any]]:
        """The objects of an extension with a schema, with their paths: those held by other objects, without
        objects inside them."""
        return self.extended(extension).objects_of(extension)

    def extended(self, *names: str) -> ExtensionObjects:
        """The objects of extensions that have a schema, listed in the file or not, and what violates it."""
        if names not in self._extended:
            self._extended[names] = decode_extensions(self.document, self._census, names)
        return self._extended[names]

    @cached_property
    def _census(self) -> Census:
        return Census(self.model)

    def skip_broken(self, extension: str, path: JsonPath, what: str) -> None:
        """Report broken members of an extension object, and of objects inside it, that the rig would hold.
        Their defaults are used."""
        extended = self.extended(extension)
        for fault in (*extended.broken, *extended.faults):
            dropped = fault.member is not None and fault.member.extra.get("carried") is False
            if fault.kind in ("missing", "unknown") or dropped:
                continue
            if fault.owner[: len(path)] == path:
                *inside, name = map(str, fault.member_path[len(path) :])
                owner = " of ".join([f'"{name}"', *reversed(inside), what])
                self.skip(fault.member_path, owner, f"it is not {fault.wanted}")

    def skip_broken_core(self, *collections: str) -> None:
        """Report broken members of objects in these collections, and of objects inside them. Their defaults
        are used, unless the model keeps numbers out of range."""
        if self.has_complete_model:
            return
        for fault in self.document.shape_faults:
            kept = fault.kind in ("missing", "unknown") or (
                fault.kind == "range" and _keeps_range(fault) and finite(fault.value)
            )
            if fault.path[0] in collections and len(fault.path) > 1 and not kept:
                path = fault.path if len(fault.path) == 2 else fault.member_path
                self.skip_member(path, f"it is not {fault.wanted if len(path) > 2 else 'an object'}")

    def extensions_of(self, owner: Property, path: JsonPath) -> dict[str, dict[str, Any]]:
        """The extension objects of an object. The model has empty ones in place of other types."""
        extensions = owner.extensions or {}
        if not extensions or self.has_complete_model:
            return extensions
        broken = {fault.path for fault in self.document.shape_faults}
        return {
            name: payload for name, payload in extensions.items() if (*path, "extensions", name) not in broken
        }

    def skip_member(self, path: JsonPath, why: str) -> None:
        """Report that the member at a path inside a collection is not in the rig, or an object of it."""
        collection, index, *inside = path
        names = [str(name) for name in inside if name != "extensions"]
        if names:
            names[-1] = f'"{names[-1]}"'
        owner = self.named(singular(str(collection)), int(index))
        self.skip(path, " of ".join([*reversed(names), owner]), why)

    def named(self, kind: str, index: int) -> str:
        """An object of the file formatted for messages: `'skin "Body" (0)'`."""
        thing = get(getattr(self.model, plural(kind, 2)), index)
        return named(kind, index, thing.name if thing else None)

    def named_primitive(self, path: JsonPath) -> str:
        """The primitive that contains a path, formatted for messages: `'primitive 0 of mesh "Body" (1)'`."""
        return f"primitive {path[3]} of {self.named('mesh', int(path[1]))}"

    def extras(self, value: Any, path: JsonPath, what: str = "") -> Json | None:
        """The extras of the object at a path; anything but an object is reported."""
        if value is not None and not isinstance(value, dict):
            owner = f'"extras" of {what}' if what else f"extras of {' '.join(map(str, path))}"
            self.skip((*path, "extras"), owner, "it is not an object")
            return None
        return value or None

    @property
    def findings(self) -> list[Finding]:
        """The findings for all skipped parts, in order, without repetition."""
        return list(self._findings)

    def accessor(self, index: int) -> Accessor | None:
        return get(self.model.accessors, index)

    def stored(self, index: int) -> Array:
        """The numbers of an accessor as stored; raises `BadAccessor`."""
        return self._read(index, accessor.view)

    def values(self, index: int) -> Array:
        """The values of an accessor as floats; raises `BadAccessor`."""
        return self._read(index, accessor.values)

    def exact_values(self, index: int) -> Array:
        """Like `values`, with fractions in double precision."""
        return self._read(index, _EXACTLY)

    def read_ahead(self, indices: Iterable[int]) -> None:
        """Read the plainly stored ones of these accessors at once."""
        accessor.read_plain(self.document, indices)

    def _read(self, index: int, reading: Reading) -> Array:
        key = (index, reading)
        array = self._arrays.get(key)
        if array is None:
            array = reading(self.document, index)
            if 0 in array.strides:
                # A few bytes of JSON can declare a billion zeros, and to pose a rig takes all of them.
                array = self.hold(array.nbytes, f"accessor {index}", array.view)
            self._arrays[key] = array
        return array

    def hold(self, size: int, what: str, make: Callable[[], Array]) -> Array:
        """Call `make()` and count the new array in the budget of the file."""
        return self.document.budget.hold(size, what, make)

    def attribute(
        self, primitive: JsonPath, name: str, index: int, shape: tuple[int | None, ...], what: str
    ) -> Array | None:
        """The values of an attribute, which have this shape (None: any length); None and a finding otherwise.
        `what` begins the name of what is skipped then, and the name of the primitive ends it.
        """
        try:
            array = self.values(index)
            misfit = mismatch(array.shape, shape)
            if not misfit:
                return array
            why = f"accessor {index} {misfit}"
        except BadAccessor as fault:
            why = str(fault)
        self.skip((*primitive, "attributes", name), what + self.named_primitive(primitive), why)
        return None


def _keeps_range(fault: Fault) -> bool:
    if fault.member is None:
        return False
    style = fault.member.style
    return style.keeps_integer if json_kind(fault.expected) == "integer" else style.keeps_range


def mismatch(have: tuple[int, ...], shape: tuple[int | None, ...]) -> str:
    """How the shape of an array differs from the expected one, in words; empty if it does not."""
    if shape_matches(have, shape):
        return ""
    wanted = " × ".join("any" if length is None else str(length) for length in shape)
    return f"has {' × '.join(map(str, have))} numbers (expected {wanted})"


class Draft(Struct):
    """The parts of a rig while they are lifted: those of core glTF, and those that extensions add.

    `instances` are there once the extensions that change meshes and skins have been lifted.
    """

    nodes: list[Node]
    skins: list[Skin]
    meshes: list[Mesh]
    instances: list[Instance] = field(default_factory=list)
    materials: list[Material] = field(default_factory=list)
    skeletons: list[Skeleton] = field(default_factory=list)
    springs: SpringSettings = SpringSettings()
    lights: list[Light] = field(default_factory=list)
    character: Character | None = None
    constraints: list[Constraint] = field(default_factory=list)

    @property
    def has_springs(self) -> bool:
        return bool(self.springs.springs or self.springs.colliders)
