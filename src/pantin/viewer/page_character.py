"""The data of a VRM character in the page: human bones, eye movement, first-person visibility."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pantin.maths import quaternion
from pantin.rig.gaze import EYES, rest_rotation
from pantin.rig.human_bones import GAZE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pantin.rig import Rig
    from pantin.rig.character import RangeMap


def character_data(rig: Rig, listed: Sequence[int]) -> dict[str, Any]:
    """The members of the page's data about a character, as viewer/src/page_data.ts declares them.

    listed  the indices of the expressions that the page has, in its order
    """
    character = rig.character
    if character is None or rig.dimension != 3:
        return {"humanoid": {}, "facesBack": False, "lookAt": None, "firstPerson": None}
    return {
        "facesBack": character.faces_back,
        "humanoid": dict(character.humanoid),
        "lookAt": _look_at(rig, listed),
        "firstPerson": list(character.first_person.items()),
    }


def _look_at(rig: Rig, listed: Sequence[int]) -> dict[str, Any] | None:
    character = rig.character
    if character is None or character.look_at is None or "head" not in character.humanoid:
        return None
    look_at = character.look_at
    rest = quaternion.normalize(rig.rest_pose().rotations)
    eyes = []
    for bone in EYES:
        if bone in character.humanoid:
            node = character.humanoid[bone]
            eyes.append(
                {
                    "node": node,
                    "side": bone.removesuffix("Eye"),
                    "parentRest": rest_rotation(rig, int(rig.nodes.parents[node])).tolist(),
                    "rest": rest[node].tolist(),
                }
            )
    expressions = {
        character.expressions[index].name: slot
        for slot, index in enumerate(listed)
        if character.expressions[index].preset and character.expressions[index].name in GAZE
    }
    return {
        "kind": look_at.kind,
        "offset": list(look_at.offset),
        "headRest": rest_rotation(rig, character.humanoid["head"]).tolist(),
        "inner": _range_map(look_at.horizontal_inner),
        "outer": _range_map(look_at.horizontal_outer),
        "down": _range_map(look_at.vertical_down),
        "up": _range_map(look_at.vertical_up),
        "eyes": eyes,
        "expressions": expressions,
    }


def _range_map(range_map: RangeMap) -> dict[str, float]:
    return {"inputMax": range_map.input_max, "outputScale": range_map.output_scale}
