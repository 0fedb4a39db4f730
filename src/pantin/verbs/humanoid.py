"""`find_humanoid`: which nodes of a model are which bones of a human."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.base.arguments import check_arguments
from pantin.verbs.asset import Asset

if TYPE_CHECKING:
    from pantin.operations.humanoid.bone_map import BoneMap
    from pantin.verbs.model import Model


@check_arguments
def find_humanoid(source: Model) -> BoneMap:
    """The node of each humanoid bone of a model, by VRM 1.0 names, with confidences in 0…1.

    A VRM declares its bones. Those of other models are found by the names of nodes and the shape of the
    skeleton at rest, in the way `retarget` and `merge` find them. `humanoid` of the result is False for a
    model that does not have enough bones of a human or does not stand as one. Raises what `load` raises.

    >>> bones = pantin.find_humanoid("examples/retarget/mannequin.glb")
    >>> bones.humanoid, bones.nodes["leftHand"], bones.confidence["leftHand"]
    (True, 10, 0.98)
    >>> bones.uncertain
    ()
    """
    from pantin.operations.humanoid.bone_map import map_bones

    return map_bones(Asset.from_model(source).rig)
