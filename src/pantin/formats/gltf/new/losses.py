"""What of a rig glTF cannot hold: one `Loss` per kind, with a count, for whoever converts to report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pantin.formats.gltf.new.nodes import animated_nodes
from pantin.report.pointer import pointer
from pantin.rig import Rig
from pantin.rig.transform import sheared


@dataclass(frozen=True, slots=True)
class Loss:
    """`count` things of one kind that `write` leaves behind: what they are, why, and where the first is."""

    kind: str
    count: int
    what: str
    pointer: str


def losses(rig: Rig) -> tuple[Loss, ...]:
    """What `write` cannot carry over from this rig, kind by kind."""
    return (*_solvers(rig), *_skeletons(rig), *_shears(rig), *_texcoords(rig), *_empty(rig))


def _solvers(rig: Rig) -> Iterator[Loss]:
    """glTF skins blend linearly (§3.7.3.3)."""
    turned = [at for at, one in enumerate(rig.skins) if one.solver != "linear"]
    if turned:
        what = "skins that ask for dual quaternions, where glTF blends linearly"
        yield Loss("solver", len(turned), what, pointer("skins", turned[0]))


def _skeletons(rig: Rig) -> Iterator[Loss]:
    """Core glTF knows skins only."""
    if rig.skeletons:
        yield Loss("skeleton", len(rig.skeletons), "skeletons, of which core glTF knows nothing", "")


def _shears(rig: Rig) -> Iterator[Loss]:
    """A node that a clip moves has translation, rotation and scale, which hold no shear (§3.11)."""
    nodes = [
        at for at in sorted(animated_nodes(rig)) if rig.nodes.general[at] and sheared(rig.nodes.local[at])
    ]
    if nodes:
        yield Loss("shear", len(nodes), "animated nodes whose map is sheared", pointer("nodes", nodes[0]))


def _texcoords(rig: Rig) -> Iterator[Loss]:
    """A set that is not made of pairs has no name in glTF (§3.7.2.1), nor has one after a gap."""
    lost, first = 0, ""
    for mesh_at, mesh in enumerate(rig.meshes):
        for at, surface in enumerate(mesh.surfaces):
            pairs = [one.shape[1] == 2 for one in surface.texcoords]
            if False in pairs:
                lost += len(pairs) - pairs.index(False)
                first = first or pointer("meshes", mesh_at, "primitives", at)
    if lost:
        yield Loss("texcoord", lost, "sets of texture coordinates that are no pairs, or follow such", first)


def _empty(rig: Rig) -> Iterator[Loss]:
    """glTF has no empty primitive, mesh, skin or animation (§5.24, §5.23, §5.28, §5.5)."""
    places = [pointer("animations", at) for at, one in enumerate(rig.clips) if not one.channels]
    places += [pointer("skins", at) for at, one in enumerate(rig.skins) if not len(one.joints)]
    for mesh_at, mesh in enumerate(rig.meshes):
        bare = [at for at, one in enumerate(mesh.surfaces) if not len(one.positions)]
        places += [pointer("meshes", mesh_at, "primitives", at) for at in bare]
        places += [] if mesh.surfaces else [pointer("meshes", mesh_at)]
    if places:
        yield Loss("empty", len(places), "meshes, surfaces, skins or clips that are empty", places[0])
