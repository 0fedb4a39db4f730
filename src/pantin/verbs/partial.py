"""Assets that stand for a part of a model, as verbs return them: a shape, or a motion.

Saving one does not report the parts that nobody expects in its file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.base.records import Record
from pantin.verbs.asset import Asset

if TYPE_CHECKING:
    from pantin.rig import Pose, Rig, Solver


class PosedSource(Record, eq=False):
    """An asset, a pose of its rig, and how its skins bend."""

    source: Asset
    pose: Pose
    solver: Solver | None


class ShapeAsset(Asset):
    """The shape of a pose, a cut or a polytope. Nobody expects the rig in a file with it."""

    posed: PosedSource | None = None
    """Where an asset in a pose comes from: static geometry is made of the source."""

    def _after_edit(self, rig: Rig | None = None) -> None:
        self.posed = None
        super()._after_edit(rig)


class MotionAsset(Asset):
    """A motion on a skeleton. Nobody expects the model in a file that stores motion only."""
