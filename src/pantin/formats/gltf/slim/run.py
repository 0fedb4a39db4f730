"""The steps of `slim` on a glTF document. A step is applied only if it does not add bytes and stays within
its part of the bound."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING

from pantin.base.gc_pause import pause_gc
from pantin.base.records import replace
from pantin.base.steps import begin_step
from pantin.formats.gltf.slim.sizes import count_keys, count_triangles, stored_bytes
from pantin.formats.gltf.slim.steps import SlimLevel, SlimStep
from pantin.report import Finding, rule
from pantin.report.wording import counted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pantin.formats.gltf.document import Document
    from pantin.formats.gltf.slim.packing import Filters
    from pantin.formats.gltf.slim.textures import TextureStep
    from pantin.operations.slimming.measure import Worst
    from pantin.rig import Clip, Rig

ATTEMPTS = 4
"""The most attempts to reduce keys, each with a smaller bound, while the result exceeds the bound."""

SPLINE_COSTS = (1.0, 2.0, 3.0)
"""The number of linear keys that a spline key, with its three values, must replace. The next is tried if the
file would grow."""

UNSEEN = 0.01
"""The part of the bound for changes that were not requested."""

MARGIN = 0.01
"""The part of the bound reserved for readers that compute in float32, with errors of 1e-7 of the size, and
for times between measured ones."""

QUANTISED, POSED = 0.6, 0.97
"""The part of the bound for quantised vertices in clips, and in poses outside all clips."""

SHORT = 1e-3
"""The part of the bound for rounding numbers of nodes."""

POSITIONS = 0.25
"""The part of the bound for rounding positions."""

WEIGHT_BITS = (9, 10, 12)
"""Bits of weights to try with compression if 8 are not enough."""

KEYS = 0.6
"""The part of the remaining bound for dropping keys, if rotations are rounded afterwards."""


@rule(
    "LOSS-NOT_RENUMBERED",
    "info",
    "{extension} may contain indices: the first {count} objects of each list keep their index",
)
def not_renumbered(extensions: Sequence[str], count: int) -> Iterator[Finding]:
    """Objects are kept because an unknown extension may refer to them.

    What: `slim` drops unused objects and renumbers the others. The file has an extension that Pantin does not
    know, with whole numbers in it that may be indices.
    Why: If an index in the extension meant another object afterwards, the file would be broken.
    Fix: Nothing is wrong. Remove the extension from the file if you do not need it; then slim drops more.
    Source: glTF 2.0 §3.12
    """
    for extension in extensions:
        yield not_renumbered.at(None, extension=extension, count=count)


class SlimRun:
    """A glTF document on its way through the steps, and its original rig."""

    def __init__(self, document: Document, rig: Rig, bound: float, keep: Collection[str]) -> None:
        from pantin.formats.gltf.slim.compaction import Frozen
        from pantin.formats.gltf.slim.packing import is_packed
        from pantin.operations.slimming.measure import Worst

        self.document, self.rig, self.bound, self.keep = document, rig, bound, keep
        self.frozen = Frozen.from_document(self.document)
        self.worst = Worst()
        """The largest error of the current document."""
        self.compact: Document | None = None
        """The last document that compaction left unchanged, with the nodes to keep at that time."""
        self._lifted: tuple[Document, Rig] | None = None
        self.steps: list[SlimStep] = []
        self.textures: list[TextureStep] = []
        self.levels: list[SlimLevel] = []
        self.unpacked: Document | None = None
        """The document before compression, and the filters used to compress it."""
        self.filters: Filters | None = None
        self.packed = is_packed(self.document)
        """Whether data is compressed again after each step."""
        self.triangles_before = self.triangles_after = count_triangles(rig)
        self.simplified_error = 0.0
        """The distance by which fewer triangles have moved the surface."""
        self.pose_error = 0.0
        """The distance by which quantised vertices move in poses outside all clips."""
        self.before = self.size = stored_bytes(self.document)
        self.keys_before = self.key_count = count_keys(self.document)

    def step(self, name: str, *changes: Callable[[Document], Document], most: int | None = None) -> None:
        """Apply the first of these changes that does not exceed the previous size, or `most`, and record the
        bytes saved."""
        from pantin.formats.gltf.slim.compaction import compact
        from pantin.formats.gltf.slim.packing import pack_data

        with pause_gc():  # each JSON tree of a step is thousands of objects, and needed to its end
            for change in changes:
                changed = self._compact(change(self.document))
                if self.packed:
                    changed = compact(pack_data(changed), self.keep)
                if changed is self.document:
                    self.steps.append(SlimStep(name, 0, 0))
                    return
                size, keys = stored_bytes(changed), count_keys(changed)
                if size <= (self.size if most is None else most):
                    self.document = changed
                    self.steps.append(SlimStep(name, self.size - size, self.key_count - keys))
                    self.size, self.key_count = size, keys
                    return
        self.steps.append(SlimStep(name, note="undone, would take more bytes"))

    def _compact(self, document: Document) -> Document:
        """The document without unused objects. A document known to be compact is not examined again: most
        steps change nothing in most files."""
        from pantin.formats.gltf.slim.compaction import compact

        data = document.container.data
        if self.compact is not None and data == self.compact.container.data:
            return self.compact
        compacted = compact(document, self.keep)
        if data == compacted.container.data:
            self.compact = compacted
        return compacted

    def triangles(self, most: float | None, error: float | None) -> None:
        """Reduce the triangles to a number, or a share up to 1, or until the error reaches its bound."""
        begin_step("triangles")
        from pantin.formats.gltf.lift import lift
        from pantin.formats.gltf.slim.triangles import put_triangles
        from pantin.operations.slimming.simplification import simplify_rig

        have = self.triangles_before
        budget = 0 if most is None else int(most * have) if most <= 1 else int(most)
        if not have:
            self.steps.append(SlimStep("triangles", note="the model has none"))
            return
        if budget >= have:
            self.steps.append(SlimStep("triangles", note=f"the model has {have:,}, no more than asked for"))
            return
        # A joint whose vertices are all gone may still be one that clips of other files move.
        joints = {int(joint) for skin in self.rig.skins for joint in skin.joints if joint >= 0}
        self.keep = {*self.keep, *(name for joint in joints if (name := self.rig.nodes.names[joint]))}
        simplified = simplify_rig(self.rig, budget, math.inf if error is None else error)
        if simplified.after == have:
            self.steps.append(SlimStep("triangles", note="the error allows no fewer"))
            return
        document = put_triangles(self.document, simplified.triangles)
        # All other steps are measured from here: the vertices that are left have not moved.
        self.rig = lift(document).rig
        self.triangles_after, self.simplified_error = simplified.after, simplified.error
        name = f"triangles: {have:,} -> {simplified.after:,}"
        if simplified.after > budget > 0 and error is None:
            name += ", fewer would tear the surface"
        self.step(name, lambda _: document, most=max(self.size, 2**62))

    def weld(self, quantize: bool, reorder: bool, drop_colors: bool = False) -> None:
        """Merge equal vertices, in an order that compresses well. It moves no vertex; later steps are
        compared with this result, because they match vertices by index."""
        begin_step("vertices")
        from pantin.formats.gltf.slim.geometry import quantize_colors, quantize_normals
        from pantin.formats.gltf.slim.packing import require_meshopt
        from pantin.formats.gltf.slim.welding import (
            drop_unused_attributes,
            drop_unused_colors,
            store_small_joints,
            weld_vertices,
        )

        if reorder:
            require_meshopt()
        self.step("unused objects and gaps", lambda document: document)
        if self.bound > 0:
            self.step("unused texture coordinates and tangents", drop_unused_attributes)
        if drop_colors:
            self.step("unused colours", drop_unused_colors)
        if quantize:  # more vertices are equal then
            self.step("quantised normals", quantize_normals)
            self.step("quantised colours", quantize_colors)
        self.step("joints as bytes", store_small_joints)
        self.step("equal vertices", partial(weld_vertices, reorder=reorder))
        self.rig = self._rig_of(self.document)

    def recode_textures(self, encoding: str | None, size: int | None, *, only_smaller: bool) -> None:
        """Encode images again, each in its own encoding if none is given, and with `only_smaller` where that
        takes fewer bytes."""
        begin_step("textures")
        from pantin.formats.gltf.slim.textures import Request, recode_textures

        document, self.textures = recode_textures(self.document, Request(encoding, size, only_smaller))
        if any(texture.bytes_after != texture.bytes_before for texture in self.textures):
            self.step("textures", lambda _: document, most=2**62)

    def lossless(self, drop_unused_shapes: bool) -> None:
        from pantin.formats.gltf.slim.duplicates import merge_duplicates
        from pantin.formats.gltf.slim.idle import drop_idle_joints, drop_idle_nodes
        from pantin.formats.gltf.slim.merging import merge_meshes, merge_skins
        from pantin.formats.gltf.slim.shapes import drop_shapes

        self.step("duplicate data", merge_duplicates)
        self.step("joints that move nothing", partial(drop_idle_joints, keep=self.keep))
        self.step("nodes that move nothing", partial(drop_idle_nodes, keep=self.keep))
        self.step("skins of one skeleton", merge_skins)
        self.step("meshes of one skin and material", partial(merge_meshes, keep=self.keep))
        if drop_unused_shapes:
            self.step("unused morph targets", drop_shapes)

    def geometry(self, influences: int | None, quantize: bool, meshopt: bool) -> None:
        """Change the mesh; a step beyond its part of the bound is undone."""
        begin_step("geometry")
        from pantin.formats.gltf.slim import geometry
        from pantin.formats.gltf.slim.shapes import has_targets
        from pantin.formats.gltf.slim.sparse import store_sparse

        if influences is not None:
            self._limit_influences(influences, 0.5)
        elif geometry.has_second_influences(self.document):
            self._try("second set of influences", partial(geometry.limit_influences, most=4), UNSEEN)
            if self.steps[-1].note:
                self.steps.pop()  # nobody asked for it
        if quantize:
            self._quantize(meshopt)
        if not meshopt and not self.packed and has_targets(self.document):
            # Compression does the same for zeros.
            self._try("sparse morph targets", partial(store_sparse, bound=self.bound), 0.75)

    def _quantize(self, meshopt: bool) -> None:
        """Store vertices in fewer bits: weights in 8 if the bound allows it, else in 16; with compression,
        weights and positions in as few as it allows."""
        from pantin.formats.gltf.lift import lift
        from pantin.formats.gltf.slim import geometry
        from pantin.formats.gltf.slim.positions import quantize_positions, steps_within
        from pantin.operations.slimming.rounding import JointPoints

        if not meshopt:  # compression has a filter for them
            self.step("quantised texture coordinates", geometry.quantize_coordinates)
        self.step("short numbers", partial(geometry.shorten_numbers, precision=SHORT * self.bound))
        rig = lift(self.document).rig
        posed, whole = partial(geometry.quantize_weights, points=JointPoints(rig)), geometry.quantize_weights
        wider = [partial(posed, bits=bits) for bits in WEIGHT_BITS if meshopt]
        part = QUANTISED if self.key_count else POSED
        self._try("quantised weights", posed, part - POSITIONS, *wider, whole, start=rig)
        steps = steps_within(rig, POSITIONS * self.bound) if meshopt else None
        rough, fine = (
            partial(quantize_positions, keep=self.keep, steps=each, rounding=meshopt)
            for each in (steps, None)
        )
        self._try("quantised positions", rough, part, fine, start=rig)

    def _limit_influences(self, most: int, part: float) -> None:
        """Limit the influences of each vertex, unless that moves it by more than a part of the bound."""
        from pantin.formats.gltf.lift import lift
        from pantin.formats.gltf.slim.geometry import limit_influences
        from pantin.operations.comparison.vertices import VertexTable
        from pantin.operations.slimming.measure import measure_vertices

        limited = lift(limit_influences(self.document, most)).rig
        far = measure_vertices(self._original(), limited) > part * self.bound
        table = VertexTable.from_rig(limited)
        spared: dict[tuple[int, int], NDArray[np.bool_]] = {}
        for surface in table.parts:
            key, there = (table.instance(surface).mesh, surface.number), far[surface.vertices]
            spared[key] = spared.get(key, False) | there
        some = f" ({counted(int(far.sum()), 'vertex')} with more)" if far.any() else ""
        change = partial(limit_influences, most=most, spared=spared)
        self._try(f"at most {counted(most, 'influence')}{some}", change, part)

    def _try(
        self,
        name: str,
        change: Callable[[Document], Document],
        part: float,
        *others: Callable[..., Document],
        start: Rig | None = None,
    ) -> None:
        """Apply a step if its error stays below this part of the bound at rest, in clips and, compared with
        the original rig, in other poses; otherwise the first alternative that does."""
        from pantin.formats.gltf.lift import lift
        from pantin.operations.slimming.measure import measure_poses

        before = self.document, self.size, self.key_count
        rig = lift(self.document).rig if start is None else start
        for attempt in (change, *others):
            self.step(name, attempt)
            if self.document is before[0]:
                return
            worst, posed = self._measure(), measure_poses(rig, lift(self.document).rig)
            posed += self.pose_error if start is None else 0.0
            # Poses that are in no clip do not share the bound with keys.
            if worst.error <= part * self.bound and posed <= max(part, POSED) * self.bound:
                self.worst, self.pose_error = worst, posed
                return
            self.document, self.size, self.key_count = before
            self.steps.pop()
        self.steps.append(SlimStep(name, note=f"skipped, moves a vertex by {max(worst.error, posed):.3g}"))

    def keys(self, quantize: bool, effort: bool = False, compress: bool = False) -> None:
        """Drop keys; again with a smaller bound where the result exceeds it between the frames searched. With
        `effort` splines and every way to share the bound are tried. Compression has no use for splines."""
        begin_step("keys")
        self._drop_keys("repeated keys and constant channels", 0.0)
        if self.bound <= 0 or not self.key_count:
            return
        exact = self.document, self.size, self.key_count
        allowed = ((1.0 - MARGIN) * self.bound - self.worst.error) * (KEYS if quantize else 1.0)
        for _ in range(ATTEMPTS):
            self._drop_keys("keys", allowed, quantize and not compress, effort, compress=compress)
            if (self.size, self.key_count) == exact[1:]:
                self.document = exact[0]
                break
            worst = self._measure()
            if worst.error <= self.bound:
                self.worst = worst
                break
            self.steps.pop()
            self.document, self.size, self.key_count = exact
            allowed *= 0.8 * self.bound / worst.error
        if quantize and not compress:
            self._round_rotations()

    def _round_rotations(self) -> None:
        """Store rotations as 16-bit fractions, if all stay within the bound."""
        from pantin.formats.gltf.slim.animations import quantize_rotations

        before = self.document, self.size, self.key_count
        self.step("quantised rotations", quantize_rotations)
        if self.size == before[1]:
            self.steps.pop()
            return
        worst = self._measure()
        if worst.error <= self.bound:
            self.worst = worst
            return
        self.document, self.size, self.key_count = before
        self.steps[-1] = SlimStep("quantised rotations", note=f"skipped, moves a vertex by {worst.error:.3g}")

    def _drop_keys(
        self, name: str, bound: float, quantize: bool = False, effort: bool = False, compress: bool = False
    ) -> None:
        """Drop as many keys as possible without making the file larger. Unshared times and splines take more
        bytes, so if the file would grow, fewer splines are tried, then shared times. Splines do not help
        compression, and compressed keys are smaller than lists of times."""
        from pantin.formats.gltf.slim.animations import put_clips
        from pantin.operations.slimming.reduction import reduce_clips
        from pantin.operations.slimming.sharing import share_times

        rig = self._rig_of(self.document)

        @cache
        def reduce(spline_cost: float) -> tuple[Clip, ...]:
            clips = reduce_clips(rig, bound, rounded=quantize, spline_cost=spline_cost, effort=effort)
            return tuple(map(share_times, clips)) if compress and bound > 0 else clips

        def change(document: Document, *, spline_cost: float, sharing: bool) -> Document:
            return put_clips(document, rig.clips, reduce(spline_cost), quantized=quantize, sharing=sharing)

        costs = SPLINE_COSTS if effort and not compress else (math.inf,)
        changes = [partial(change, spline_cost=cost, sharing=False) for cost in costs]
        changes.append(partial(change, spline_cost=costs[-1], sharing=True))
        self.step(name, *changes)

    def _measure(self) -> Worst:
        from pantin.operations.slimming.measure import measure

        return measure(self._original(), self._rig_of(self.document))

    def _rig_of(self, document: Document) -> Rig:
        """The rig of a document; the last rig is cached with its clips."""
        from pantin.formats.gltf.lift import lift

        if self._lifted is None or self._lifted[0] is not document:
            self._lifted = document, lift(document).rig
        return self._lifted[1]

    def _original(self) -> Rig:
        """The original rig, without clips that have no channels, which are dropped."""
        return replace(self.rig, clips=tuple(clip for clip in self.rig.clips if clip.channels))

    def add_levels(self, shares: Sequence[float], meshopt: bool, separate: bool) -> None:
        """Add levels of detail to the document before compression, and compress it again. Levels share the
        vertices of the first, so no vertex moves."""
        begin_step("levels of detail")
        from pantin.formats.gltf.lift import lift
        from pantin.formats.gltf.slim.compaction import compact
        from pantin.formats.gltf.slim.levels import add_levels
        from pantin.formats.gltf.slim.packing import pack_data
        from pantin.formats.gltf.slim.triangles import put_triangles
        from pantin.operations.slimming.simplification import simplify_rig

        plain = self.document if self.unpacked is None else self.unpacked
        rig = lift(plain).rig
        levels = [simplify_rig(rig, int(share * self.triangles_before)) for share in shares]

        def finish(document: Document) -> Document:
            packed = meshopt or self.packed
            return compact(pack_data(document, self.filters) if packed else document, self.keep)

        for level in levels:
            alone = finish(put_triangles(plain, level.triangles)) if separate else None
            error = self.simplified_error + level.error + max(self.worst.error, self.pose_error)
            self.levels.append(SlimLevel(level.after, error, alone))
        document = add_levels(plain, [level.triangles for level in levels], shares)
        counts = ", ".join(f"{level.after:,}" for level in levels)
        self.step(f"levels of detail: {counts} triangles", lambda _: finish(document), most=2**62)

    def pack(self, meshopt: bool, quantize: bool) -> None:
        """Compress the data; with `quantize` by filters, rotations in as few bits as the bound allows."""
        begin_step("packing")
        from pantin.formats.gltf.slim.packing import filters_within, pack_data

        if not meshopt or self.packed:
            return
        self.unpacked = self.document
        if not quantize:
            self.step("compression", pack_data)
            return
        before = self.document, self.size, self.key_count
        for filters in filters_within(self.rig, self.bound - self.worst.error, animated=bool(self.key_count)):
            self.step("compression", partial(pack_data, filters=filters), most=2**62)
            worst = self._measure() if self.key_count else self.worst
            if worst.error <= self.bound:
                self.worst, self.filters = worst, filters
                return
            self.steps.pop()
            self.document, self.size, self.key_count = before
        self.step("compression", pack_data)

    def findings(self) -> list[Finding]:
        """Findings for data that was kept because an unknown extension may refer to it."""
        return list(not_renumbered(self.frozen.extensions, self.frozen.count))
