"""Named tuples whose annotations are not evaluated are those of `typing` otherwise."""

from __future__ import annotations

import inspect
import pickle
import typing

from pantin.base.tuples import NamedTuple


class Ours(NamedTuple):
    """A record."""

    name: str
    count: int = 2
    later: TypeThatIsNowhere | None = None  # noqa: F821

    @property
    def twice(self) -> int:
        return 2 * self.count

    @classmethod
    def of_name(cls, name: str) -> Ours:
        return cls(name)


class Theirs(typing.NamedTuple):
    """A record."""

    name: str
    count: int = 2
    later: int | None = None


def test_fields_defaults_and_names_are_those_of_typing():
    assert Ours._fields == Theirs._fields
    assert Ours._field_defaults == Theirs._field_defaults
    assert Ours.__doc__ == Theirs.__doc__
    assert (Ours.__module__, Ours.__qualname__) == (Theirs.__module__, "Ours")
    assert list(inspect.signature(Ours).parameters) == list(inspect.signature(Theirs).parameters)
    assert not hasattr(Ours("a"), "__dict__")


def test_methods_and_tuples_work():
    one = Ours.of_name("a")
    assert one.twice == 4
    assert one == ("a", 2, None)
    assert one._replace(count=3).twice == 6
    assert pickle.loads(pickle.dumps(one)) == one
    assert type(pickle.loads(pickle.dumps(one))) is Ours


def test_annotations_stay_text():
    assert Ours.__annotations__["later"] == "TypeThatIsNowhere | None"
