"""A format of your own; an entry point in the group `pantin.formats` adds it to every command."""

from pathlib import Path
from typing import Any

import pantin
from pantin.formats import Capabilities, Format, Lifted, register, unregister


def read(source: Path | bytes, **options: Any) -> list[list[float]]:
    text = source if isinstance(source, bytes) else source.read_bytes()
    return [[float(word) for word in line.split()] for line in text.splitlines()]


def lift(document: list[list[float]]) -> Lifted:
    builder = pantin.RigBuilder()
    builder.add_mesh("cloud", document, mode="points", node=builder.add_node("cloud"))
    return Lifted(builder.build(), ())


stores = Capabilities("meshes")
points = Format(name="Points", suffixes=(".points",), stores=stores, read=read, lift=lift)
register(points)
pantin.convert(b"0 0 0\n1 0 0\n0 1 0\n", "out/cloud.glb", name="cloud.points")
unregister(points)
