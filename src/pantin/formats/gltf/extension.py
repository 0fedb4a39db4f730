"""`Extension`: a record of everything that Pantin knows about a glTF extension.

Its parts are named tuples, because defining dataclasses takes several times as long at every start.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from msgspec import field

from pantin.base.later import Later
from pantin.base.records import Record, TypesByName
from pantin.base.tuples import NamedTuple
from pantin.formats.members.losses import held_members

if TYPE_CHECKING:
    from msgspec import Struct

    from pantin.formats.accounting import Carried
    from pantin.formats.fixing import Fix
    from pantin.formats.gltf.codes import Formats
    from pantin.formats.gltf.document import Document
    from pantin.formats.gltf.lift.source import Draft, Source
    from pantin.formats.gltf.schema import Accessor, BufferView, Property
    from pantin.formats.gltf.scope import Scope
    from pantin.formats.model_meta import MetaChanges, ModelMeta
    from pantin.report import Finding, Rule
    from pantin.rig import Rig

Kinds: TypeAlias = "tuple[type[Struct] | str, ...] | None"
"""The kinds of object an extension may be in, as structs of the schema or as names such as "node", "material"
and "gltf" for the root; None: not checked."""

Schema: TypeAlias = "Mapping[type[Property], type[Property]]"
"""By kind of extended object, the struct of the extension's object there."""

Rules: TypeAlias = "tuple[Rule[[Scope]], ...]"
Tree: TypeAlias = dict[str, Any]

Part: TypeAlias = Literal["skeletons", "bones", "springs", "lights", "visibility", "character", "constraints"]
"""A part of a rig that core glTF cannot store."""


class Choice(NamedTuple):
    """An extension as one of several that store a part of a rig.

    word    what the option of that part calls it
    lower   (document, rig): write the part into a document that has the nodes of the rig; None if Pantin does
            not write it
    losses  (document): findings on what it cannot say of the part that was written
    """

    word: str
    lower: Callable[[Document, Rig], None] | None = None
    losses: Callable[[Document], Iterator[Finding]] | None = None


class Edits(NamedTuple):
    """Functions that keep an extension valid while a document is changed. They do nothing in a file without
    it.

    unpack_primitive  (document, mesh, primitive): store the attributes unpacked, so that each can be changed;
                      whether they were packed
    unlist_unused     (document): remove the names from the lists if no object has the extension
    after_bake        (document): remove references to skins, morph targets and clips
    after_mesh_move   (document, node, new node): refer to the mesh of a node by the node it has moved to
    after_clip_removal  (document): remove the names from the lists if no animation has the extension
    """

    unpack_primitive: Callable[[Document, int, int], bool] | None = None
    unlist_unused: Callable[[Document], None] | None = None
    after_bake: Callable[[Document], None] | None = None
    after_mesh_move: Callable[[Document, int, int], None] | None = None
    after_clip_removal: Callable[[Document], None] | None = None


class Packing(NamedTuple):
    """Functions that unpack data compressed by an extension.

    unpack_view      (document, index, buffer view): its bytes; None to read those of its buffer
    unpack_accessor  (document, index): the numbers of an accessor without a buffer view; None if the
                     extension does not fill it
    rounding         (document, accessor): by how much a lossy filter may have changed the numbers of each
                     component; None if no filter did
    """

    unpack_view: Callable[[Document, int, BufferView], memoryview | None] | None = None
    unpack_accessor: Callable[[Document, int], Any] | None = None
    rounding: Callable[[Document, Accessor], Any] | None = None


class Avatar(NamedTuple):
    """Functions that read a humanoid from an extension, for rules and summaries of files that may have no
    rig; the `character` of a rig has all of it.

    meta            (tree): who made it and what may be done with it; None if the file does not use it
    set_meta        (document, changes): change that, in a file that uses it
    human_bones     (tree): the node of each bone by its VRM 1.0 name; None where the file lists none
    animated_bones  (tree): the same for a file of clips, whose nodes represent those of a model
    """

    meta: Callable[[Tree], ModelMeta | None] | None = None
    set_meta: Callable[[Document, MetaChanges], None] | None = None
    human_bones: Callable[[Tree], dict[str, int] | None] | None = None
    animated_bones: Callable[[Tree], dict[str, int] | None] | None = None


def _kind(kind: type[Struct] | str) -> type[Struct]:
    """A struct of the schema, by itself or by its name."""
    if not isinstance(kind, str):
        return kind
    from pantin.formats.gltf import schema

    struct: type[Struct] | None = getattr(schema, kind[:1].upper() + kind[1:], None)
    if not isinstance(struct, type):
        raise ValueError(f"glTF has no kind of object called {kind!r}: write node, mesh, material, gltf, …")
    return struct


