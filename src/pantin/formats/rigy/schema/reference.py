"""The keys of the language, each with its type, default, version, meaning and an example.

The page of keys, the hover and the completion of editors, and `pantin explain rigy.bones` all print these.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pantin.formats.rigy.schema.features import FEATURES, PRIMITIVE, spell
from pantin.formats.rigy.schema.key_texts import key_text
from pantin.formats.rigy.schema.keys import KINDS, Params, Rotation
from pantin.formats.rigy.schema.kinds import (
    Anything,
    Index,
    Key,
    Kind,
    ListOf,
    MapOf,
    Number,
    ObjectOf,
    String,
    Vector,
    Version,
    Whole,
    Word,
    one_of,
    repeat_of,
)
from pantin.formats.rigy.schema.primitive import SOLID, PrimitiveKind

ANY_PRIMITIVE_PATHS = {f"{PRIMITIVE}.{name}" for name in SOLID.keys}
"""Keys that primitives of every type have, and macros too."""

TITLES = {"rigy": "Documents", "rigs": "Scenes", "ricy": "Contracts"}


class KeyEntry(Struct, frozen=True):
    """A key: `path` has `[]` after a list and `{}` after a mapping from names; `since` is the version that
    introduced it, and `default` None where the key is required."""

    kind: str
    path: str
    type: str
    default: str | None
    since: str
    about: str
    example: str

    @property
    def name(self) -> str:
        return f"{self.kind}.{self.path.replace('[]', '').replace('{}', '')}"

    def markdown(self) -> str:
        """What an editor shows for the key."""
        facts = f"*{self.type}*, {self.presence}, since {self.since}"
        return f"**{self.path}**: {facts}\n\n{self.about}\n\n```yaml\n{self.example}\n```"

    def text(self) -> str:
        """What a terminal shows for the key."""
        default = "required" if self.default is None else self.default
        facts = f"Type: {self.type}\nDefault: {default}\nSince: {self.since}"
        return f"{self.name}\n\n{self.about}\n\n{facts}\nExample: {self.example}"

    @property
    def presence(self) -> str:
        return "required" if self.default is None else f"default {self.default}"


def type_of(kind: Kind) -> str:
    """The type of a value in words."""
    if isinstance(kind, Word):
        return one_of(kind.words)
    if isinstance(kind, Vector):
        return f"list of {kind.length} numbers"
    if isinstance(kind, ListOf):
        many = f"{kind.length} " if kind.length is not None else ""
        return f"list of {many}{_plural(type_of(kind.item))}" + (", or one of them" if kind.single else "")
    if isinstance(kind, MapOf):
        return f"mapping from names to {_plural(type_of(kind.item))}"
    if isinstance(kind, ObjectOf):
        return "mapping"
    simple: dict[type, str] = {
        String: "string", Version: "string", Number: "number", Whole: "whole number", Index: "whole number",
        Anything: "anything", Params: "mapping from names to numbers, strings and booleans",
        PrimitiveKind: "mapping", Rotation: "list of 4 numbers",
    }  # fmt: skip
    if type(kind) in simple:
        return simple[type(kind)]
    return _type_words(kind)


def _type_words(kind: Any) -> str:
    """The type of a kind that reads several forms."""
    return {
        "_Dimensions": "mapping, or list of 3 numbers",
        "_Scale": "number, or list of 3 numbers",
        "_Import": "string or mapping",
        "_Distance": "number, or string with a unit",
        "_Children": "list of mappings",
    }[type(kind).__name__]


def _plural(words: str) -> str:
    return words if words.endswith("s") or "," in words else f"{words}s"


def _default(key: Key) -> str | None:
    if key.default is ...:
        return None
    if key.default is None or key.default == "":
        return "none"
    if key.default in ((), {}):
        return "empty"
    return f"{key.default:g}" if isinstance(key.default, float) else str(key.default)


def forms(kind: Kind) -> list[ObjectOf]:
    """The objects that a value of a kind may be, itself or as the item of a list or mapping."""
    while isinstance(kind, ListOf | MapOf):
        kind = kind.item
    if isinstance(kind, PrimitiveKind):
        return list(kind.forms)
    while not isinstance(kind, ObjectOf) and hasattr(kind, "form"):
        kind = kind.form
        while isinstance(kind, ListOf | MapOf):
            kind = kind.item
    return [kind] if isinstance(kind, ObjectOf) else []


def _suffix(kind: Kind) -> str:
    while not isinstance(kind, ListOf | MapOf | ObjectOf) and hasattr(kind, "form"):
        kind = kind.form
    return "[]" if isinstance(kind, ListOf) else "{}" if isinstance(kind, MapOf) else ""


def _since(path: str, kind: str, form: ObjectOf) -> tuple[int, int]:
    """The version of a key: that of the feature that has it, or that it is part of."""
    word = f"={form.what.replace(' ', '_')}"
    versions = [
        feature.since
        for feature in FEATURES
        for place in feature.paths
        if path == place or (place.endswith(word) and path not in ANY_PRIMITIVE_PATHS)
    ]
    return max(versions) if versions and kind == "rigy" else (0, 1)


@cache
def entries(kind: str) -> tuple[KeyEntry, ...]:
    """Every key of a kind of file ("rigy", "rigs" or "ricy"), each path once."""
    by_path: dict[str, KeyEntry] = {}
    for entry in _walk(kind, KINDS[kind][1], "", (), (0, 1)):
        known = by_path.setdefault(entry.path, entry)
        if entry.type not in known.type:  # the word of another macro
            by_path[entry.path] = replace(known, type=f"{known.type} or {entry.type}")
    return tuple(by_path.values())


def _walk(
    kind: str, form: ObjectOf, above: str, seen: tuple[ObjectOf, ...], since: tuple[int, int]
) -> Iterator[KeyEntry]:
    for name, key in form.keys.items():
        path = f"{above}{name}"
        own = max(since, _since(path, kind, form))
        text = key_text(form.what, name)
        yield KeyEntry(kind, path, type_of(key.kind), _default(key), spell(own), text.about, text.example)
        for inner in forms(key.kind):
            if not any(inner is outer for outer in seen):
                yield from _walk(kind, inner, f"{path}{_suffix(key.kind)}.", (*seen, form, inner), own)
    if form is KINDS["rigy"][1]:
        yield from _repeat(repeat_of(form))


def _repeat(block: ObjectOf) -> Iterator[KeyEntry]:
    """The keys of a repeat, which an item of any list of mappings may be."""
    since = next(spell(feature.since) for feature in FEATURES if feature.name == "repeat")
    for holder, path in ((block, ""), (forms(block.keys["repeat"].kind)[0], "repeat.")):
        for name, key in holder.keys.items():
            text = key_text(holder.what, name)
            kind = "whole number" if name == "count" else "string" if name == "as" else "mapping"
            yield KeyEntry("rigy", f"{path}{name}", kind, _default(key), since, text.about, text.example)


def find(name: str) -> list[KeyEntry]:
    """The keys that a dotted name means: a whole path after the kind of file ("rigy.meshes.primitives"), or
    its end ("rigy.bones")."""
    kind, _, path = name.partition(".")
    if kind not in KINDS or not path:
        return []
    known = entries(kind)
    exact = [entry for entry in known if entry.name == name]
    return exact or [entry for entry in known if entry.name.endswith(f".{path}")]
