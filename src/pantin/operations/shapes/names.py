"""Shapes by name, as on the command line."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from pantin.base.arguments import check_arguments
from pantin.operations.shapes import balls, products, regular, surfaces
from pantin.operations.shapes.polytope import Polytope
from pantin.rig.names import hint

_FAMILIES: dict[str, Callable[..., Polytope]] = {
    "cube-N": regular.hypercube,
    "simplex-N": regular.simplex,
    "orthoplex-N": regular.orthoplex,
    "ball-N": balls.ball,
    "icosahedron": regular.icosahedron,
    "dodecahedron": regular.dodecahedron,
    "cylinder": products.cylinder,
    "torus": surfaces.torus,
    "klein-bottle": surfaces.klein_bottle,
    "24-cell": regular.cell24,
    "120-cell": regular.cell120,
    "600-cell": regular.cell600,
    "duoprism-P-Q": products.duoprism,
    "duocylinder": products.duocylinder,
    "cubinder": products.cubinder,
    "spherinder": products.spherinder,
}

_SYNONYMS = {
    "cube": "cube-3",
    "tetrahedron": "simplex-3",
    "octahedron": "orthoplex-3",
    "sphere": "ball-3",
    "tesseract": "cube-4",
    "hypercube": "cube-4",
    "8-cell": "cube-4",
    "5-cell": "simplex-4",
    "pentachoron": "simplex-4",
    "16-cell": "orthoplex-4",
    "hexadecachoron": "orthoplex-4",
    "hypersphere": "ball-4",
    "glome": "ball-4",
    "donut": "torus",
    "hyperdiamond": "24-cell",
    "icositetrachoron": "24-cell",
    "hecatonicosachoron": "120-cell",
    "hexacosichoron": "600-cell",
}

NAMES: Final[tuple[str, ...]] = (*_FAMILIES, *_SYNONYMS)
"""The names of shapes. N is a number of dimensions, 2 to 8; P and Q are numbers of sides."""


@check_arguments
def by_name(name: str, size: float = 1.0) -> Polytope:
    """The shape of a name, such as `cube-4`, `24-cell` or `duoprism-5-7`; `size` is the distance of its
    farthest points from the centre. Case does not matter, and a space is a hyphen: `Klein bottle` is
    `klein-bottle`. Raises `ValueError` for an unknown name.

    >>> pantin.shapes.by_name("tesseract").counts()
    (16, 32, 24, 8)
    """
    spelled = re.sub(r"[\s_]+", "-", name.strip().lower())
    wanted = _SYNONYMS.get(spelled, spelled)
    for family, make in _FAMILIES.items():
        match = re.fullmatch(re.sub("[NPQ]", "([0-9]{1,9})", family), wanted)
        if match is not None:
            arguments: list[Any] = [int(number) for number in match.groups()]
            return make(*arguments, size=size)
    raise ValueError(f"unknown shape {name!r}{hint(spelled, NAMES)} (shapes: {', '.join(NAMES)})")