class Extension(Record, eq=False, kw_only=True, metaclass=TypesByName):
    """An extension, with all its names. Its functions are `Later` if their modules are not needed at once.

    extends            the kinds of object it may be in, by each of its names
    draft              of an extension that is a draft, the commit of the text that Pantin follows; it is
                       read only in documents that ask for drafts (`draft=True`)
    checked            whether the objects are checked; if not, GLTF-UNSUPPORTED_EXTENSION reports it
    required           whether a file that uses it must list it in `extensionsRequired`
    carried            the members of its objects that the rig holds (see `formats.accounting`); others are
                       reported as dropped when the file is converted
    carried_in         (document): the same, where it depends on the file
    schema             its objects as structs, a `Schema`: types, ranges, required and unknown members and
                       references are checked by these annotations, as for the objects of core glTF
    read_unlisted      whether its objects are read although `extensionsUsed` does not list it
    attribute_formats  accessor formats it adds to those of vertex attributes, and to those of morph targets
    words              the words it adds to enumerations of the schema: `animation.channel.target.path`
    restart_modes      modes of primitives whose indices may have the largest value of their type, where the
                       strip, loop or fan begins again
    standalone         whether an object that has it should have no other extension
    allows             exceptions from rules of core glTF: by the id of the rule, a function that gives the
                       objects, by index, that the rule must skip
    fallbacks          extensions that an object may have beside it, for readers that do not know it
    attaches_to_nodes  whether it puts an object at a node, such as a light
    ordered            collections of the root whose order its objects rely on, so that nothing is renumbered
    named_chains       members of its object whose nodes stand for their descendants too
    rules, data_rules  its rules; the second need the bytes of buffers
    fixes              what can be fixed of its objects: a `Fix` each
    families           descriptions for `pantin explain`, by the prefix of its rules
    holds, holds_too   the part of a rig that it stores, if any, and others that `lower` writes with it
    lift               (source, draft): add its content to the parts of the rig
    lower              (document, rig): write its part of the rig into a document made from the rig
    strip              (document, rig): remove what `lift` reads; whether there was anything
    obstacle           (rig): why it cannot store its part of the rig, in words; empty if it can
    store              (document, part): write its part, even if it lacks something
    derive             (document, rig, merge, fix) → `Derivation`: derive skeletons from skins, and write them
    choices            by each part of a rig that others store too, the word for it in options, such as
                       `skeletons --as khr`, and how to write that part
    migrate            (document, rig) → `Migration`: write a document of an older version as one of a newer
    coordinate_textures  the textures of its objects that are looked up by texture coordinates
    packing, edits, avatar  see `Packing`, `Edits` and `Avatar`
    bookkeeping        members that order the file or the work on it, which conversions report in one line:
                       their paths in the object, with `*` for any index

    >>> pantin.formats.Extension(extends={"EXAMPLE_leash": ("node",)})
    <Extension EXAMPLE_leash>
    """

    extends: Mapping[str, Kinds]
    draft: str = ""
    checked: bool = True
    required: bool = False
    carried: Carried | None = None
    carried_in: Callable[[Document], Carried] | None = None
    schema: Later | None = None
    read_unlisted: bool = False
    attribute_formats: tuple[Formats, Formats] | None = None
    words: Mapping[str, tuple[str | int, ...]] = field(default_factory=dict)
    restart_modes: frozenset[int] = frozenset()
    standalone: bool = False
    allows: Mapping[str, Callable[[Scope], Collection[int]]] = field(default_factory=dict)
    fallbacks: tuple[str, ...] = ()
    attaches_to_nodes: bool = False
    ordered: tuple[str, ...] = ()
    named_chains: tuple[str, ...] = ()
    rules: Rules | Later = ()
    data_rules: Rules | Later = ()
    families: Mapping[str, str] = field(default_factory=dict)
    holds: Part | None = None
    holds_too: tuple[Part, ...] = ()
    lift: Callable[[Source, Draft], None] | None = None
    lower: Callable[[Document, Rig], None] | None = None
    strip: Callable[[Document, Rig], bool] | None = None
    obstacle: Callable[[Rig], str] | None = None
    store: Callable[[Document, Any], None] | None = None
    derive: Callable[[Document, Rig, Any, bool], Any] | None = None
    choices: Mapping[Part, Choice] = field(default_factory=dict)
    migrate: Callable[[Document, Rig], Any] | None = None
    fixes: Callable[[], Sequence[Fix]] | None = None
    coordinate_textures: Later | None = None
    packing: Packing = Packing()
    edits: Edits = Edits()
    avatar: Avatar = Avatar()
    bookkeeping: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Extension {', '.join(self.names)}>"

    @property
    def carried_members(self) -> Carried:
        """The members that the rig holds, from the record or its schema."""
        if self.carried is not None:
            return self.carried
        table: dict[str, Any] = {}
        for cls in (self.schema.get() if self.schema is not None else {}).values():
            table |= held if isinstance(held := held_members(cls), dict) else {}
        return table or False

    @property
    def parts(self) -> tuple[Part, ...]:
        """All parts of a rig that it stores."""
        return self.holds_too if self.holds is None else (self.holds, *self.holds_too)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.extends)

    def kinds_of(self, name: str) -> tuple[type[Struct], ...] | None:
        """The kinds of objects that one of its names may be in; `ValueError` for an unknown word."""
        kinds = self.extends[name]
        return None if kinds is None else tuple(map(_kind, kinds))

    def rule_groups(self, *, data: bool = True) -> Iterator[Rules]:
        """Its rules, imported on demand; optionally without those that need data."""
        for group in (self.rules, self.data_rules) if data else (self.rules,):
            loaded: Rules = group.get() if isinstance(group, Later) else group
            if loaded:
                yield loaded
