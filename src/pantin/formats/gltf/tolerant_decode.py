"""The tolerant decoder of core glTF: a model for any JSON tree, with findings for schema violations.
`formats.members` decodes; this module adds the parts specific to glTF: versions, bounds of accessors, words
of extensions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from pantin.formats.gltf import schema_rules as rules
from pantin.formats.gltf.bounds import bounds_fit
from pantin.formats.gltf.extensions import find
from pantin.formats.gltf.schema import (
    Accessor,
    Animation,
    AnimationSampler,
    BufferView,
    Channel,
    Gltf,
    Material,
    Mesh,
    Node,
    Primitive,
    Property,
    Sampler,
    Scene,
    Skin,
    Texture,
)
from pantin.formats.members.decode import Decoder
from pantin.formats.members.description import Described, members
from pantin.formats.members.faults import Fault, findings, json_kind
from pantin.report import Finding
from pantin.report.pointer import JsonPath

T = TypeVar("T", bound=Described)

SIMPLE: frozenset[type[Described]] = frozenset(
    (
        *(Animation, AnimationSampler, BufferView, Channel, Material, Mesh, Node),
        *(Primitive, Sampler, Scene, Skin, Texture),
    )
)
"""Frequent objects that annotations describe completely. Accessors, cameras and images are more complex:
their members depend on each other, and on extensions.
"""


def decode_tolerantly(tree: object) -> tuple[Gltf, list[Finding], list[Fault]]:
    """The model of `tree` without broken members, a finding for each of these, and the faults themselves."""
    if not isinstance(tree, dict):
        return Gltf(asset=None), list(rules.type_mismatch(None, tree, "object")), []
    decoder = _Decoder(trusted=_has_no_null(tree))
    return decoder.root(tree), findings(decoder.faults, report), decoder.faults


def decode_object(
    path: JsonPath, tree: object, cls: type[Property], used: tuple[str, ...]
) -> tuple[Property | None, list[Fault]]:
    """An object of an extension, without broken members, and a fault for each of them; None if it is not an
    object, which is reported where the extensions of its holder are read."""
    decoder = _Decoder(used)
    if not (isinstance(tree, dict) or cls.style.in_file_order or cls.style.empty_if_broken):
        return None, []
    return decoder.start(path, tree, cls), decoder.faults


def report(fault: Fault) -> Iterator[Finding]:
    """Report a fault as the rules of core glTF do, with the codes of the Khronos validator."""
    path, value, expected = fault.path, fault.value, fault.expected
    match fault.kind:
        case "type":
            return rules.type_mismatch(path, value, json_kind(expected))
        case "item":
            return rules.array_type_mismatch(path, value, json_kind(expected))
        case "length":
            return rules.array_length_not_in_list(path, value, expected.max_length)  # type: ignore[attr-defined]
        case "empty":
            return rules.empty_entity(path, value)
        case "index":
            return rules.invalid_index(path, value)
        case "range":
            bounds = {"above": expected.gt, "below": expected.lt}  # type: ignore[attr-defined]
            return rules.value_not_in_range(path, value, expected.ge, expected.le, **bounds)  # type: ignore[attr-defined]
        case "word":
            return rules.value_not_in_list(path, value, fault.known)
        case "pattern":
            return rules.pattern_mismatch(path, value, expected.pattern, fault.known)  # type: ignore[attr-defined]
        case "missing":
            return rules.undefined_property(fault.owner, {}, str(path[-1]))
        case "unknown":
            return rules.unexpected_property(fault.owner, str(path[-1]), ())
        case "stored":
            return rules.invalid_gl_value(path, value, fault.known)
    raise TypeError(f"core glTF has no rule for {fault.kind}")


def _has_no_null(tree: object) -> bool:
    try:
        return b"null" not in msgspec.json.encode(tree)
    except (OverflowError, RecursionError, UnicodeError):
        return False


class _Decoder(Decoder):
    """Objects of a tree that is `trusted`, because it has no null, which the structs allow for any member,
    are decoded in one step if they have no faults."""

    def __init__(self, used: tuple[str, ...] = (), *, trusted: bool = False) -> None:
        super().__init__(self.extension_words)
        self.used = used
        self.trusted = trusted

    def root(self, tree: Mapping[str, Any]) -> Gltf:
        """The root, without members of other versions, which are not decoded."""
        self.unknown((), tree, Gltf)
        by_name = {member.name: member for member in members(Gltf)}
        decoded: dict[str, Any] = {member.attribute: member.default for member in members(Gltf)}
        first = ("extensionsUsed", "extensionsRequired", "asset")
        for name in first:
            self.member((), tree, by_name[name], decoded)
        self.used = decoded["extensions_used"] or ()
        self.require((), tree, by_name["asset"])
        asset = decoded["asset"]
        if asset is None or asset.version is None or asset.version.split(".")[0].lstrip("0") != "2":
            return Gltf(**decoded)
        for member in members(Gltf):
            if member.name not in first:
                self.member((), tree, member, decoded)
        return Gltf(**decoded)

    def extension_words(self, words: str) -> Sequence[str | int]:
        """The values that extensions in use add to an enumeration."""
        used = (find(name) for name in self.used)
        return [word for extension in used if extension for word in extension.words.get(words, ())]

    def struct(self, path: JsonPath, tree: Mapping[str, Any], cls: type[T]) -> T | None:
        faultless = self.faultless(tree, cls)
        return self.read_object(path, tree, cls) if faultless is None else faultless

    def faultless(self, tree: object, cls: type[T]) -> T | None:
        """The object if it has no faults; None if it may have any."""
        if not self.trusted or not (cls in SIMPLE or cls is Accessor):
            return None
        try:
            decoded = msgspec.convert(tree, cls)
        except (msgspec.ValidationError, OverflowError, RecursionError):
            return None
        return decoded if not isinstance(decoded, Accessor) or bounds_fit(decoded) else None
