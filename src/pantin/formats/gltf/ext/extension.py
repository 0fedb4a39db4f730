"""`Extension`: all that Pantin knows of one glTF extension, in one record.

Its parts are named tuples: whoever checks a file waits for these classes to be made, and dataclasses take
several times as long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from pantin.later import Later

if TYPE_CHECKING:
    from msgspec import Struct

    from pantin.formats.gltf.codes import Formats
    from pantin.formats.gltf.document import Document
    from pantin.formats.gltf.lift.source import Draft, Source
    from pantin.formats.gltf.rules.scope import Scope
    from pantin.report import Rule
    from pantin.rig import Rig

Kinds: TypeAlias = "tuple[type[Struct], ...] | None"
"""The kinds of object that an extension may stand in, as structs of the schema; None: not looked at."""

Rules: TypeAlias = "tuple[Rule[[Scope]], ...]"
Tree: TypeAlias = dict[str, Any]

Part: TypeAlias = Literal["skeletons", "springs", "character", "constraints"]
"""A part of a rig for which core glTF has no object."""


class IndexMember(NamedTuple):
    """A member of an extension's objects that holds an index.

    path        where it stands in the object, a token after each `/`; `*` is every item of a list, or every
                member of an object
    collection  the member of the root that it points into, as in the file: `bufferViews`
    checked     whether GLTF-UNRESOLVED_REFERENCE reports an index of nothing; False where a rule of the
                extension does
    """

    path: str
    collection: str
    checked: bool = True

    def found_in(self, payload: Any) -> Iterator[tuple[tuple[str | int, ...], int]]:
        """Each index in an object of the extension, whatever state that is in, and where it stands."""
        places: list[tuple[tuple[str | int, ...], Any]] = [((), payload)]
        for token in self.path.split("/"):
            places = [inner for place, value in places for inner in _inside(place, value, token)]
        for place, value in places:
            if isinstance(value, int) and not isinstance(value, bool):
                yield place, value


def _inside(
    place: tuple[str | int, ...], value: Any, token: str
) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    if token == "*":
        listed = enumerate(value if isinstance(value, list) else ())
        for key, item in value.items() if isinstance(value, dict) else listed:
            yield (*place, key), item
    elif isinstance(value, dict) and token in value:
        yield (*place, token), value[token]


class Edits(NamedTuple):
    """What must happen to an extension where a document is changed. Each function leaves a file alone that
    does not use it.

    unpack_primitive  (document, mesh, primitive): store the attributes plainly, so that they can be changed
                      one by one; whether they were packed
    unlist_unused     (document): take the names off the lists once no object has the extension
    after_bake      (document): drop what meant the skins, morph targets and clips that are gone
    """

    unpack_primitive: Callable[[Document, int, int], bool] | None = None
    unlist_unused: Callable[[Document], None] | None = None
    after_bake: Callable[[Document], None] | None = None


class AvatarMeta(NamedTuple):
    """Who made a humanoid, and what may be done with it; `version` is `"1.0"` or `"0.x"`."""

    version: str
    title: str | None
    authors: tuple[str, ...]
    license: str | None


class Avatar(NamedTuple):
    """What an extension says of a humanoid, for rules and summaries of files that may have no rig; the
    `character` of a rig has all of it.

    meta            (tree): version, title, authors and licence; None where the file does not use it
    human_bones     (tree): the node of each bone by its VRM 1.0 name; None where the file lists none
    animated_bones  (tree): the same for a file of clips, whose nodes only stand for those of a model
    """

    meta: Callable[[Tree], AvatarMeta | None] | None = None
    human_bones: Callable[[Tree], dict[str, int] | None] | None = None
    animated_bones: Callable[[Tree], dict[str, int] | None] | None = None


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Extension:
    """One extension, with every name it has. The record is data: functions in it are `Later` where their
    modules are not needed at once.

    extends            by each of its names the kinds of object it may stand in
    checked            whether the objects are checked; if not, GLTF-UNSUPPORTED_EXTENSION says so
    required           whether a file that uses it must list it in `extensionsRequired`
    in_rig             whether the rig has all that the objects hold, so that no conversion loses any
    index_members      the indices in its objects: references are counted and checked by these
    textures           the members of its objects in materials that name a texture
    tangent_textures   those of them that need a tangent space
    attribute_formats  accessor formats it adds to those of vertex attributes, and to those of morph targets
    words              by a list of words of the schema those it adds: `animation.channel.target.path`
    burdens_nodes      whether it puts something of its own at a node, as a light does
    rules, data_rules  its rules; the second need the bytes of buffers
    families           by the prefix of its rules what `pantin explain` says of them
    holds              the part of a rig that it holds, if it holds one
    lift               (source, draft): add what the file holds to the parts of its rig
    lower              (document, rig): write what the rig has of it into a document that was made of the rig
    strip              (document, rig): remove what `lift` reads; whether there was anything
    edits, avatar      see there
    """

    extends: Mapping[str, Kinds]
    checked: bool = True
    required: bool = False
    in_rig: bool = False
    index_members: tuple[IndexMember, ...] = ()
    textures: tuple[str, ...] = ()
    tangent_textures: tuple[str, ...] = ()
    attribute_formats: tuple[Formats, Formats] | None = None
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    burdens_nodes: bool = False
    rules: Rules | Later = ()
    data_rules: Rules | Later = ()
    families: Mapping[str, str] = field(default_factory=dict)
    holds: Part | None = None
    lift: Callable[[Source, Draft], None] | None = None
    lower: Callable[[Document, Rig], None] | None = None
    strip: Callable[[Document, Rig], bool] | None = None
    edits: Edits = Edits()  # noqa: RUF009 (frozen)
    avatar: Avatar = Avatar()  # noqa: RUF009 (frozen)

    def __repr__(self) -> str:
        return f"<Extension {', '.join(self.names)}>"

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.extends)

    def rule_groups(self, *, data: bool = True) -> Iterator[Rules]:
        """Its rules, imported by this; without those that need data, if asked so."""
        for group in (self.rules, self.data_rules) if data else (self.rules,):
            loaded: Rules = group.get() if isinstance(group, Later) else group
            if loaded:
                yield loaded
