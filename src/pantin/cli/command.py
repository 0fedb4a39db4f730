"""`Command`: what a command is called, takes and does, as data; parsing, help and completion derive from it.

The parser is ours. Measured beside argparse with the same options (CPU time, least of 12 runs): `--version`
14 and 28 ms, `check --help` 43 and 49, `check arm.glb` 238 and 238. So time decides help alone. What else
decides: `-0.5` and `-1,0,0` are values, an option may take its value or stand alone (`--turntable xw`),
options that formats declare are looked up only when they are typed, and messages suggest what was meant; each
of these would override a private part of argparse. The records are named tuples, which are made fast.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin.base.options import Argument, File, Option
from pantin.base.tuples import NamedTuple
from pantin.cli.exit import UsageError
from pantin.cli.welcome import commands

if TYPE_CHECKING:
    from pantin.verbs.verb import Verb

LARGEST = 2**63
"""No function takes an integer of more bits (see `pantin.base.argument_tests`)."""

NUMBERS: dict[type, str] = {int: "a whole number", float: "a number"}

WRITES = ("--output", "--out")
"""The options that name the file to write, in commands that do not take it as an argument."""


class Together(NamedTuple):
    """An option with which all files of a command make one, and the function that makes it: it gets the
    values of all options but this one and those of batches, and all sources."""

    option: str
    run: Callable[..., int]


class Command(NamedTuple):
    """A command. `run` gets every argument and option by its name, and returns the exit code; for one with a
    `verb` that works on many files, `run` gets one file, and `cli/batch` runs the others as a batch.

    `declared` gives the options that formats declare, those of other packages too if asked: finding these
    takes longer than reading a small file. `run` gets those that are given.
    """

    name: str
    run: Callable[..., int]
    arguments: tuple[Argument, ...] = ()
    options: tuple[Option, ...] = ()
    examples: str = ""
    notes: str = ""
    declared: Callable[[bool], Sequence[Option]] = lambda plug_ins: ()
    verb: Verb | None = None
    whole: bool = False
    """Whether `run` gets all files, and the options of batches."""
    together: Together | None = None

    @property
    def every_option(self) -> tuple[Option, ...]:
        """Its options, after those that formats declare."""
        own = {option.name for option in self.options}
        return (*(option for option in self.declared(True) if option.name not in own), *self.options)

    @property
    def summary(self) -> str:
        """The line that the first screen has for it."""
        return commands()[self.name]

    def parse(self, words: Sequence[str]) -> dict[str, Any]:
        """Parse the words into values of arguments and options. Raises `UsageError`."""
        values: dict[str, Any] = {}
        plain: list[str] = []
        rest = deque(words)
        while rest:
            word = rest.popleft()
            if word == "--":
                plain += rest
                rest.clear()
            elif is_option(word):
                self._take_option(word, rest, values)
            else:
                plain.append(word)
        positional, left = self._positional(plain)
        if left:
            hint = self._suggest_flag(left)
            raise UsageError(f"unexpected argument of {self.name}: {' '.join(left)}.{hint}")
        return {option.name: option.default for option in self.options} | values | positional

    def _take_option(self, word: str, rest: deque[str], values: dict[str, Any]) -> None:
        flag, text = divide(word)
        option = self._find(flag)
        if option.name in values and not (option.repeated or option.many):
            raise UsageError(f"{flag} is given twice" + (", or with its opposite" if option.negative else ""))
        if option.type is bool:
            if text is not None:
                raise UsageError(f"{flag} takes no value")
            values[option.name] = flag != option.negative
            return
        if option.pattern and text is None and not (rest and re.fullmatch(option.pattern, rest[0])):
            values[option.name] = (*values.get(option.name, ()), True) if option.repeated else True
            return
        if text is None:
            text = rest.popleft() if rest else None
            if text is None or is_option(text):
                raise UsageError(f"the value of {flag} is missing: {option.help}")
        value = convert_value(option, flag, text)
        if option.many:
            following = []
            while rest and not is_option(rest[0]):
                following.append(convert_value(option, flag, rest.popleft()))
            values[option.name] = (*values.get(option.name, ()), value, *following)
            return
        values[option.name] = (*values.get(option.name, ()), value) if option.repeated else value

    def _find(self, flag: str) -> Option:
        for option in self._in_turn():
            if flag in option.spellings:
                return option
        known = [name for option in self.every_option for name in option.spellings if name.startswith("--")]
        raise UsageError(f"{self.name} has no option {flag}.{suggest(flag, [*known, '--help'])}")

    def _in_turn(self) -> Iterator[Option]:
        """Its own options, then those of formats: other packages are searched only for an unknown one."""
        yield from self.options
        yield from self.declared(False)
        yield from self.every_option

    def _positional(self, words: Sequence[str]) -> tuple[dict[str, Any], list[str]]:
        """The arguments, and the words that are none."""
        values: dict[str, Any] = {}
        left = list(words)
        for position, argument in enumerate(self.arguments):
            if argument.many:
                after = len(self.arguments) - position - 1
                least = min(len(left), 1) if argument.required else 0
                count = max(len(left) - after, least) if after else len(left)
                values[argument.name], left = tuple(left[:count]), left[count:]
                require_words(argument.name.upper(), values[argument.name])
                if argument.required and after and not count:
                    raise UsageError(f"{argument.name.upper()} is missing: {argument.help}")
            elif left:
                values[argument.name] = left.pop(0)
                require_words(argument.name.upper(), (values[argument.name],))
                require_choice(argument, argument.label, values[argument.name])
            elif argument.required:
                raise UsageError(f"{argument.label} is missing: {argument.help}")
            else:
                values[argument.name] = None
        return values, left

    def spell_options(self, message: str) -> str:
        """A message of the library with its arguments as the options of this command: `fps must be …` becomes
        `--fps must be …`, and `strict=False` `--lenient`."""
        for parameter in self.verb.parameters if self.verb is not None else ():
            if parameter.inverted:
                message = message.replace(f"{parameter.name}=False", f"--{parameter.option_name}")
        flags = {option.name.replace("_", mark): option.flag for option in self.every_option for mark in "_ "}
        names = "|".join(map(re.escape, sorted(flags, key=len, reverse=True)))
        pattern = re.compile(rf"(^|: )({names})(?= (?:must|applies|is for) )")
        return pattern.sub(lambda match: match[1] + flags[match[2]], message, count=1) if names else message

    def _suggest_flag(self, left: Sequence[str]) -> str:
        """A file too many is most likely the one to write."""
        flag = next((option.flag for option in self.options if option.flag in WRITES), None)
        return f" Did you mean {flag} {left[0]}?" if flag and len(left) == 1 else ""


def is_option(word: str) -> bool:
    """Whether a word is an option; `-` is a file, and `-0.5` and `-1,0,0,1,0` are values."""
    return len(word) > 1 and word[0] == "-" and word[1] not in "0123456789."


def divide(word: str) -> tuple[str, str | None]:
    """The option and the value in `--name=value`, `-j4` or `-j=4`; None where it has no value."""
    if not word.startswith("--"):
        return word[:2], word[2:].removeprefix("=") if len(word) > 2 else None
    flag, equals, text = word.partition("=")
    return flag, text if equals else None


def convert_value(option: Option, flag: str, text: str) -> Any:
    """The value of an option as its type. Raises `UsageError`."""
    if option.type in (File, Path):
        require_words(flag, (text,))
    require_choice(option, flag, text)
    try:
        value = option.type(text)
    except ValueError:
        raise UsageError(f"{flag}: {text!r} is not {NUMBERS[option.type]}") from None
    if type(value) is int and not -LARGEST <= value < LARGEST:
        raise UsageError(f"{flag}: {text} is too large")
    return value


def require_words(name: str, words: Iterable[str]) -> None:
    """Raise `UsageError` for an empty word: as a file it would be the working folder."""
    if "" in words:
        raise UsageError(f"{name} is empty: is a variable of the shell not set?")


def require_choice(choosing: Argument | Option, name: str, word: str) -> None:
    """Raise `UsageError` for a word that is not one of the choices, where there are any."""
    if choosing.choices and word not in choosing.choices:
        known = ", ".join(choosing.choices)
        raise UsageError(f"{name}: {word!r} is not one of {known}.{suggest(word, choosing.choices)}")


def suggest(word: str, known: Iterable[str]) -> str:
    """`" Did you mean --format?"`, or nothing. Hyphens are not compared: all options begin with the same."""
    from pantin.report.catalogue import close_to

    names = {name.lstrip("-"): name for name in known}
    close = [names[name] for name in close_to(word.lstrip("-"), names)]
    return f" Did you mean {' or '.join(close)}?" if close else ""
