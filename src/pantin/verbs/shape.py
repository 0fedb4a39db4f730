"""`shape`: a shape of two to eight dimensions as an asset."""

from __future__ import annotations

from pantin.base.any_numbers import any_numbers
from pantin.base.options import Argument
from pantin.verbs.asset import Asset
from pantin.verbs.parameters import FORCE
from pantin.verbs.verb import Parameter, Verb


@any_numbers
def shape(name: str, size: float = 1.0) -> Asset:
    """The shape that `pantin.shapes.by_name` gives, to be saved as a model without a rig. Raises
    `ValueError`."""
    from pantin.operations.shapes.names import by_name
    from pantin.verbs.partial import ShapeAsset

    return ShapeAsset.of_rig(by_name(name, size).rig(name), name)


VERB = Verb(
    shape,
    Parameter("size", "Distance of the farthest points from the centre."),
    FORCE,
    arguments=(
        Argument(
            "name",
            "cube-N, simplex-N, orthoplex-N or ball-N, with N from 2 to 8 dimensions; icosahedron, "
            "dodecahedron, cylinder, torus; klein-bottle, a surface in 4D; 24-cell, 120-cell, 600-cell; "
            "duoprism-P-Q, of polygons with P and Q sides; duocylinder, cubinder, spherinder. Common names "
            "work too: cube, tetrahedron, octahedron, sphere, tesseract, hypercube, hyperdiamond (24-cell), "
            "5-cell, 16-cell, …",
        ),
        Argument(
            "target",
            "The file to write, such as .g4b or .off; - is standard output, as .glb.",
            suffixes="write",
        ),
    ),
    stores=("meshes",),
    notes="""The centre is at the origin. Polytopes have all their elements as cells, and simplexes oriented
    outwards; round shapes also have normals.""",
    examples="""
        pantin shape tesseract tesseract.g4b
        pantin shape 120-cell 120-cell.off --size 2
        pantin shape duoprism-5-7 duoprism.g4b
        pantin shape ball-3 ball.glb
    """,
)
