"""Write the transforms of prims, at rest and over time."""

from __future__ import annotations

from typing import Any

import numpy as np

from pantin.formats.usd import gf
from pantin.maths import quaternion
from pantin.rig import Doubles


class TransformOps:
    """The transform ops of a prim: translate, orient and scale, a matrix, or a translation and a matrix."""

    def __init__(self, prim: Any, *, parts: bool, matrix: bool) -> None:
        from pxr import UsdGeom

        xformable, single = UsdGeom.Xformable(prim), UsdGeom.XformOp.PrecisionFloat
        self.translate = xformable.AddTranslateOp() if parts else None
        self.orient = xformable.AddOrientOp(single) if parts and not matrix else None
        self.scale = xformable.AddScaleOp(single) if parts and not matrix else None
        self.matrix = xformable.AddTransformOp() if matrix else None

    def set_parts(self, translation: Doubles, rotation: Doubles, scale: Doubles) -> None:
        """The constant parts."""
        for name, values in (("translation", translation), ("rotation", rotation), ("scale", scale)):
            self.write_samples(name, np.zeros(0), values[None])

    def set_matrix(self, local: Doubles) -> None:
        """The constant matrix."""
        self.write_matrices(np.zeros(0), local[None])

    def write_samples(self, name: str, times: Doubles, values: Doubles) -> None:
        """(F, k) values of a part at (F,) time codes; without times, the first is its constant value."""
        from pxr import Gf

        op = {"translation": self.translate, "rotation": self.orient, "scale": self.scale}[name]
        if op is not None:
            values = quaternion.normalize(values) if name == "rotation" else values
            rows = values.tolist()
            if name == "rotation":
                elements = [Gf.Quatf(w, x, y, z) for x, y, z, w in rows]
            else:
                kind = Gf.Vec3d if name == "translation" else Gf.Vec3f
                elements = [kind(*row) for row in rows]
            _write(op, times, elements)

    def write_matrices(self, times: Doubles, matrices: Doubles) -> None:
        """(F, 3, 4) matrices at (F,) time codes; without times, the first is the constant one."""
        if self.matrix is not None:
            _write(self.matrix, times, [gf.matrix(each) for each in matrices])


def _write(op: Any, times: Doubles, values: list[Any]) -> None:
    if not len(times):
        op.Set(values[0])
        return
    for time, value in zip(times.tolist(), values, strict=True):
        op.Set(value, time)
