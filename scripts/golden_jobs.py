"""The lines that `scripts/golden` runs: its recipes, for the formats and commands that a source tree has.

It asks the tree through what it shows to everybody: `pantin.list_formats()` and `pantin --help`.
"""

from __future__ import annotations

import hashlib
import importlib
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

from golden_lines import Input, Line, Word, commands_of
from golden_recipe import FOLDERS, NOT_RECORDED, OPTIONS_NOT_RECORDED, SEARCHED, SLOW_FORMATS, Recipe
from golden_recipes import RECIPES

STRANGER = "(none)"
"""The suffix of files that have no format."""


@dataclass(frozen=True)
class Tree:
    """What a source tree has.

    formats   the name of the format of each readable suffix
    targets   the suffixes that can be written
    commands  the spellings of the options of each command, `-o --output` and so on
    """

    formats: dict[str, str]
    targets: tuple[str, ...]
    commands: dict[str, tuple[tuple[str, ...], ...]]


class Job(NamedTuple):
    """A line with the recipe it is made of, the command it is about, and the suffix of its input."""

    line: Line
    recipe: Recipe
    command: str
    suffix: str

    @property
    def key(self) -> str:
        return " ".join(map(str, self.line))


def ask_tree(help_of: Callable[..., str]) -> Tree:
    """What the Pantin that is imported has; `help_of` is what it prints for some words."""
    formats = importlib.import_module("pantin").list_formats()
    names = re.findall(r"^  ([a-z][\w-]*)\s", help_of("--help"), re.MULTILINE)
    return Tree(
        {suffix: format.name for format in formats if format.readable for suffix in format.suffixes},
        tuple(suffix for format in formats if format.writable for suffix in format.suffixes),
        {name: options_in(help_of(name, "--help")) for name in names},
    )


def options_in(help: str) -> tuple[tuple[str, ...], ...]:
    """The spellings of each option in the help of a command."""
    block = help.partition("\nOptions:\n")[2].partition("\n\n")[0]
    firsts = re.findall(r"^  (-[\w-]+(?:, -[\w-]+)*)", block, re.MULTILINE)
    return tuple(tuple(first.split(", ")) for first in firsts)


def gaps(tree: Tree, recipes: Sequence[Recipe] = RECIPES) -> list[str]:
    """A sentence for each command and option of the tree that no recipe has and no reason excuses."""
    used: dict[str, set[str]] = defaultdict(set)
    for recipe in recipes:
        for _, words in commands_of(recipe.words):
            used[str(words[0])].update(map(str, words))
    found = [
        f"{command} has no recipe in scripts/golden_recipes.py, nor a reason there why it is not recorded"
        for command in tree.commands
        if command not in used and command not in NOT_RECORDED
    ]
    if not tree.commands or not tree.formats:
        found.append("pantin --help lists no command, or pantin.list_formats() no format")
    for command, options in tree.commands.items():
        for spellings in options if command in used else ():
            long = [name for name in spellings if name.startswith("--")]
            missing = [name for name in long if name not in used[command] | OPTIONS_NOT_RECORDED.keys()]
            if missing and not used[command].intersection(set(spellings) - set(long)):
                found.append(
                    f"{command} {' and '.join(missing)} occurs in no recipe in scripts/golden_recipes.py"
                )
    return found


def find_inputs(roots: dict[str, Path], tree: Tree) -> list[Input]:
    """Every file below the roots, those of no format too."""
    return [
        Input(f"{label}/{file.relative_to(root).as_posix()}", file, *format_of(file.name, tree))
        for label, root in roots.items()
        for file in sorted(root.rglob("*"))
        if file.is_file()
    ]


def format_of(name: str, tree: Tree) -> tuple[str, str]:
    """The suffix of a file name and its format; the longest suffix counts."""
    fits = [suffix for suffix in tree.formats if name.lower().endswith(suffix) and name.lower() != suffix]
    suffix = max(fits, key=len, default=STRANGER)
    return suffix, tree.formats.get(suffix, "")


def hashed(*texts: object) -> int:
    return int.from_bytes(hashlib.sha256("\0".join(map(str, texts)).encode()).digest()[:8])


def by_hash(inputs: Iterable[Input], salt: str) -> list[Input]:
    """Inputs in an order that looks random and is the same everywhere, another for each salt."""
    return sorted(inputs, key=lambda made: hashed(salt, made.name))


