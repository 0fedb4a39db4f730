"""Fuzz reading: any bytes are a document or past a limit, and an untouched one is written back as it was."""

from __future__ import annotations

from pantin.base.errors import LimitExceeded
from pantin.base.limits import Limits
from pantin.formats.gltf.document import read
from pantin.formats.gltf.save import to_bytes

LIMITS = Limits(file_bytes=1 << 20, json_bytes=1 << 20, json_depth=64, chunks=256)
# Of a text that lists a million buffers the first few say as much as all.
BUFFERS = 8


def target(data: bytes) -> None:
    name = "x.glb" if data[:1] == b"g" else "x.gltf"
    try:
        document = read(data, name=name, limits=LIMITS)
    except LimitExceeded:
        return
    assert to_bytes(document) == data
    for index in range(BUFFERS):
        document.buffer(index)
    if isinstance(document.root, dict):
        edited = document.copy()
        edited.set("/extras", {"fuzz": 1})
        again = read(to_bytes(edited), name=name, limits=Limits())
        assert again.tree == edited.tree or document.tree != document.tree
