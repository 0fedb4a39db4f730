"""Characters and constraints: what the builder accepts, and its sentences."""

import numpy as np
import pytest

from pantin.rig import (
    BlendShape,
    Character,
    ColorBind,
    Constraint,
    Deltas,
    Expression,
    Instance,
    InvalidRig,
    LookAt,
    Mesh,
    MorphBind,
    Node,
    Surface,
    TextureTransformBind,
    build,
)

FACE = Mesh((Surface(np.zeros((3, 3)), blend_shapes=(BlendShape(Deltas(np.ones((3, 3)))),)),))
PARTS = {"nodes": [Node(), Node()], "meshes": [FACE], "instances": [Instance(0, 0)]}


def expression(**members):
    return Character(expressions=(Expression("happy", **members),))


BAD = [
    ({"character": Character(humanoid={"hips": 9})}, "humanoid bone hips is 9, out of range"),
    (
        {"character": expression(morphs=(MorphBind(0, 1, 1.0),))},
        r"expression 'happy': node 0 has no blend shape 1 \(it has 1\)",
    ),
    ({"character": expression(morphs=(MorphBind(1, 0, 1.0),))}, "node 1 has no blend shape 0"),
    ({"character": expression(morphs=(MorphBind(0, 0, np.inf),))}, "weight of a blend shape must be finite"),
    (
        {"character": expression(colors=(ColorBind(0, "color", (1, 1, 1, 1)),))},
        "'happy' material is 0, out of range",
    ),
    (
        {"character": expression(texture_transforms=(TextureTransformBind(2),))},
        "'happy' material is 2, out of range",
    ),
    ({"character": expression(override_blink="off")}, "override must be none, block or blend, not 'off'"),
    (
        {"character": Character(expressions=(Expression("a"), Expression("a")))},
        "there is expression .* twice",
    ),
    ({"character": Character(look_at=LookAt("eyes"))}, "look-at kind must be bone or expression"),
    ({"character": Character(first_person={0: "never"})}, "first-person flag of node 0 must be one of auto"),
    ({"constraints": [Constraint(0, "turn", 1)]}, "constraint 0 kind must be roll, aim or rotation"),
    ({"constraints": [Constraint(0, "roll", 1, "PositiveX")]}, "constraint 0 axis must be one of X, Y, Z"),
    ({"constraints": [Constraint(0, "aim", 5, "PositiveX")]}, "constraint 0 source is 5, out of range"),
    ({"constraints": [Constraint(0, "rotation", 1)] * 2}, "there is a constraint on node 0 twice"),
]


@pytest.mark.parametrize(("parts", "sentence"), BAD)
def test_a_bad_part_is_refused_with_a_sentence(parts, sentence):
    with pytest.raises(InvalidRig, match=sentence):
        build(**PARTS | parts)


def test_a_character_is_frozen():
    bones = {"hips": 0}
    rig = build(**PARTS, character=Character(humanoid=bones), constraints=[Constraint(1, "rotation", 0)])
    bones["head"] = 1
    assert dict(rig.character.humanoid) == {"hips": 0}
    with pytest.raises(TypeError):
        rig.character.humanoid["head"] = 1


def test_an_unknown_expression_gets_a_suggestion():
    rig = build(**PARTS, character=Character(expressions=(Expression("happy"),)))
    with pytest.raises(ValueError, match=r"no expression 'hapy' \(it has happy\); did you mean 'happy'\?"):
        rig.rest_pose().with_expression("hapy", 1.0)
