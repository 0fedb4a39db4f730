"""Blend shapes of a surface: dense, or sparse where the file stores them sparse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from pantin.formats.gltf.accessor import BadAccessor, sparse_values
from pantin.formats.gltf.lift.source import Source, mismatch
from pantin.report.pointer import JsonPath
from pantin.rig import BlendShape, Deltas, Reals, Surface


def targets(
    source: Source, listed: Sequence[Mapping[str, int | None]], base: Surface, path: JsonPath
) -> tuple[BlendShape, ...]:
    """The targets of a primitive; an unusable attribute stays as in the base."""
    return tuple(
        _Target(source, target, (*path, "targets", index)).over(base) for index, target in enumerate(listed)
    )


class _Target:
    """One target of a primitive."""

    def __init__(self, source: Source, attributes: Mapping[str, int | None], path: JsonPath) -> None:
        self.source = source
        self.attributes = attributes
        self.path = path

    def over(self, base: Surface) -> BlendShape:
        tangents = None if base.tangents is None else base.tangents[:, :3]
        return BlendShape(
            self._deltas("POSITION", base.positions),
            self._deltas("NORMAL", base.normals),
            self._deltas("TANGENT", tangents),
            self._sets("TEXCOORD", base.texcoords),
            self._sets("COLOR", base.colors),
        )

    def _sets(self, name: str, bases: Sequence[Reals]) -> tuple[Deltas | None, ...]:
        count = 0
        while f"{name}_{count}" in self.attributes:
            count += 1
        sets = [
            self._deltas(f"{name}_{number}", bases[number] if number < len(bases) else None)
            for number in range(max(count, len(bases)))
        ]
        while sets and sets[-1] is None:
            sets.pop()
        return tuple(sets)

    def _deltas(self, name: str, base: Reals | None) -> Deltas | None:
        index = self.attributes.get(name)
        if index is None:
            return None
        path = (*self.path, name)
        what = f"{name} of morph target {self.path[-1]} of {self.source.named_primitive(self.path)}"
        if base is None:
            self.source.skip(path, what, "the primitive itself does not have this attribute")
            return None
        try:
            return self._read(index, base)
        except BadAccessor as fault:
            self.source.skip(path, what, str(fault))
            return None

    def _read(self, index: int, base: Reals) -> Deltas | None:
        sparse = sparse_values(self.source.document, index)
        if sparse is None:
            rows, values = None, self.source.values(index)
            count = len(values)
        else:
            rows, values, count = sparse
        # RGB deltas of an RGBA colour do not change alpha, and RGBA deltas of an RGB colour have no alpha to
        # change (glTF 2.0 §3.7.2.2).
        widths = {base.shape[1], 3} if base.shape[1] == 4 else {base.shape[1], base.shape[1] + 1}
        misfit = mismatch((count, *values.shape[1:]), (len(base), None))
        if misfit or values.shape[1] not in widths:
            why = misfit or f"has {values.shape[1]} numbers per vertex (expected {base.shape[1]})"
            raise BadAccessor("undefined", f"accessor {index} {why}")
        if rows is None and values.strides[0] == 0:
            return None  # no view and no sparse part: zeros (§3.6.2.3)
        return Deltas(self._with_width(values, base.shape[1]), rows)

    def _with_width(self, values: Reals, width: int) -> Reals:
        have = values.shape[1]
        if have < width:
            size = len(values) * width * values.itemsize
            return self.source.hold(
                size, "a morph target", lambda: np.pad(values, ((0, 0), (0, width - have)))
            )
        return values[:, :width]