def all_jobs(tree: Tree, inputs: Sequence[Input], roots: dict[str, Path]) -> Iterator[Job]:
    """Every job, for every recipe."""
    following = neighbours(inputs)
    rules = {made.name.split("/")[1] for made in inputs if made.name.startswith("cases/")}
    every = {
        "TARGET": tree.targets,
        "COMMAND": tuple(name for name in tree.commands if name not in NOT_RECORDED),
        "FOLDER": tuple(f"@{folder}" for folder in FOLDERS),
        "RULE": tuple(sorted(rules | {rule.partition("-")[0] for rule in rules})),
    }
    for recipe in RECIPES:
        command = next(str(words[0]) for _, words in reversed(list(commands_of(recipe.words))) if words)
        for words in expanded(recipe.words, every):
            for made in chosen(recipe, words, inputs) if "IN" in words else (None,):
                line = tuple(meant(word, made, following, roots) for word in words)
                about = words[0] if command == "COMMAND" else command
                yield Job(line, recipe, about, made.suffix if made else "")


def expanded(words: tuple[str, ...], every: dict[str, tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """The words of a recipe, for everything that `TARGET` and the like stand for."""
    names = [name for name in every if any(name in word for word in words)]
    for values in product(*(every[name] for name in names)):
        made = words
        for name, value in zip(names, values, strict=True):
            made = tuple(word.replace(name, value) for word in made)
        yield made


def meant(word: str, made: Input | None, following: dict[str, Input], roots: dict[str, Path]) -> Word:
    """What a word of a recipe stands for."""
    if made is not None and word == "IN":
        return made
    if made is not None and word == "NEXT":
        return following[made.name]
    if word.startswith("@"):
        label, _, rest = word[1:].partition("/")
        return Input(word[1:], roots[label] / rest)
    return word.replace("SUFFIX", made.suffix) if made is not None else word


def neighbours(inputs: Sequence[Input]) -> dict[str, Input]:
    """The input after each of the same suffix; the first follows the last."""
    groups = grouped(inputs)
    return {
        made.name: group[(number + 1) % len(group)]
        for group in groups.values()
        for number, made in enumerate(group)
    }


def grouped(inputs: Iterable[Input]) -> dict[str, list[Input]]:
    groups: dict[str, list[Input]] = defaultdict(list)
    for made in inputs:
        groups[made.suffix].append(made)
    return groups


def chosen(recipe: Recipe, words: tuple[str, ...], inputs: Sequence[Input]) -> Iterator[Input]:
    """The inputs of a recipe: all examples that it is for, and a share of the others of each suffix."""
    salt = " ".join(words)
    for suffix, group in grouped(made for made in inputs if size_of(made.path) <= recipe.largest).items():
        if suffix == STRANGER:
            yield from by_hash(group, salt)[: recipe.strangers]
        elif not recipe.suffixes or suffix in recipe.suffixes:
            fitting = [made for made in group if serves(recipe, made)]
            others = [made for made in fitting if not made.name.startswith("examples/")]
            slow = SLOW_FORMATS.get(group[0].format, 1)
            share = 1 if recipe.share == 1 else recipe.share * slow
            count = max(recipe.least if slow == 1 else 1, -(-len(others) // share))
            yield from (made for made in fitting if made.name.startswith("examples/"))
            yield from by_hash(others, salt)[:count]
            yield from by_hash((made for made in group if not serves(recipe, made)), salt)[: recipe.refused]


def serves(recipe: Recipe, made: Input) -> bool:
    """Whether an input is what a recipe is for."""
    if made.format in recipe.without or (recipe.formats and made.format not in recipe.formats):
        return False
    return not recipe.holding or made.format not in SEARCHED or holds(made.path, recipe.holding)


@cache
def size_of(file: Path) -> int:
    return file.stat().st_size


@cache
def holds(file: Path, pattern: bytes) -> bool:
    return re.search(pattern, file.read_bytes()) is not None


def sample(jobs: Sequence[Job], every: int) -> list[Job]:
    """One of `every` jobs, and at least one of each recipe, and of each command with each suffix."""
    ordered = sorted(jobs, key=lambda job: hashed(job.key))
    taken = {job.key: job for job in ordered if hashed("sample", job.key) % every == 0}
    seen = {mark for job in taken.values() for mark in marks(job)}
    for job in ordered:
        if not seen.issuperset(marks(job)):
            taken[job.key] = job
            seen.update(marks(job))
    return [job for job in jobs if taken.pop(job.key, None) is not None]


def marks(job: Job) -> tuple[object, ...]:
    return job.recipe, (job.command, job.suffix)
