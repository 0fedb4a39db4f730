"""Fuzz RigNet's texts and OBJ files: any bytes are a rig or an error, and texts are written as read."""

from __future__ import annotations

from pantin.formats.geometry.obj_reading import ObjError, read_obj
from pantin.formats.rignet.rigs import to_rig
from pantin.formats.rignet.text import RigNetError, read_text, write_text

SEEDS = (".txt", ".obj")


def target(data: bytes) -> None:
    try:
        mesh = read_obj(data)
    except ObjError:
        mesh = None
    try:
        text = read_text(data)
        to_rig(text, mesh, "mesh")
    except RigNetError:
        return
    again = read_text("".join(write_text(text)).encode())
    assert (again.root, again.parents, list(again.positions)) == (
        text.root,
        text.parents,
        list(text.positions),
    )
