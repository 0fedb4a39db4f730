"""What the annotations of a struct say about its members.

    class Joint(Described, frozen=True, rename="camel", kw_only=True):
        node: Annotated[int, Meta(ge=0), refers("nodes"), reports(missing="X-1", unresolved="X-2")] | None
        radius: Annotated[float, Meta(ge=0), reports(range="X-3"), NOT_CARRIED] | None = None

A member without a default is required. `| None` is for members that are absent or broken: `null` in a file is
a fault. Modules of such structs do without `from __future__ import annotations`: msgspec would have to
compile the strings at every start.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from inspect import get_annotations
from typing import Any, ClassVar, Literal, TypeAlias, get_args, get_origin

from msgspec import Meta, Struct, inspect

from pantin.base.tuples import NamedTuple

FaultKind: TypeAlias = Literal[
    "type",
    "item",
    "length",
    "empty",
    "index",
    "range",
    "word",
    "pattern",
    "missing",
    "unknown",
    "unresolved",
    "stored",
]
"""What can be wrong with a member:

type        another JSON type than described; null
item        a list with items of another type
length      a list of fixed length that is longer or shorter
empty       a list, object or string that must not be empty
index       an index that is not an integer of 0 or more
range       a number out of range, or not finite
word        a value that is not one of those listed
pattern     a string of another form
missing     a required member that is not there
unknown     a member that is not described
unresolved  an index that nothing is at (see `references`)
stored      a value that contradicts other members (by a `reads` function)
"""


class Style(NamedTuple):
    """How the objects of a specification are read.

    in_file_order   look at members in the order of the file, missing ones first; else in that of the struct
    by_item         report broken items of a list one by one, at the item; else the list is one value
    keeps_range     keep a finite number that is out of range, for the rules and the rig; else it is absent
    keeps_integer   the same of integers, indices below 0 too
    takes_null      a required member that is null counts as missing too, besides having the wrong type
    names_unknown   report members that are not described
    checks_shared   look into `extensions` and `extras` of each object as into other members
    empty_if_broken what is not an object counts as one without members; else it is absent, with a fault
    """

    in_file_order: bool = False
    by_item: bool = False
    keeps_range: bool = False
    keeps_integer: bool = False
    takes_null: bool = True
    names_unknown: bool = True
    checks_shared: bool = True
    empty_if_broken: bool = False


class Described(Struct, frozen=True):
    """The base of structs that describe JSON objects.

    whole    an object that lacks a required member is absent
    choices  attributes of which only the one that `type` names is read, and is required then
    style    how its objects are read
    rules    the rule that reports a kind of fault, where the annotation of the member names none; "*": any
    shared   attributes that every object of the format may have; findings about them come last
    carried  whether a rig carries the members whose annotation does not say it
    carried_shared  those of `shared` that it carries too
    written  the attributes that are written first, where that is not the order of the struct
    """

    whole: ClassVar[bool] = False
    choices: ClassVar[tuple[str, ...]] = ()
    style: ClassVar[Style] = Style()
    rules: ClassVar[Mapping[str, str]] = {}
    shared: ClassVar[tuple[str, ...]] = ()
    carried: ClassVar[bool] = False
    carried_shared: ClassVar[tuple[str, ...]] = ()
    written: ClassVar[tuple[str, ...]] = ()


def refers(collection: str, *, checked: bool = True, counted: bool = True, sibling: bool = False) -> Meta:
    """The member is an index, or contains indices, into this collection.

    checked  whether the format's general rule about unresolved references reports it
    counted  whether the object that it refers to counts as used
    sibling  whether the collection is in an object around this one, not in the root
    """
    extra: dict[str, Any] = {"refers": collection}
    if not checked:
        extra["checked"] = False
    if not counted:
        extra["counted"] = False
    if sibling:
        extra["sibling"] = True
    return Meta(extra=extra)


def reports(*, at_owner: tuple[FaultKind, ...] = (), **rules: str) -> Meta:
    """The rules that report the faults of a member, by kind (`any` for those that are not listed), and the
    kinds of which the finding points at the object instead of the member."""
    by_kind = {("*" if kind == "any" else kind): rule for kind, rule in rules.items()}
    return Meta(extra={"rules": by_kind, "at_owner": at_owner} if at_owner else {"rules": by_kind})


def carried_keys(*names: str, **values: Any) -> Meta:
    """A rig holds these entries of a map, and those with one value where they have it."""
    neutral = {name: (value,).__contains__ for name, value in values.items()}
    return Meta(extra={"carried": dict.fromkeys(names, True) | neutral})


def carried_values(*values: Any) -> Meta:
    """A rig holds the member where it has one of these values."""
    return Meta(extra={"carried": values.__contains__})


CARRIED = Meta(extra={"carried": True})
NOT_CARRIED = Meta(extra={"carried": False})
"""Whether a rig holds the member. What it does not hold is reported when a file is converted."""


class Member:
    """One member of an object, as its annotation describes it."""

    __slots__ = (
        *("at_owner", "attribute", "carried", "default", "extra", "name", "names", "required", "rules"),
        *("style", "type"),
    )

    def __init__(self, field: inspect.Field, owner: type[Described]) -> None:
        self.attribute = field.name
        self.name = field.encode_name
        self.default = None if field.required else field.default
        self.required = field.required
        self.type, self.extra = without_none(field.type)
        if isinstance(self.type, inspect.LiteralType) and owner.style.by_item:
            self.type = inspect.LiteralType(_listed_words(owner, field.name) or self.type.values)
        self.style = owner.style
        self.rules: Mapping[str, str] = {**owner.rules, **self.extra.get("rules", {})}
        self.at_owner: tuple[FaultKind, ...] = self.extra.get("at_owner", ())
        held = owner.carried and (field.name not in owner.shared or field.name in owner.carried_shared)
        self.carried: bool | dict[str, Any] | Callable[[Any], bool] = self.extra.get("carried", held)
        self.names: tuple[str, ...] = (self.name, *self.extra.get("aliases", ()))

    def rule_of(self, kind: FaultKind) -> str | None:
        return self.rules.get(kind, self.rules.get("*"))

    def item(self, extra: Mapping[str, Any]) -> Member:
        """The member as the owner of faults of its items, whose annotation may name rules of their own."""
        if "rules" not in extra:
            return self
        item = copy(self)
        item.rules, item.at_owner = extra["rules"], extra.get("at_owner", ())
        return item


def without_none(annotated: inspect.Type) -> tuple[inspect.Type, dict[str, Any]]:
    """The type of a member that is present, and the `extra` of its `Meta`."""
    if isinstance(annotated, inspect.UnionType):
        others = [option for option in annotated.types if not isinstance(option, inspect.NoneType)]
        annotated = others[0] if len(others) == 1 else annotated
    if isinstance(annotated, inspect.Metadata):
        inner, extra = without_none(annotated.type)
        return inner, {**extra, **(annotated.extra or {})}
    return annotated, {}


def _listed_words(owner: type[Described], attribute: str) -> tuple[Any, ...]:
    """The words of an enumeration in the order of the annotation: msgspec sorts them."""
    annotations = [get_annotations(cls) for cls in owner.__mro__ if cls is not object]
    waiting = [next((each[attribute] for each in annotations if attribute in each), None)]
    while waiting:
        annotated = waiting.pop()
        if get_origin(annotated) is Literal:
            return get_args(annotated)
        waiting += [each for each in get_args(annotated) if not isinstance(each, Meta)]
    return ()


_known: dict[type, tuple[Member, ...]] = {}
_by_name: dict[type, dict[str, Member]] = {}


def members(cls: type[Described]) -> tuple[Member, ...]:
    """The members of a struct in its order, shared ones last."""
    listed = _known.get(cls)
    if listed is None:
        _collect(cls)
        listed = _known[cls]
    return listed


def members_by_name(cls: type[Described]) -> dict[str, Member]:
    """The members by their names in the file, former ones (`aliases`) too."""
    by_name = _by_name.get(cls)
    if by_name is None:
        by_name = _by_name[cls] = {name: member for member in members(cls) for name in member.names}
    return by_name


def _collect(cls: type[Described]) -> None:
    """Describe a struct and all that its objects contain, by one call of msgspec."""
    waiting: list[inspect.Type] = [inspect.type_info(cls)]
    while waiting:
        info, _ = without_none(waiting.pop())
        if isinstance(info, inspect.VarTupleType):
            waiting.append(info.item_type)
        elif isinstance(info, inspect.DictType):
            waiting.append(info.value_type)
        elif isinstance(info, inspect.StructType) and info.cls not in _known:
            owner = info.cls
            assert issubclass(owner, Described)
            # msgspec puts those that every object may have first in some structs and last in others.
            fields = sorted(info.fields, key=lambda field: field.name in owner.shared)
            _known[owner] = tuple(Member(field, owner) for field in fields)
            waiting += [member.type for member in _known[owner]]
