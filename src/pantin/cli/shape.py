"""`pantin shape`: a shape of two to eight dimensions as a file."""

from __future__ import annotations

from pantin.base.options import Option
from pantin.cli.command import FORCE, Argument, Command
from pantin.cli.io import finish, refused, require_target, save_asset


def shape(name: str, target: str, *, size: float) -> int:
    import pantin
    from pantin.verbs.partial import ShapeAsset

    require_target(target, "meshes")
    with refused(name):
        made = ShapeAsset.of_rig(pantin.shapes.by_name(name, size).rig(name), name)
        return finish(save_asset(made, target))


COMMAND = Command(
    "shape",
    shape,
    arguments=(
        Argument(
            "name",
            "cube-N, simplex-N, orthoplex-N or ball-N, with N from 2 to 8 dimensions; 24-cell, 120-cell, "
            "600-cell; duoprism-P-Q, of polygons with P and Q sides; duocylinder, cubinder, spherinder. "
            "tesseract is cube-4, 5-cell simplex-4, and 16-cell orthoplex-4.",
        ),
        Argument(
            "target",
            "The file to write, such as .g4b or .off; - is standard output, as .glb.",
            suffixes="write",
        ),
    ),
    options=(
        Option("size", float, "The distance of the farthest points from the centre.", 1.0),
        FORCE,
    ),
    notes="""The centre is at the origin. Polytopes have all their elements as cells, and simplexes that are
    wound outwards; round shapes also have normals.""",
    examples="""
        pantin shape tesseract tesseract.g4b
        pantin shape 120-cell 120-cell.off --size 2
        pantin shape duoprism-5-7 duoprism.g4b
        pantin shape ball-3 ball.glb
    """,
)
