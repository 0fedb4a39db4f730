"""A contract (`.ricy.yaml`): the anchors an asset promises, and the triples of them that have a name."""

from __future__ import annotations

from msgspec import Struct

from pantin.rigy.schema.kinds import Key, ListOf, MapOf, ObjectOf, Text
from pantin.rigy.source import Path


class Contract(Struct, frozen=True):
    path: Path
    contract_version: str
    required_anchors: tuple[str, ...]
    required_frame3_sets: tuple[str, ...]
    frame3_sets: dict[str, tuple[str, ...]]


CONTRACT = ObjectOf(
    "contract",
    Contract,
    {
        "contract_version": Key(Text()),
        "required_anchors": Key(ListOf(Text()), ()),
        "required_frame3_sets": Key(ListOf(Text()), ()),
        "frame3_sets": Key(MapOf(ListOf(Text())), {}, "named triples of anchors"),
    },
)
