"""The test vectors of G4MF: skinned and blended meshes in three, four and five dimensions, in poses.

Models are text files with their arrays in a data URI. `posed_mesh` has the expected vertices and normals,
from the evaluator in `g4mf_direct`.
"""

from __future__ import annotations

import json
import math
from typing import Any

import g4mf_direct as direct
from g4mf_writer import Writer
from vector_sentences import SENTENCES

Tree = dict[str, Any]
DIMENSIONS = (3, 4, 5)
MESH = 4
"""The node that has the mesh, a child of the skeleton (1) beside its bones (2 and 3)."""


BIND = "the nodes as stored are the pose in which the mesh is bound"
SUM = "the weights of a vertex are divided by their sum"
FREE = "a vertex without weights moves with the skeleton node"
HOLDER = "the transform of the mesh node at rest places the mesh in the space of the skeleton"
FIRST = "blend shapes are applied before the skin"


def _simplex(n: int) -> list[list[float]]:
    """The corners of an orthogonal simplex, and one point in the middle."""
    corners = [[0.0] * n] + [[float(i == axis) for i in range(n)] for axis in range(n)]
    return [*corners, [round(1 / (n + 1), 6)] * n]


def _cells(n: int) -> list[list[int]]:
    """The facets of the simplex."""
    return [[corner for corner in range(n + 1) if corner != left] for left in range(n + 1)]


def _normals(n: int) -> list[list[float]]:
    """Of the facets, outwards: that opposite of the origin is aslant, the others follow the axes."""
    aslant = [[1 / math.sqrt(n)] * n]
    return aslant + [[-float(i == axis) for i in range(n)] for axis in range(n)]


