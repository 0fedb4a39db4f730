"""The objects of STAIK_skeletons: the skeletons in the root, and the skeleton that a node or a skin names."""

# Annotations stay objects here: msgspec would have to compile the strings at every start.
from typing import Annotated, ClassVar

from msgspec import Meta, field

from pantin.formats.gltf.schema import Gltf, Natural, Node, Property, Skin
from pantin.formats.members.description import Style, refers

# That roots and joints are nodes, and matrices accessors, is for the rules of the extension.
NodeIndex = Annotated[int, Meta(ge=0), refers("nodes", checked=False, counted=False)]
Matrices = Annotated[int, Meta(ge=0), refers("accessors", checked=False)]


class StaikObject(Property, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """The base of the objects; `rules` names the rule for broken members of each."""

    style: ClassVar[Style] = Style(
        in_file_order=True, by_item=True, takes_null=False, names_unknown=False, checks_shared=False
    )
    carried: ClassVar[bool] = True


class Skeleton(StaikObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = {"*": "STAIK-004"}

    name: str | None = None
    root: NodeIndex | None
    joints: tuple[NodeIndex | None, ...] | None
    inverse_bind_matrices: Matrices | None = None


class Skeletons(StaikObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = {"*": "STAIK-003"}

    skeletons: tuple[Skeleton | None, ...] | None


class Mark(StaikObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = {"*": "STAIK-010"}

    skeleton: Natural | None


class Owner(StaikObject, frozen=True, kw_only=True):
    rules: ClassVar[dict[str, str]] = {"*": "STAIK-016"}

    skeleton_owner: Natural | None = field(name="skeleton_owner")


SKELETONS = {Gltf: Skeletons, Node: Mark, Skin: Owner}
