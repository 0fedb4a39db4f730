"""The record of a format: what it refuses, and what it tells."""

from __future__ import annotations

import inspect

import pytest

import pantin
from pantin.base.options import Option
from pantin.formats.format import Capabilities, Condition, Format
from pantin.formats.registry import declared_options, list_formats
from pantin.rig.contents import members


def unused(*arguments):
    raise AssertionError("nothing is read or written")


def test_a_format_can_do_what_it_has_functions_for():
    nothing = Format(name="A", suffixes=(".a",))
    assert (nothing.readable, nothing.writable) == (False, False)
    both = Format(name="A", suffixes=(".a",), read=unused, lower=unused, write=unused)
    assert (both.readable, both.writable) == (True, True)


def test_what_is_not_given_does_nothing():
    format = Format(name="A", suffixes=(".a",))
    assert not format.sniff(b"a", "a.a")
    assert list(format.check("document")) == list(format.not_carried("document")) == []
    assert list(format.companions("document", "a.a")) == []
    assert format.condition("document") is Condition.WHOLE
    assert format.locate("document", (1, 2)) == [1, 2]


def test_a_suffix_may_hold_less_than_the_others():
    format = Format(
        name="A",
        suffixes=(".a", ".b"),
        capabilities=frozenset({"nodes", "clips"}),
        forms={".b": Format(name="B", suffixes=(".b",), capabilities=frozenset({"nodes"}))},
        kinds={".b": "a"},
    )
    assert format.holds("clips")
    assert format.holds("clips", ".a")
    assert not format.holds("clips", ".b")
    assert (format.kind(".a"), format.kind(".b"), format.kind(".txt")) == ("a", "a", "a")


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"suffixes": ("a",)}, "'a' must begin with a dot"),
        ({"suffixes": (".A",)}, "'.A' must begin with a dot and be in lower case"),
        ({"lower": unused}, "both lower and write"),
        ({"write": unused}, "both lower and write"),
    ],
)
def test_a_record_that_cannot_be_is_refused(wrong, words):
    with pytest.raises(ValueError, match=words):
        Format(**{"name": "A", "suffixes": (".a",)} | wrong)


@pytest.mark.parametrize("format", [format for format in list_formats() if format.stores], ids=str)
def test_every_capability_is_a_member_of_rigs(format):
    forms = [format.form(suffix, posed=posed) for suffix in format.suffixes for posed in (False, True)]
    assert format.stores.union(*(form.stores for form in forms)) <= members()


def test_capabilities_are_written_by_collection():
    assert Capabilities("skins: name root", "-nodes: names") == {
        *("skins", "skins.name", "skins.root"),
        "nodes.names",
    }


def test_options_have_their_defaults_and_what_is_given():
    format = Format(name="A", suffixes=(".a",), options=(Option("digits", int, "Digits.", 6),))
    assert format.write_options(name="arm").digits == 6
    options = format.write_options({"digits": 3}, name="arm")
    assert (options.digits, options.name, options.replace(name="leg").name) == (3, "arm", "leg")
    with pytest.raises(AttributeError, match="the output format has no option fps"):
        options.fps  # noqa: B018


def test_a_record_of_an_earlier_version_keeps_working():
    """What only one format needs was a member of all; plug-ins may still give it."""
    form = Format(name="B", suffixes=(".b",), capabilities=frozenset({"nodes"}))
    format = Format(
        name="A",
        suffixes=(".a", ".b"),
        options=frozenset({"embed", "pose", "solver"}),
        forms={".b": form},
        without_model=(".b",),
        shared_suffix=True,
        variants=True,
        anew=True,
    )
    assert [option.name for option in format.options] == ["embed"]
    assert (format.takes_pose, format.read_options, format.is_in_folders()) == (True, ("variants",), False)
    assert (format.form(".b"), format.has_model("x.b"), format.has_model("x.a")) == (form, False, True)
    with pytest.raises(TypeError, match="no member 'colour'"):
        Format(name="A", suffixes=(".a",), colour="red")


def test_keywords_of_convert_are_the_options_that_formats_declare():
    """Name, type and default: `convert` has them in its signature, so that they are typed and documented."""
    parameters = inspect.signature(pantin.convert).parameters
    for option in declared_options():
        parameter = parameters[option.name]
        assert parameter.kind is inspect.Parameter.KEYWORD_ONLY
        assert parameter.default == option.default, option.name
        types = set(parameter.annotation.split(" | ")) - {"None"}
        # Which words a Literal has, tests/verbs/test_closed_sets.py compares.
        types = {"str" if name == "Dialect" or name.startswith("Literal[") else name for name in types}
        assert option.type.__name__ in types, option.name
