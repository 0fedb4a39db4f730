"""Expand point instancers: each instance becomes a prim that refers to its prototype. The prims are authored
in the session layer of the stage, so that all readers treat them like other prims."""

from __future__ import annotations

from typing import Any

import numpy as np

from pantin.formats.usd.gf import to_array
from pantin.formats.usd.lift.context import Context, display_name, first_value, rest_time, size_of
from pantin.formats.usd.lift.transforms import EXACT
from pantin.formats.usd.names import Siblings
from pantin.report.wording import counted

PARTS = ("translate", "orient", "scale")


def expand_instancers(context: Context) -> None:
    """Author the instances of all point instancers; instancers inside prototypes follow in later rounds."""
    from pxr import Usd

    stage, known = context.stage, set[str]()
    with Usd.EditContext(stage, stage.GetSessionLayer()):
        while unexpanded := [path for path in _instancers(context) if str(path) not in known]:
            for path in unexpanded:
                known.add(str(path))
                while stage.GetPrimAtPath(path).IsInstanceProxy():  # prims of instances cannot be changed
                    _outermost_instance(stage.GetPrimAtPath(path)).SetInstanceable(False)
            for path in unexpanded:
                _Instancer(context, stage.GetPrimAtPath(path)).expand()


def _instancers(context: Context) -> list[Any]:
    """The paths of the visible point instancers."""
    from pxr import Usd, UsdGeom

    paths = []
    every = iter(Usd.PrimRange(context.stage.GetPseudoRoot(), Usd.TraverseInstanceProxies()))
    for prim in every:
        if is_prototype(context, prim):
            every.PruneChildren()
        elif prim.IsA(UsdGeom.PointInstancer):
            paths.append(prim.GetPath())
    return paths


def is_prototype(context: Context, prim: Any) -> bool:
    """Whether a prim is below a point instancer without being an instance, and therefore not drawn."""
    from pxr import UsdGeom

    parent = prim.GetParent()
    return bool(
        parent and parent.IsA(UsdGeom.PointInstancer) and str(prim.GetPath()) not in context.instance_prims
    )


def _outermost_instance(prim: Any) -> Any:
    outermost = prim
    while not prim.IsPseudoRoot():
        outermost = prim if prim.IsInstance() else outermost
        prim = prim.GetParent()
    return outermost


