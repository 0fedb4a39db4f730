"""`Command`: what a command is called, takes and does, as data; parsing, help and completion derive from it.

A parser of our own, because importing one takes longer than checking a small file: each command is a module
that is imported when its name is typed. Named tuples, because a dataclass takes several times as long to make.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pantin.cli.exit import UsageError
from pantin.cli.welcome import COMMANDS


class Argument(NamedTuple):
    """A positional argument. `many`: all that are left, in a tuple."""

    name: str
    help: str
    required: bool = True
    many: bool = False
    choices: tuple[str, ...] = ()
    suffixes: str = ""
    """Which files complete it: "read", "write", "rigy", or any where empty; "rules" are rule ids."""

    @property
    def label(self) -> str:
        return self.name.upper() + ("..." if self.many else "")


class Option(NamedTuple):
    """An option: `type` is what its value is made of (str, int, float, Path); bool takes none.

    `negative` is how the opposite of a flag is spelled; `repeated` gives a tuple of all its values.
    """

    name: str
    type: type
    help: str
    default: Any = None
    short: str = ""
    negative: str = ""
    repeated: bool = False
    choices: tuple[str, ...] = ()

    @property
    def flag(self) -> str:
        return "--" + self.name.replace("_", "-")

    @property
    def metavar(self) -> str:
        if self.type is bool:
            return ""
        return "|".join(self.choices) if self.choices else METAVARS[self.type]


METAVARS: dict[type, str] = {str: "TEXT", int: "N", float: "X", Path: "FILE"}
NUMBERS: dict[type, str] = {int: "a whole number", float: "a number"}

WRITES = ("--output", "--out")
"""The options that name the file to write, in commands that do not take it as an argument."""


class Command(NamedTuple):
    """A command. `run` gets every argument and option by its name, and returns the exit code."""

    name: str
    run: Callable[..., int]
    arguments: tuple[Argument, ...] = ()
    options: tuple[Option, ...] = ()
    examples: str = ""
    notes: str = ""

    @property
    def summary(self) -> str:
        """The line that the first screen has for it."""
        return COMMANDS[self.name]

    def parse(self, words: Sequence[str]) -> dict[str, Any]:
        """What the words say of each argument and option."""
        values: dict[str, Any] = {option.name: option.default for option in self.options}
        plain: list[str] = []
        rest = iter(words)
        for word in rest:
            if word == "--":
                plain += rest
            elif is_option(word):
                self._take_option(word, rest, values)
            else:
                plain.append(word)
        return values | self._positional(plain)

    def _take_option(self, word: str, rest: Iterator[str], values: dict[str, Any]) -> None:
        flag, equals, attached = word.partition("=")
        if not word.startswith("--") and len(word) > 2 and not equals:  # -j4
            flag, equals, attached = word[:2], "=", word[2:]
        option = self._find(flag)
        if option.type is bool:
            if equals:
                raise UsageError(f"{flag} takes no value")
            values[option.name] = flag != option.negative
            return
        text = attached if equals else next(rest, None)
        if text is None or (not equals and is_option(text)):
            raise UsageError(f"the value of {flag} is missing: {option.help}")
        value = self._value(option, flag, text)
        values[option.name] = (*(values[option.name] or ()), value) if option.repeated else value

    def _find(self, flag: str) -> Option:
        for option in self.options:
            if flag in (option.flag, option.short or None, option.negative or None):
                return option
        from pantin.report.catalogue import did_you_mean

        known = [name for option in self.options for name in (option.flag, option.negative) if name]
        raise UsageError(f"{self.name} has no option {flag}.{did_you_mean(flag, known)}")

    @staticmethod
    def _value(option: Option, flag: str, text: str) -> Any:
        if option.choices and text not in option.choices:
            raise UsageError(f"{flag}: {text!r} is none of {', '.join(option.choices)}")
        try:
            return option.type(text)
        except ValueError:
            raise UsageError(f"{flag}: {text!r} is not {NUMBERS[option.type]}") from None

    def _positional(self, words: list[str]) -> dict[str, Any]:
        values: dict[str, Any] = {}
        left = list(words)
        for argument in self.arguments:
            if argument.many:
                values[argument.name], left = tuple(left), []
            elif left:
                values[argument.name] = _chosen(argument, left.pop(0))
            elif argument.required:
                raise UsageError(f"{argument.label} is missing: {argument.help}")
            else:
                values[argument.name] = None
        if left:
            hint = self._meant(left)
            raise UsageError(f"{self.name} has no use for {' '.join(left)}.{hint}")
        return values

    def _meant(self, left: list[str]) -> str:
        """A file too many is most likely the one to write."""
        flag = next((option.flag for option in self.options if option.flag in WRITES), None)
        return f" Did you mean {flag} {left[0]}?" if flag and len(left) == 1 else ""


def _chosen(argument: Argument, word: str) -> str:
    if argument.choices and word not in argument.choices:
        raise UsageError(f"{argument.label}: {word!r} is none of {', '.join(argument.choices)}")
    return word


def is_option(word: str) -> bool:
    """Whether a word is an option and not a value: `--w -0.5` and `--plane -1,0,0,1,0` have negative numbers."""
    return len(word) > 1 and word[0] == "-" and word[1] not in "0123456789."