def _rotor(n: int, plane: int, degrees: float) -> list[float]:
    half = math.radians(degrees) / 2
    rotor = [0.0] * (1 + n * (n - 1) // 2)
    rotor[0], rotor[1 + plane] = round(math.cos(half), 9), round(math.sin(half), 9)
    return rotor


Influence = tuple[int, int, float]


def mesh_model(
    n: int,
    *,
    joints: list[int] | None = None,
    influences: list[Influence] | None = None,
    shapes: int = 0,
    amounts: list[float] | None = None,
    instance_amounts: list[float] | None = None,
    holder: Tree | None = None,
) -> Writer:
    """A simplex with normals on node 4; skinned to the bones 2 and 3 if `influences` are given."""
    kit = Writer(n)
    vertices = _simplex(n)
    facets = [facet for facet, cell in enumerate(_cells(n)) for _ in cell]
    surface = {
        "simplexes": kit.accessor(_cells(n), "uint8"),
        "normals": {"values": kit.accessor(_normals(n)), "simplexes": kit.accessor(facets, "uint8")},
    }
    mesh: Tree = {"vertices": kit.accessor(vertices), "surfaces": [surface]}
    if influences is not None:
        mesh["skin"] = {
            "vertices": kit.accessor([vertex for vertex, _, _ in influences], "uint8"),
            "groups": kit.accessor([group for _, group, _ in influences], "uint8"),
            "weights": kit.accessor([weight for _, _, weight in influences]),
        }
    if shapes:
        mesh["blend"] = {"shapes": [_shape(kit, n, number) for number in range(shapes)]}
        if amounts is not None:
            mesh["blend"]["amounts"] = amounts
    kit.tree["meshes"] = [mesh]
    instance: Tree = {"mesh": 0}
    if instance_amounts is not None:
        instance["blendAmounts"] = instance_amounts
    up = [0.0] * n
    up[1] = 0.5
    kit.tree["nodes"] = [
        {"name": "root", "children": [1]},
        {
            "name": "skeleton",
            "children": [2, 4],
            "skeleton": {"joints": [2, 3] if joints is None else joints},
        },
        {"name": "lower", "children": [3], "bone": {}, "rotor": _rotor(n, 0, 30)},
        {"name": "upper", "bone": {}, "position": up},
        {"name": "mesh", "meshInstance": instance, **(holder or {})},
    ]
    return kit


def _shape(kit: Writer, n: int, number: int) -> Tree:
    """One shape moves two vertices along an axis, the next two others along the next; it bends a normal."""
    first = [[0.3 if i == (number + k) % n else 0.0 for i in range(n)] for k in range(2)]
    bend = [[0.4 if i == (number + 1) % n else 0.0 for i in range(n)]]
    return {
        "name": f"shape {number}",
        "position": {"indices": kit.accessor([number, number + 1], "uint8"), "offsets": kit.accessor(first)},
        "surfaces": [
            {
                "surface": 0,
                "normal": {"indices": kit.accessor([number], "uint8"), "offsets": kit.accessor(bend)},
            }
        ],
    }


def _whole(n: int) -> list[Influence]:
    """Each vertex belongs to one bone."""
    return [(vertex, vertex % 2, 1.0) for vertex in range(n + 2)]


def _mixed(n: int) -> list[Influence]:
    """Each vertex belongs to both bones, the stronger first; weights add up to 1."""
    return [
        entry
        for vertex in range(n + 2)
        for entry in ((vertex, vertex % 2, 0.75), (vertex, 1 - vertex % 2, 0.25))
    ]


def _bent(n: int, plane: int, degrees: float, *, node: int = 3) -> Tree:
    """A bone rotated in a coordinate plane, with a basis (column-major) for readers without rotors."""
    turn = direct.rotor_matrix(_rotor(n, plane, degrees), n)
    basis = [round(turn[row][column], 9) + 0.0 for column in range(n) for row in range(n)]
    position = [0.0] * n
    position[1] = 0.5 if node == 3 else 0.0
    return {"node": node, "position": position, "basis": basis}


def _poses(n: int) -> list[Tree]:
    """Rest; a bone bent in the first and in the last plane; both bones bent, and one stretched."""
    last = n * (n - 1) // 2 - 1
    stretched = _bent(n, 1, -35)
    stretched["basis"][0] = round(stretched["basis"][0] * 1.5, 9)
    return [
        {"nodes": []},
        {"nodes": [_bent(n, 0, 60)]},
        {"nodes": [_bent(n, last, 90)]},
        {"nodes": [_bent(n, last, -40, node=2), stretched]},
    ]


def _make_case(
    name: str, sentence: str, kit: Writer, poses: list[Tree] | None = None, reading: str | None = None
) -> Tree:
    n = kit.tree["asset"]["dimension"]
    return {
        "kind": "g4mf",
        "name": f"{name}-{n}d",
        "text": SENTENCES[sentence],
        **({"reading": reading} if reading else {}),
        "model": json.loads(kit.text()),
        "node": MESH,
        "poses": _poses(n) if poses is None else poses,
        "tolerance": 1e-5,
    }


def _cases_of(n: int) -> list[Tree]:
    aside = {"position": [0.1 * axis for axis in range(n)]}
    two = [[0.0, 0.0], [1.0, 0.0], [0.5, 0.25], [-0.5, 1.5]]
    blended = [{"nodes": [], "amounts": amounts} for amounts in two]
    bent = [pose | {"amounts": amounts} for pose, amounts in zip(_poses(n), two, strict=True)]
    heavy = [(vertex, group, weight * 1.5) for vertex, group, weight in _mixed(n)]
    partly = [entry for entry in _mixed(n) if entry[0] != 1]
    return [
        _make_case("skin-one-bone-each", "joints", mesh_model(n, influences=_whole(n)), reading=BIND),
        _make_case("skin-two-bones-each", "weights", mesh_model(n, influences=_mixed(n))),
        _make_case("skin-weights-not-1", "weights", mesh_model(n, influences=heavy), reading=SUM),
        _make_case("skin-vertex-without-weights", "weights", mesh_model(n, influences=partly), reading=FREE),
        _make_case(
            "skin-mesh-node-moved",
            "joints",
            mesh_model(n, influences=_mixed(n), holder=aside),
            reading=HOLDER,
        ),
        _make_case("skin-joint-none", "joint -1", mesh_model(n, influences=_mixed(n), joints=[-1, 3])),
        _make_case("skin-joint-twice", "joint repeated", mesh_model(n, influences=_mixed(n), joints=[3, 3])),
        _make_case("blend", "position", mesh_model(n, shapes=2), blended),
        _make_case(
            "blend-beyond-1", "beyond", mesh_model(n, shapes=2), [{"nodes": [], "amounts": [2.0, -1.0]}]
        ),
        _make_case(
            "blend-of-the-mesh", "amounts", mesh_model(n, shapes=2, amounts=[0.5, 1.0]), [{"nodes": []}]
        ),
        _make_case("blend-not-given", "no amounts", mesh_model(n, shapes=2), [{"nodes": []}]),
        _make_case("blend-then-skin", "position", mesh_model(n, shapes=2, influences=_mixed(n)), bent, FIRST),
    ]


def list_g4mf() -> list[Tree]:
    """Every vector of G4MF, without what is expected."""
    return [case for n in DIMENSIONS for case in _cases_of(n)]


def posed_mesh(model: Tree, node: int, pose: Tree) -> Tree:
    """The world positions of the vertices, and the normals of all corners of the first surface."""
    file = direct.File(json.dumps(model).encode())
    n = file.dimension
    moved = {
        entry["node"]: [
            [*(entry["basis"][column * n + row] for column in range(n)), entry["position"][row]]
            for row in range(n)
        ]
        for entry in pose["nodes"]
    }
    amounts = pose.get("amounts")
    return {
        "vertices": direct.posed(file, node, moved, amounts),
        "normals": direct.posed_normals(file, node, 0, moved, amounts),
    }
