"""The steps of `slim` on a glTF document: each is made only where it takes no more bytes, and stays within
its part of the bound."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from pantin.base.records import Record, replace
from pantin.report import Finding, rule
from pantin.report.wording import counted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pantin.formats.gltf.document import Document
    from pantin.operations.slimming.measure import Worst
    from pantin.rig import Rig

ATTEMPTS = 4
"""How often keys are reduced, each time with a smaller bound, while the result exceeds the bound."""

SPLINE_COSTS = (1.0, 2.0, 3.0)
"""How many keys of lines a key of a spline must replace, which has three values: more where the file would be
too large with the one before."""

UNSEEN = 0.01
"""The part of the bound that what nobody asked for may take."""

MARGIN = 0.01
"""The part of the bound that is left to readers that compute with float32 numbers, whose positions are off by
1e-7 of the size, and to times between those that are measured."""


class SlimStep(Record):
    """What one step has saved; `note` says why it was not made."""

    name: str
    bytes_saved: int = 0
    keys_saved: int = 0
    note: str = ""

    @property
    def title(self) -> str:
        return f"{self.name}: {self.note}" if self.note else self.name

    def to_builtins(self) -> dict[str, Any]:
        return {"name": self.title, "bytes_saved": self.bytes_saved, "keys_saved": self.keys_saved}


@rule(
    "LOSS-NOT_RENUMBERED",
    "info",
    "{extension} may hold indices: the first {count} objects of each list keep their number",
)
def not_renumbered(extensions: Sequence[str], count: int) -> Iterator[Finding]:
    """Objects are kept because an unknown extension may refer to them.

    What: `slim` drops unused objects and renumbers the others. The file has an extension that Pantin does not
    know, with whole numbers in it that may be indices.
    Why: if an index in the extension meant another object afterwards, the file would be broken.
    Fix: nothing is wrong. Remove the extension from the file if you do not need it; then slim drops more.
    Source: glTF 2.0 §3.12
    """
    for extension in extensions:
        yield not_renumbered.at(None, extension=extension, count=count)


class SlimRun:
    """A glTF document on its way through the steps, and the rig that it has at the beginning."""

    def __init__(self, document: Document, rig: Rig, bound: float, keep: Collection[str]) -> None:
        from pantin.formats.gltf.slim.compaction import Frozen
        from pantin.formats.gltf.slim.packing import is_packed
        from pantin.operations.slimming.measure import Worst

        self.document, self.rig, self.bound, self.keep = document, rig, bound, keep
        self.frozen = Frozen.from_document(self.document)
        self.worst = Worst()
        """The largest error of the document as it is."""
        self.steps: list[SlimStep] = []
        self.packed = is_packed(self.document)
        """Whether data is compressed again after each step."""
        self.triangles_before = self.triangles_after = count_triangles(rig)
        self.simplified_error = 0.0
        """How far fewer triangles have moved the surface."""
        self.before = self.size = _stored_bytes(self.document)
        self.keys_before = self.key_count = _count_keys(self.document)

    def step(self, name: str, *changes: Callable[[Document], Document], most: int | None = None) -> None:
        """Make the first of these changes that does not take more bytes than before, or than `most`, and note
        what that saves."""
        from pantin.formats.gltf.slim.compaction import compact
        from pantin.formats.gltf.slim.packing import pack_data

        for change in changes:
            changed = compact(change(self.document), self.keep)
            if self.packed:
                changed = compact(pack_data(changed), self.keep)
            size, keys = _stored_bytes(changed), _count_keys(changed)
            if size <= (self.size if most is None else most):
                self.document = changed
                self.steps.append(SlimStep(name, self.size - size, self.key_count - keys))
                self.size, self.key_count = size, keys
                return
        self.steps.append(SlimStep(name, note="undone, would take more bytes"))

    def triangles(self, most: float | None, error: float | None) -> None:
        """Reduce the triangles to a number, or a share up to 1, or as far as the error allows."""
        import math

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
        document = put_triangles(self.document, simplified.triangles)
        # All other steps are measured from here: the vertices that are left have not moved.
        self.rig = lift(document).rig
        self.triangles_after, self.simplified_error = simplified.after, simplified.error
        name = f"triangles: {have:,} -> {simplified.after:,}"
        if simplified.after > budget > 0 and error is None:
            name += ", fewer would tear the surface"
        self.step(name, lambda _: document, most=max(self.size, 2**62))

    def lossless(self, drop_unused_shapes: bool) -> None:
        from pantin.formats.gltf.slim.duplicates import merge_duplicates
        from pantin.formats.gltf.slim.idle import drop_idle_joints, drop_idle_nodes
        from pantin.formats.gltf.slim.merging import merge_meshes, merge_skins
        from pantin.formats.gltf.slim.shapes import drop_shapes

        self.step("unused objects and gaps", lambda document: document)
        self._forget_unused()
        self.step("duplicate data", merge_duplicates)
        self.step("joints that move nothing", partial(drop_idle_joints, keep=self.keep))
        self.step("nodes that move nothing", partial(drop_idle_nodes, keep=self.keep))
        self.step("skins of one skeleton", merge_skins)
        self.step("meshes of one skin and material", partial(merge_meshes, keep=self.keep))
        if drop_unused_shapes:
            self.step("unused morph targets", drop_shapes)

    def _forget_unused(self) -> None:
        """Measure without meshes outside of all scenes, which the document no longer has."""
        from pantin.formats.gltf.lift import lift

        left = sum("mesh" in node for node in self.document.tree.get("nodes", ()))
        if left != len(self.rig.instances):
            self.rig = lift(self.document).rig

    def geometry(self, influences: int | None, quantize: bool, meshopt: bool) -> None:
        """Steps that change the mesh; one that takes more than its part of the bound is undone."""
        from pantin.formats.gltf.slim import geometry
        from pantin.formats.gltf.slim.positions import quantize_positions
        from pantin.formats.gltf.slim.shapes import has_targets
        from pantin.formats.gltf.slim.sparse import store_sparse

        if influences is not None:
            self._limit_influences(influences, 0.5)
        elif geometry.has_second_influences(self.document):
            self._try("second set of influences", partial(geometry.limit_influences, most=4), UNSEEN)
            if self.steps[-1].note:
                self.steps.pop()  # nobody asked for it
        if quantize:
            self._try("quantised normals", geometry.quantize_normals, 0.5)
            self._try("quantised weights", geometry.quantize_weights, 0.6)
            self._try("quantised positions", partial(quantize_positions, keep=self.keep), 0.7)
        if not meshopt and not self.packed and has_targets(self.document):
            # Compression does the same for zeros.
            self._try("sparse morph targets", partial(store_sparse, bound=self.bound), 0.75)

    def _limit_influences(self, most: int, part: float) -> None:
        """Limit the influences of each vertex, unless it would move by more than a part of the bound."""
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

    def _try(self, name: str, change: Callable[[Document], Document], part: float) -> None:
        """A step, if the error stays below this part of the bound."""
        before = self.document, self.size, self.key_count
        self.step(name, change)
        worst = self._measure()
        if worst.error <= part * self.bound:
            self.worst = worst
            return
        self.document, self.size, self.key_count = before
        self.steps[-1] = SlimStep(name, note=f"skipped, moves a vertex by {worst.error:.3g}")

    def keys(self, quantize: bool) -> None:
        """Drop keys; again with a smaller bound where the result exceeds it between the frames searched."""
        self._drop_keys("repeated keys and constant channels", 0.0)
        if self.bound <= 0:
            return
        exact = self.document, self.size, self.key_count
        allowed = (1.0 - MARGIN) * self.bound - self.worst.error
        for _ in range(ATTEMPTS):
            self._drop_keys("keys", allowed, quantize)
            if (self.size, self.key_count) == exact[1:]:
                self.document = exact[0]
                return
            worst = self._measure()
            if worst.error <= self.bound:
                self.worst = worst
                return
            self.steps.pop()
            self.document, self.size, self.key_count = exact
            allowed *= 0.8 * self.bound / worst.error

    def _drop_keys(self, name: str, bound: float, quantize: bool = False) -> None:
        """A step with the fewest keys. Channels that no longer share their times take more bytes, and so do
        splines: with fewer of these if the file would be larger than at first."""
        change = partial(self._with_clips, bound=bound, quantize=quantize)
        changes = [
            partial(change, spline_cost=cost, sharing=cost == SPLINE_COSTS[-1]) for cost in SPLINE_COSTS
        ]
        if bound > 0:
            self.step(name, *changes, most=self.before)
        else:
            self.step(name, partial(change, sharing=False), partial(change, sharing=True))

    def _with_clips(
        self, document: Document, bound: float, quantize: bool, sharing: bool, spline_cost: float = 1.0
    ) -> Document:
        from pantin.formats.gltf.lift import lift
        from pantin.formats.gltf.slim.animations import put_clips
        from pantin.operations.slimming.reduction import reduce_clips

        rig = lift(document).rig
        clips = reduce_clips(rig, bound, rounded=quantize, spline_cost=spline_cost)
        return put_clips(document, rig.clips, clips, quantized=quantize, sharing=sharing)

    def _measure(self) -> Worst:
        from pantin.formats.gltf.lift import lift
        from pantin.operations.slimming.measure import measure

        return measure(self._original(), lift(self.document).rig)

    def _original(self) -> Rig:
        """The rig before all steps, without clips that have no channels: those are dropped."""
        return replace(self.rig, clips=tuple(clip for clip in self.rig.clips if clip.channels))

    def pack(self, meshopt: bool) -> None:
        """Compress the data."""
        from pantin.formats.gltf.slim.packing import pack_data

        if meshopt and not self.packed:
            self.step("compression", pack_data)

    def findings(self) -> list[Finding]:
        """What was kept because an unknown extension may refer to it."""
        return list(not_renumbered(self.frozen.extensions, self.frozen.count))


def count_triangles(rig: Rig) -> int:
    """The triangles of all instances."""
    return sum(
        len(surface.triangles) for instance in rig.instances for surface in rig.meshes[instance.mesh].surfaces
    )


def _stored_bytes(document: Document) -> int:
    """The size of a file with the buffers beside it."""
    from pantin.formats.gltf.save import to_bytes

    buffers = [document.buffer(index) for index in range(len(document.model.buffers))]
    beside = sum(len(buffer.stored or b"") for buffer in buffers if buffer.storage == "file")
    return len(to_bytes(document)) + beside


def _count_keys(document: Document) -> int:
    """The keys of all channels."""
    count = 0
    for animation in document.model.animations:
        for channel in (animation.channels if animation else None) or ():
            samplers = (animation.samplers if animation else None) or ()
            sampler = samplers[channel.sampler] if channel.sampler is not None else None
            accessor = (
                None if sampler is None or sampler.input is None else document.model.accessors[sampler.input]
            )
            count += (accessor.count or 0) if accessor is not None else 0
    return count
