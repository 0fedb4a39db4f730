"""What makes a rig a character (VRM): which nodes are the bones of a human, expressions, gaze, and what the
first-person view shows; and constraints between nodes.

Names are those of VRM 1.0. Data only: `pantin.motion` evaluates it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Literal, TypeAlias

from msgspec import field

from pantin.base.records import Record
from pantin.deprecated import FormerNames, WithFormerNames
from pantin.rig.part import Part
from pantin.rig.texture import Json

Override: TypeAlias = Literal["none", "block", "blend"]
ColorTarget: TypeAlias = Literal[
    "color", "emissionColor", "shadeColor", "matcapColor", "rimColor", "outlineColor"
]
LookAtKind: TypeAlias = Literal["bone", "expression"]
FirstPersonFlag: TypeAlias = Literal["auto", "both", "thirdPersonOnly", "firstPersonOnly"]
ConstraintKind: TypeAlias = Literal["roll", "aim", "rotation"]


class MorphBind(Record):
    """A blend shape of the mesh on a node, and its weight at full expression.

    >>> pantin.rig.MorphBind(node=3, shape=0, weight=1.0).weight
    1.0
    """

    node: int
    shape: int
    weight: float


class ColorBind(Record):
    """A colour of a material, and its value at full expression.

    >>> pantin.rig.ColorBind(material=0, target="emissionColor", value=(1.0, 0.0, 0.0, 1.0)).target
    'emissionColor'
    """

    material: int
    target: ColorTarget
    value: tuple[float, float, float, float]


class TextureTransformBind(Record):
    """The texture transform of a material at full expression.

    >>> pantin.rig.TextureTransformBind(material=2, offset=(0.5, 0.0)).scale
    (1.0, 1.0)
    """

    material: int
    scale: tuple[float, float] = (1.0, 1.0)
    offset: tuple[float, float] = (0.0, 0.0)


class Expression(FormerNames, Record, metaclass=WithFormerNames):
    """An expression: `happy`, `blink`, `aa`, or one of the model's own.

    preset                 whether the name is one of VRM's, with its own meaning
    binary                 any weight above 0.5 counts as 1, any other as 0
    override_blink, …      how this expression affects blink, gaze and mouth expressions

    >>> from pantin.rig import Expression, MorphBind
    >>> surprise = Expression("surprise", preset=False, morphs=(MorphBind(3, 0, 1.0), MorphBind(3, 4, 0.5)))
    >>> len(surprise.morphs), surprise.override_blink
    (2, 'none')
    """

    former: ClassVar = {"colours": "colors"}

    name: str
    preset: bool = True
    morphs: tuple[MorphBind, ...] = ()
    colors: tuple[ColorBind, ...] = ()
    texture_transforms: tuple[TextureTransformBind, ...] = ()
    binary: bool = False
    override_blink: Override = "none"
    override_look_at: Override = "none"
    override_mouth: Override = "none"


class RangeMap(Record):
    """Gaze angle to output: angles up to `input_max` degrees map linearly to `output_scale` (degrees of an
    eye bone, or the weight of an expression).

    >>> eyes = pantin.rig.RangeMap(input_max=60.0, output_scale=12.0)
    >>> eyes.output_scale / eyes.input_max  # degrees that the eye turns for each degree of gaze
    0.2
    """

    input_max: float = 90.0
    output_scale: float = 10.0


class LookAt(Record):
    """How the eyes follow a point.

    offset  from the head bone to the point between the eyes

    >>> from pantin.rig import LookAt, RangeMap
    >>> LookAt("expression", offset=(0.0, 0.06, 0.0), vertical_up=RangeMap(45.0, 1.0)).kind
    'expression'
    """

    kind: LookAtKind = "bone"
    offset: tuple[float, float, float] = (0.0, 0.0, 0.0)
    horizontal_inner: RangeMap = RangeMap()
    horizontal_outer: RangeMap = RangeMap()
    vertical_down: RangeMap = RangeMap()
    vertical_up: RangeMap = RangeMap()


class HumanoidMotion(Part):
    """The nodes of a file of motion for any character (VRMC_vrm_animation 1.0) that stand for parts of a
    face; its clips move them in place of those of a model.

    expressions  by (whether it is a preset, name) the node whose translation along X is the weight
    look_at      the node whose rotation is the direction of the gaze

    >>> motion = pantin.rig.HumanoidMotion({(True, "happy"): 6})
    >>> motion.expressions[True, "happy"]
    6
    """

    expressions: Mapping[tuple[bool, str], int] = field(default_factory=lambda: MappingProxyType({}))
    look_at: int | None = None


class Character(Part):
    """The parts of a VRM model beside its rig, or of a motion for any such model.

    version       of the specification that the file follows: "1.0", or "0.x", whose models face −Z
    meta          title, authors and licence as the file has them
    humanoid      node of each human bone, by its VRM 1.0 name: `{"hips": 3, "leftUpperArm": 12, …}`
    expressions   in the order of the file
    first_person  what the first-person view does with the mesh on a node
    motion        None for a model; of a motion for any character, the nodes of expressions and gaze

    >>> from pantin.rig import Character, Expression, Node
    >>> person = Character(humanoid={"hips": 0, "head": 1}, expressions=(Expression("happy"),))
    >>> rig = pantin.build(nodes=[Node("hips"), Node("head", parent=0)], character=person)
    >>> rig.character.humanoid["head"]
    1
    """

    version: str = "1.0"
    meta: Json | None = None
    humanoid: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    expressions: tuple[Expression, ...] = ()
    look_at: LookAt | None = None
    first_person: Mapping[int, FirstPersonFlag] = field(default_factory=lambda: MappingProxyType({}))
    motion: HumanoidMotion | None = None

    @property
    def faces_back(self) -> bool:
        """Whether the model looks along −Z, as those of VRM 0.x do."""
        return self.version.startswith("0")


class Constraint(Record):
    """A node whose rotation follows that of another node (VRMC_node_constraint 1.0).

    axis  of a roll constraint `X`, `Y` or `Z`; of an aim constraint `PositiveX` … `NegativeZ`; else None

    >>> from pantin.rig import Constraint, Node
    >>> twist = Constraint(node=1, kind="roll", source=0, axis="X", weight=0.5)
    >>> rig = pantin.build(nodes=[Node("arm"), Node("twist")], constraints=[twist])
    >>> rig.constraints[0].weight
    0.5
    """

    node: int
    kind: ConstraintKind
    source: int
    axis: str | None = None
    weight: float = 1.0
