"""State shared by the readers of a stage: the stage, its limits, and findings."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from pantin.base.errors import LimitExceeded
from pantin.base.limits import Limits

DroppedParts = list[tuple[str, str]]


class Context(Struct, eq=False):
    """A stage that is read.

    start      the time code of the second 0 of clips
    per_second time codes per second
    dropped    what a rig cannot hold, by the name of its rule: (path, what)
    instance_prims  the name of the prototype of each prim that stands for an instance of a point instancer
    """

    stage: Any
    limits: Limits
    start: float = 0.0
    per_second: float = 24.0
    samples: int = 0
    dropped: dict[str, DroppedParts] = field(default_factory=dict)
    instance_prims: dict[str, str] = field(default_factory=dict)

    def drop(self, kind: str, prim: Any, what: str) -> None:
        """Record, once, that part of a prim is dropped."""
        entry = (str(prim.GetPath()), what)
        entries = self.dropped.setdefault(kind, [])
        if entry not in entries:
            entries.append(entry)

    def count_samples(self, number: int) -> None:
        """Count time samples; raises `LimitExceeded`."""
        self.samples += number
        if self.samples > self.limits.samples:
            raise LimitExceeded("samples", f"the stage has more than {self.limits.samples:,} time samples")

    def count_instances(self, number: int) -> None:
        """Add a point instancer to the count of instances and check the limit; raises `LimitExceeded`."""
        if len(self.instance_prims) + number > self.limits.prims:
            raise LimitExceeded("prims", f"the stage has more than {self.limits.prims:,} prims and instances")

    def earliest_sample(self) -> float:
        """The time code of the first sample of an animation or a transform; `start` if there is none."""
        from pxr import Usd, UsdGeom, UsdSkel

        first = self.start
        for prim in self.stage.Traverse(Usd.TraverseInstanceProxies()):
            if prim.IsA(UsdSkel.Animation):
                times = [time for each in prim.GetAttributes() for time in each.GetTimeSamples()[:1]]
            else:
                xformable = UsdGeom.Xformable(prim)
                times = xformable.GetTimeSamples()[:1] if xformable else []
            first = min([first, *times])
        return first

    def seconds(self, codes: Any) -> Any:
        return (codes - self.start) / self.per_second


def display_name(prim: Any) -> str:
    """The original name of a prim: its display name if it has one."""
    return str(prim.GetDisplayName() or prim.GetName())


def rest_time(attributes: list[Any]) -> Any:
    """The time of the rest pose: the default time if every attribute has a default value, else the first
    sample."""
    from pxr import Usd

    default = Usd.TimeCode.Default()
    missing = any(attribute.Get(default) is None for attribute in attributes)
    return Usd.TimeCode.EarliestTime() if missing else default


def first_value(attribute: Any) -> Any:
    """The default value, else the first sample, else the fallback of the schema; None without any, or without
    attribute."""
    from pxr import Usd

    if not attribute:
        return None
    default = Usd.TimeCode.Default()
    if attribute.GetNumTimeSamples() and not attribute.GetResolveInfo(default).HasAuthoredValue():
        return attribute.Get(Usd.TimeCode.EarliestTime())
    return attribute.Get(default)


def count_of(attribute: Any) -> int:
    """The length of the value of an array attribute; 0 without a value, or if it is not an array."""
    return size_of(first_value(attribute))


def size_of(value: Any) -> int:
    """The length of an array; 0 for other values, because files may have any type."""
    return len(value) if hasattr(value, "__len__") else 0


def tokens_of(attribute: Any) -> list[str]:
    """The names in an array attribute; empty for a value of another type."""
    value: Any = attribute.Get() if attribute else ()
    return [str(token) for token in value] if size_of(value) and not isinstance(value, str) else []
