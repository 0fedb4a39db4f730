"""Words made into values, and a sentence for each that cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from pantin.base.options import File, Option
from pantin.cli.command import Argument, Command, divide, is_option
from pantin.cli.exit import UsageError

COMMAND = Command(
    "render",
    run=lambda **values: 0,
    arguments=(Argument("source", "What to read."),),
    options=(
        Option("output", Path, "The picture.", short="-o"),
        Option("frames", int, "How many.", 12, short="-n"),
        Option("time", float, "When."),
        Option("clip", str, "Which."),
        Option("page", File, "Where to."),
        Option("set", str, "A rotation.", repeated=True),
        Option("shade", str, "How.", "flat", choices=("flat", "smooth")),
        Option("keep_rig", bool, "Whether.", False),
        Option("shadow", bool, "Whether.", True, negative="--no-shadow"),
    ),
)
FILES = Command("check", run=lambda **values: 0, arguments=(Argument("files", "Files.", many=True),))
CHOOSY = Command(
    "schema",
    run=lambda **values: 0,
    arguments=(Argument("kind", "Which.", required=False, choices=("rigy", "rigs")),),
)


def parsed(line, command=COMMAND):
    return command.parse(line.split())


def test_what_is_not_given_has_its_default():
    assert parsed("a.glb") == {
        "source": "a.glb",
        "output": None,
        "frames": 12,
        "time": None,
        "clip": None,
        "page": None,
        "set": None,
        "shade": "flat",
        "keep_rig": False,
        "shadow": True,
    }


@pytest.mark.parametrize(
    ("words", "name", "value"),
    [
        ("--output a.png", "output", Path("a.png")),
        ("--output=a.png", "output", Path("a.png")),
        ("-o a.png", "output", Path("a.png")),
        ("-oa.png", "output", Path("a.png")),
        ("-o=a=b.png", "output", Path("a=b.png")),
        ("-oa=b.png", "output", Path("a=b.png")),
        ("-n4", "frames", 4),
        ("-n=4", "frames", 4),
        ("--frames 4", "frames", 4),
        ("--time 0.5", "time", 0.5),
        ("--time -5", "time", -5.0),
        ("--time -.5", "time", -0.5),
        ("--time=-1e3", "time", -1000.0),
        ("--clip -1,0,0,1,0", "clip", "-1,0,0,1,0"),
        ("--clip=--odd", "clip", "--odd"),
        ("--clip=", "clip", ""),
        ("--page -", "page", "-"),
        ("--page=-", "page", "-"),
        ("--shade smooth", "shade", "smooth"),
        ("--keep-rig", "keep_rig", True),
        ("--shadow", "shadow", True),
        ("--no-shadow", "shadow", False),
        ("--set a=1 --set=b=2", "set", ("a=1", "b=2")),
        ("--set a=1", "set", ("a=1",)),
    ],
)
def test_the_value_of_an_option_before_and_behind_the_argument(words, name, value):
    for line in (f"a.glb {words}", f"{words} a.glb"):
        values = parsed(line)
        assert values["source"] == "a.glb"
        assert values[name] == value
        assert type(values[name]) is type(value) or isinstance(values[name], File)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("a.glb --formt x", "render has no option --formt."),
        ("a.glb --outptu x", "render has no option --outptu. Did you mean --output?"),
        ("a.glb --no-shado", "Did you mean --no-shadow"),
        ("a.glb --keep_rig", "Did you mean --keep-rig?"),
        ("a.glb -x", "render has no option -x."),
        ("a.glb ---", "render has no option ---."),
        ("a.glb --time", "the value of --time is missing: When."),
        ("a.glb -o", "the value of -o is missing: The picture."),
        ("a.glb --time --clip x", "the value of --time is missing: When."),
        ("a.glb --time now", "--time: 'now' is not a number"),
        ("a.glb --frames 1.5", "--frames: '1.5' is not a whole number"),
        ("a.glb --frames 9223372036854775808", "--frames: 9223372036854775808 is too large"),  # 2⁶³
        ("a.glb -nfew", "-n: 'few' is not a whole number"),
        ("a.glb --frames=", "--frames: '' is not a whole number"),
        ("a.glb --shade dark", "--shade: 'dark' is not one of flat, smooth."),
        ("a.glb --shade smoth", "Did you mean smooth?"),
        ("a.glb --keep-rig=yes", "--keep-rig takes no value"),
        ("a.glb --no-shadow=1", "--no-shadow takes no value"),
        ("a.glb --time 1 --time 2", "--time is given twice"),
        ("a.glb --shadow --no-shadow", "--no-shadow is given twice, or with its opposite"),
        ("", "SOURCE is missing: What to read."),
        ("a.glb b.png", "unexpected argument of render: b.png. Did you mean --output b.png?"),
        ("a.glb b.png c.png", "unexpected argument of render: b.png c.png."),
    ],
)
def test_what_cannot_be_is_a_sentence(words, message):
    with pytest.raises(UsageError) as raised:
        parsed(words)
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("words", "name"),
    [(["", "-o", "b.png"], "SOURCE"), (["a.glb", "-o", ""], "-o"), (["a.glb", "--output="], "--output")],
)
def test_an_empty_name_is_no_file(words, name):
    """As an unset variable of the shell gives: a path of it would be the working folder."""
    with pytest.raises(UsageError, match=f"^{name} is empty: is a variable of the shell not set"):
        COMMAND.parse(words)


def test_a_file_too_many_is_not_the_one_to_write_where_that_is_an_argument():
    convert = Command("convert", run=print, arguments=(Argument("source", ""), Argument("target", "")))
    with pytest.raises(UsageError, match=r"^unexpected argument of convert: c\.glb\.$"):
        parsed("a.glb b.glb c.glb", convert)


@pytest.mark.parametrize(
    ("line", "turn", "source"),
    [
        ("a.g4b --turn", True, "a.g4b"),
        ("--turn a.g4b", True, "a.g4b"),
        ("--turn xw a.g4b", "xw", "a.g4b"),
        ("--turn=xw a.g4b", "xw", "a.g4b"),
        ("a.g4b", None, "a.g4b"),
    ],
)
def test_an_option_with_a_pattern_takes_the_next_word_only_if_it_matches(line, turn, source):
    turning = Command(
        "turn",
        run=lambda **values: 0,
        arguments=(Argument("source", "What to read."),),
        options=(Option("turn", str, "In which plane.", pattern="[x-z][w-z]"),),
    )
    assert parsed(line, turning) == {"turn": turn, "source": source}


def test_two_hyphens_end_the_options():
    assert parsed("-- --time")["source"] == "--time"
    assert parsed("a.glb -- -- --time", FILES)["files"] == ("a.glb", "--", "--time")


def test_many_takes_all_that_are_left():
    assert parsed("", FILES)["files"] == ()
    assert parsed("a b -", FILES)["files"] == ("a", "b", "-")


def test_many_leaves_one_for_each_argument_after_it():
    arguments = (Argument("sources", "", many=True), Argument("target", ""))
    command = Command("convert", run=print, arguments=arguments)
    assert parsed("a b c", command) == {"sources": ("a", "b"), "target": "c"}
    with pytest.raises(UsageError, match="TARGET is missing"):
        parsed("a", command)
    with pytest.raises(UsageError, match="SOURCES is missing"):
        parsed("", command)
    optional = command._replace(arguments=(arguments[0], arguments[1]._replace(required=False)))
    assert parsed("a", optional) == {"sources": ("a",), "target": None}


def test_an_argument_may_be_left_out_and_may_have_choices():
    assert parsed("", CHOOSY) == {"kind": None}
    assert parsed("rigs", CHOOSY) == {"kind": "rigs"}
    with pytest.raises(UsageError, match=r"^KIND: 'rigz' is not one of rigy, rigs\. Did you mean rig"):
        parsed("rigz", CHOOSY)


def test_which_words_are_options():
    assert [word for word in ("-", "--", "-o", "--out", "-1", "-.5", "a", "", "-x=1") if is_option(word)] == [
        "--",
        "-o",
        "--out",
        "-x=1",
    ]


def test_an_option_and_its_value_in_one_word():
    assert divide("--clip=a=b") == ("--clip", "a=b")
    assert divide("--clip") == ("--clip", None)
    assert divide("-j4") == ("-j", "4")
    assert divide("-j") == ("-j", None)