class _Instancer:
    def __init__(self, context: Context, prim: Any) -> None:
        from pxr import UsdGeom

        self._context, self._prim = context, prim
        schema = UsdGeom.PointInstancer(prim)
        precise = schema.GetOrientationsfAttr()
        self._schema = schema
        self._arrays = {
            "translate": schema.GetPositionsAttr(),
            "orient": precise if size_of(first_value(precise)) else schema.GetOrientationsAttr(),
            "scale": schema.GetScalesAttr(),
        }

    def expand(self) -> None:
        from pxr import Sdf

        indices = to_array(first_value(self._schema.GetProtoIndicesAttr()), dtype=np.int64).tolist()
        targets = self._schema.GetPrototypesRel().GetForwardedTargets()
        why = self._fault(indices, targets)
        if why is not None:
            self._context.drop("geometry", self._prim, f"a PointInstancer: {why}")
            return
        self._context.count_instances(len(indices))
        mask = self._mask()
        siblings = Siblings(child.GetName() for child in self._prim.GetChildren())
        columns = {part: self._columns(part, len(indices)) for part in PARTS}
        with Sdf.ChangeBlock():
            for number, index in enumerate(indices):
                if not mask or mask[number]:
                    name = siblings.claim(f"{targets[index].name}_{number}", "instance")
                    values = {part: column[number] for part, column in columns.items() if column}
                    self._author(name, targets[index], values)

    def _fault(self, indices: list[int], targets: list[Any]) -> str | None:
        stage = self._context.stage
        if not all(0 <= index < len(targets) for index in indices):
            return f"protoIndices are not all from 0 to {len(targets) - 1}, the prototypes that it has"
        for target in targets:
            if not stage.GetPrimAtPath(target):
                return f"its prototype {target} does not exist"
            if self._prim.GetPath().HasPrefix(target):
                return f"its prototype {target} contains it"
        for part, attribute in {**self._arrays, "ids": self._schema.GetIdsAttr()}.items():
            count = size_of(first_value(attribute))
            if count != len(indices) and (count or part == "translate"):
                values, instances = counted(count, "value"), counted(len(indices), "instance")
                return f"{attribute.GetName()} has {values} for {instances}"
        for part, attribute in self._arrays.items():
            if not all(_fits(part, value) for value in _values(attribute)):
                return f"{attribute.GetName()} has values of another type"
        return None

    def _mask(self) -> list[bool]:
        """Which instances are visible; empty if all are."""
        time = rest_time([self._schema.GetProtoIndicesAttr()])
        return list(self._schema.ComputeMaskAtTime(time))

    def _columns(self, part: str, count: int) -> list[list[tuple[Any, Any]]]:
        """The samples of each instance, (time code, value); without time for a constant value."""
        from pxr import Usd

        attribute = self._arrays[part]
        times = list(attribute.GetTimeSamples()) or [Usd.TimeCode.Default()]
        self._context.count_samples(len(times) * count)
        values = _values(attribute)
        if size_of(values[0]) == 0:
            return []
        if any(size_of(value) != count for value in values):
            times, values = [Usd.TimeCode.Default()], [first_value(attribute)]
        return [
            [(time, value[number]) for time, value in zip(times, values, strict=True)]
            for number in range(count)
        ]

    def _author(self, name: str, target: Any, values: dict[str, list[tuple[Any, Any]]]) -> None:
        """Author an instance: a reference to the prototype, with the instance transform as parent of the
        prototype's."""
        from pxr import Sdf, Usd, UsdGeom

        stage = self._context.stage
        prototype, layer = stage.GetPrimAtPath(target), stage.GetSessionLayer()
        above = Sdf.CreatePrimInLayer(layer, self._prim.GetPath())
        is_placed = prototype.IsA(UsdGeom.Xformable)
        type_name = str(prototype.GetTypeName()) if is_placed else "Xform"
        spec = Sdf.PrimSpec(above, name, Sdf.SpecifierDef, type_name)
        spec.referenceList.prependedItems.append(Sdf.Reference("", target))
        order = []
        for part, samples in values.items():
            kind, values_of = _op(part, samples)
            order.append(f"xformOp:{kind}:instance")
            op = Sdf.AttributeSpec(spec, order[-1], Sdf.ValueTypeNames.Find(_TYPES[kind]))
            for (time, _), value in zip(samples, values_of, strict=True):
                if time == Usd.TimeCode.Default():
                    op.default = value
                else:
                    layer.SetTimeSample(op.path, time, value)
        own = UsdGeom.Xformable(prototype).GetXformOpOrderAttr().Get() if is_placed else None
        both = [*order, *(each for each in own or () if each != RESET)]
        kinds = Sdf.ValueTypeNames.TokenArray, Sdf.VariabilityUniform
        Sdf.AttributeSpec(spec, "xformOpOrder", *kinds).default = both
        self._context.instance_prims[str(spec.path)] = display_name(prototype)


def _fits(part: str, value: Any) -> bool:
    """Whether a value is of the type of a part: quaternions, or vectors of three numbers."""
    if part == "orient" and size_of(value):
        return hasattr(value[0], "GetReal")
    return len(to_array(value, 3)) == size_of(value)


def _values(attribute: Any) -> list[Any]:
    """The value of each time sample, or else the constant one."""
    return [attribute.Get(time) for time in attribute.GetTimeSamples()] or [attribute.Get()]


RESET = "!resetXformStack!"
"""The first entry of a transform order that ignores ancestors."""

_TYPES = {"translate": "float3", "orient": "quatf", "scale": "float3", "transform": "matrix4d"}


def _op(part: str, samples: list[tuple[Any, Any]]) -> tuple[str, list[Any]]:
    """The transform op of an instance part, and its values. Orientations are half floats, with lengths off by
    up to 5e-4. UsdGeom uses them without normalising, which constant ones reproduce exactly; animated ones
    are normalised."""
    from pxr import Gf

    if part != "orient":
        return part, [Gf.Vec3f(*map(float, value)) for _, value in samples]
    turns = [Gf.Quatd(value) for _, value in samples]
    if len(turns) == 1 and abs(turns[0].GetLength() - 1) > EXACT:
        return "transform", [Gf.Matrix4d().SetRotate(turns[0])]
    return part, [Gf.Quatf(turn.GetNormalized()) for turn in turns]
