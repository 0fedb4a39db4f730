"""The members of a G4MF document in its newest form, each described once: type, range, reference, what its
accessor stores, which rule reports a violation, and whether a rig carries it.

A member is None if it is absent, or invalid (then there is a finding). Every object has its `pointer`, and
`raw`, the JSON that it was read from.
"""

# Annotations stay objects here: msgspec would have to compile hundreds of strings at every start.
from typing import Annotated, Any

from pantin.formats.g4mf.schema.data import Accessor, Asset, Buffer, BufferView, File
from pantin.formats.g4mf.schema.item import Item, at_object
from pantin.formats.g4mf.schema.material import Material, Texture
from pantin.formats.g4mf.schema.mesh import Mesh
from pantin.formats.g4mf.schema.node import Light, Node, SolidShape
from pantin.formats.members.description import CARRIED


class Root(Item, frozen=True, kw_only=True):
    asset: Annotated[Asset, at_object("G4MF-CORE-001")] | None
    accessors: tuple[Accessor | None, ...] = ()
    buffers: tuple[Buffer | None, ...] = ()
    buffer_views: tuple[BufferView | None, ...] = ()
    files: tuple[File | None, ...] = ()
    # In the prose, and in older files; lights are objects of their nodes today.
    lights: tuple[Light | None, ...] = ()
    materials: tuple[Material | None, ...] = ()
    meshes: tuple[Mesh | None, ...] = ()
    nodes: tuple[Node | None, ...] = ()
    shapes: tuple[SolidShape | None, ...] = ()
    textures: tuple[Texture | None, ...] = ()
    extras: Annotated[dict[str, Any], CARRIED] | None = None
