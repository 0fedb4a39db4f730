"""Find the data of a stage that are not read into a rig: properties and prims without a reader, by kind."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from pantin.formats.usd.conventions import MATERIAL_FAMILY
from pantin.formats.usd.lift.shapes import SHAPES

TRANSFORM = r"xformOp:.*|xformOpOrder"
IMAGEABLE = (
    rf"{TRANSFORM}|visibility|purpose|extent|extentsHint|skel:animationSource|skel:skeleton"
    r"|material:binding(:preview|:collection:.*)?|collection:.*"
)
SKINNED = (
    r"primvars:skel:(jointIndices|jointWeights|geomBindTransform|skinningMethod)|skel:(joints|skinningMethod)"
)
MESH = (
    rf"{IMAGEABLE}|points|normals|doubleSided|orientation|primvars:(st|UV|uv|map|texCoord|texcoord)[^:]*(:indices)?"
    r"|primvars:(normals|tangents|display(Color|Opacity)\d*)(:indices)?"
    rf"|{SKINNED}|skel:(blendShapes|blendShapeTargets)|subsetFamily:.*"
)
SHAPE = (
    rf"{IMAGEABLE}|{SKINNED}|doubleSided|orientation|axis|size|radius|radiusTop|radiusBottom|height|width|length"
    r"|primvars:display(Color|Opacity)(:indices)?"
)
INSTANCER = (
    rf"{IMAGEABLE}|positions|orientations|orientationsf|scales|protoIndices|ids|prototypes|invisibleIds"
)
LIGHT = rf"{IMAGEABLE}|inputs:(intensity|exposure|color|normalize)"

CARRIED = {
    "": IMAGEABLE,
    "Scope": IMAGEABLE,
    "Xform": IMAGEABLE,
    "SkelRoot": IMAGEABLE,
    "Mesh": rf"{MESH}|faceVertexCounts|faceVertexIndices|holeIndices|subdivisionScheme",
    "Points": MESH,
    "BasisCurves": rf"{MESH}|curveVertexCounts|type|wrap",
    **dict.fromkeys(SHAPES, SHAPE),
    "PointInstancer": INSTANCER,
    "GeomSubset": r"elementType|familyName|indices|material:binding(:preview)?",
    "Skeleton": rf"{IMAGEABLE}|joints|jointNames|bindTransforms|restTransforms",
    "SkelAnimation": r"joints|translations|rotations|scales|blendShapes|blendShapeWeights",
    "BlendShape": r"offsets|normalOffsets|pointIndices|inbetweens:.*",
    "Camera": rf"{IMAGEABLE}|projection|clippingRange|focalLength|(horizontal|vertical)Aperture",
    "DistantLight": rf"{LIGHT}|inputs:angle",
    "SphereLight": rf"{LIGHT}|inputs:radius|treatAsPoint|inputs:shaping:cone:(angle|softness)",
    "Material": r"outputs:.*|inputs:.*",
    "Shader": r"info:(id|implementationSource)|inputs:.*|outputs:.*",
    "NodeGraph": r"inputs:.*|outputs:.*",
}
"""The properties that are read, by prim type. LOSS-USD_MATERIAL covers shaders."""


def not_carried(stage: Any) -> Iterator[tuple[str, int, str]]:
    """Kinds of unread properties and prims: description, count, and first path."""
    from pxr import Usd, UsdGeom, UsdLux

    members: dict[str, list[str]] = {}
    for prim in Usd.PrimRange(stage.GetPseudoRoot(), Usd.TraverseInstanceProxies()):
        if prim.IsPseudoRoot():
            continue
        kind, path = str(prim.GetTypeName()), str(prim.GetPath())
        if kind not in CARRIED:
            if not (prim.IsA(UsdGeom.Gprim) or prim.HasAPI(UsdLux.LightAPI)):  # these have findings
                members.setdefault(f"{kind} prims", []).append(path)
            continue
        family = prim.GetAttribute("familyName").Get() if kind == "GeomSubset" else None
        if family not in (None, MATERIAL_FAMILY):
            members.setdefault(f'GeomSubset prims of the family "{family}"', []).append(path)
            continue
        carried = re.compile(CARRIED[kind])
        for prop in prim.GetAuthoredProperties():
            name = str(prop.GetName())
            if not carried.fullmatch(name):
                members.setdefault(f'"{name}" of {kind or "untyped"} prims', []).append(path)
    for what, paths in sorted(members.items()):
        yield what, len(paths), paths[0]


MOVED = {
    "": TRANSFORM,
    "SkelAnimation": ".*",
    "PointInstancer": rf"{TRANSFORM}|positions|orientations|orientationsf|scales",
}
"""The properties whose animation is read, by prim type; other types have only their transforms."""


def animated_properties(prims: Iterable[Any]) -> Iterator[tuple[Any, str]]:
    """Animated properties of which only a constant value is read, because clips cannot hold them."""
    for prim in prims:
        kind = str(prim.GetTypeName())
        read = CARRIED.get(kind)
        moved = rf"{MOVED.get(kind, MOVED[''])}|extent|extentsHint"
        for attribute in prim.GetAuthoredAttributes() if read is not None else ():
            name = str(attribute.GetName())
            is_lost = re.fullmatch(read or "", name) and not re.fullmatch(moved, name)
            if is_lost and attribute.ValueMightBeTimeVarying():
                yield prim, f"the animation of {name}"
