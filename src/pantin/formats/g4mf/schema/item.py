"""What the structs of the schema share: the members of every object, and the words of their annotations."""

# Annotations stay objects here: msgspec would have to compile hundreds of strings at every start.
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeVar

from msgspec import Meta

from pantin.formats.members.description import CARRIED, NOT_CARRIED, Described, Style, members

Raw = dict[str, Any]
T = TypeVar("T", bound="Item")

Natural = Annotated[int, Meta(ge=0)]
NotNegative = Annotated[float, Meta(ge=0)]
AboveZero = Annotated[float, Meta(gt=0)]
Angle = Annotated[float, Meta(ge=0, le=3.141592653589793)]
Numbers = tuple[float, ...]
Words = tuple[str | None, ...]


class Stores(NamedTuple):
    """What an accessor stores: its component types, the numbers per element, and the rules about them.

    size   a number; "dimension": as many as the file has dimensions; "simplex": as a simplex has corners
    """

    types: frozenset[str]
    type_rule: str
    size: int | Literal["dimension", "simplex"] | None = None
    size_rule: str = ""


def at_object(rule: str) -> Meta:
    """The rule that reports whatever is wrong with a member, at the object that should have it."""
    return Meta(extra={"rules": {"*": rule}, "at_object": True})


def items(rule: str = "", *, empty: str = "", **rules: str) -> Meta:
    """The rule that reports broken items of a list, or empty ones, once, at the list; other rules by kind."""
    return Meta(extra={"items": {"*": rule, "empty": empty or rule}, "rules": rules})


def index(
    collection: str, rule: str = "G4MF-CORE-009", stores: Stores | None = None, *, missing: str = ""
) -> Meta:
    """The member is an index into a collection, and `rule` reports one that is not."""
    extra: Raw = {"refers": collection, "rules": {"*": rule} | ({"missing": missing} if missing else {})}
    return Meta(ge=0, extra=extra | ({"stores": stores} if stores else {}))


def index_at_object(collection: str, rule: str, stores: Stores | None = None) -> Meta:
    """As `index`; reported at the object that should have it."""
    extra: Raw = {"refers": collection, "rules": {"*": rule}, "at_object": True}
    return Meta(ge=0, extra=extra | ({"stores": stores} if stores else {}))


class Item(Described, frozen=True, rename="camel", kw_only=True, dict=True):
    """The members that every object may have (G4MF core, items)."""

    style: ClassVar[Style] = Style(by_item=True, takes_null=False, names_unknown=False)
    shared: ClassVar[tuple[str, ...]] = ("name", "comment", "extensions", "extras")
    rules: ClassVar[dict[str, str]] = {
        "type": "G4MF-CORE-010",
        "missing": "G4MF-CORE-015",
        "index": "G4MF-CORE-009",
        "unresolved": "G4MF-CORE-009",
        "*": "G4MF-CORE-016",
    }

    name: str | None = None
    comment: Annotated[str, NOT_CARRIED] | None = None
    extensions: Annotated[dict[str, dict[str, Any]], NOT_CARRIED] | None = None
    extras: dict[str, Any] | None = None

    @property
    def pointer(self) -> str:
        return self.__dict__["pointer"]  # type: ignore[no-any-return]

    @property
    def raw(self) -> Raw:
        return self.__dict__["raw"]  # type: ignore[no-any-return]


class Named(Item, frozen=True, kw_only=True):
    """An object whose name and extras a rig carries."""

    name: Annotated[str, CARRIED] | None = None
    extras: Annotated[dict[str, Any], CARRIED] | None = None


def blank(cls: type[T], pointer: str) -> T:
    """An object without any member, in place of what is not an object."""
    value = cls(**{member.attribute: member.default for member in members(cls)})
    value.__dict__.update(pointer=pointer, raw={})
    return value


def present_objects(owner: Item, key: str, values: tuple[T | None, ...], cls: type[T]) -> tuple[T, ...]:
    """The objects of a list, each at its index: one that is not an object is blank."""
    if None not in values:
        return values  # type: ignore[return-value]
    return tuple(
        blank(cls, f"{owner.pointer}/{key}/{number}") if value is None else value
        for number, value in enumerate(values)
    )
