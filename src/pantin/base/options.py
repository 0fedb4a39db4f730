"""`Option` and `Argument`: the options of commands and formats, as data. Parsing, help and completion derive
from them.

Records are named tuples, because `--help` makes all of them, and dataclasses take longer to make.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pantin.base.tuples import NamedTuple


class File(str):
    """A file by its name; `-` is a standard stream."""

    __slots__ = ()


METAVARS: dict[type, str] = {str: "TEXT", int: "N", float: "X", File: "FILE", Path: "FILE", bool: ""}
"""The placeholder in the help for values of a type, unless the name of the option has a better one."""

VALUES: dict[str, str] = {
    "against_slim": "FILE",
    "author": "NAME",
    "background": "COLOUR",
    "blend": "NAME=X",
    "bridge": "NAME",
    "camera": "VIEW",
    "clip": "CLIP",
    "cluster": "ADDRESS",
    "complete": "NAME",
    "cut": "NAME:START-END",
    "drop": "NAME",
    "exclude": "PATTERN",
    "expression": "NAME=X",
    "heat_map": "FILE",
    "ignore": "NAMES",
    "in_phase": "NAME=OTHER",
    "in_place": "NAME",
    "include": "PATTERN",
    "keep": "NODE",
    "license": "LICENCE",
    "lock_feet": "NAME",
    "lod": "SHARES",
    "look_at": "x,y,z",
    "loop": "NAME",
    "material": "NAME",
    "memory_per_worker": "SIZE",
    "mesh": "NAME",
    "mirror": "NAME",
    "mirror_from": "NAME=OTHER",
    "offset": "x,y,z",
    "on_ground": "NAME",
    "permission": "NAME=VALUE",
    "plane": "a,b,c,d,e",
    "pose": "POSE",
    "reach": "NODE=x,y,z",
    "reference": "URL",
    "rename": "OLD=NEW",
    "resample": "[NAME=]FPS",
    "retime": "[NAME=]X",
    "reverse": "NAME",
    "rotate": "ANGLES",
    "section": "TABLES",
    "select": "RULES",
    "set": "NODE=ANGLES",
    "show": "PARTS",
    "size": "WIDTHxHEIGHT",
    "skeleton": "NODE",
    "skin_error": "DISTANCE",
    "sort": "COLUMN",
    "thumbnail": "FILE",
    "to": "SUFFIX",
    "triangles_error": "DISTANCE",
    "turntable": "PLANES",
    "variant": "SET=NAME",
    "version": "VERSION",
    "vrm": "VERSION",
    "warn_as_error": "RULES",
    "without_scale": "NAME",
}
"""The placeholder in the help for the value of an option: the same word in every command."""


class Option(NamedTuple):
    """An option: `type` is the type of its value (str, int, float, File, Path); bool takes no value.

    `negative` is how the opposite of a flag is spelled. `repeated` gives a tuple of all its values; so does
    `many`, which takes every word up to the next option. An option with a `pattern` may have no value and is
    True then: the next word is its value only if it matches. A name that is a word of Python ends with `_`,
    which is not part of the flag.

    `group` is its purpose: "" for the work on each file, "command" for the output of the command, and "batch"
    for the processing of many files.

    >>> spacing = pantin.formats.Option("spacing", float, "Distance between points, in metres.", 0.1)
    >>> spacing.flag
    '--spacing'
    """

    name: str
    type: type
    help: str
    default: Any = None
    short: str = ""
    negative: str = ""
    repeated: bool = False
    choices: tuple[str, ...] = ()
    pattern: str = ""
    group: str = ""
    many: bool = False

    @property
    def flag(self) -> str:
        return "--" + self.name.rstrip("_").replace("_", "-")

    @property
    def spellings(self) -> tuple[str, ...]:
        """Every way to write it."""
        return tuple(filter(None, (self.short, self.flag, self.negative)))

    @property
    def metavar(self) -> str:
        """The placeholder in the help for its value; empty for a flag."""
        word = "CHOICE" if self.choices else METAVARS[self.type]
        if self.type is str and not self.choices:
            word = VALUES.get(self.name.rstrip("_"), word)
        return f"[{word}]" if self.pattern else word + "..." * self.many


class Argument(NamedTuple):
    """A positional argument. `many`: all remaining words except one for each later argument, in a tuple."""

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
