"""Damaged models, and the command lines to try on them: what the suite and `soak/` share.

A mutation knows the structure of its file: a value of the JSON of a glTF file becomes another, a float of
its data becomes infinite, a line of a text is repeated, a member of an archive lies. The lines are those of
`scripts/golden_recipes.py`, which lacks no command and no option, so a new verb is tried once it is
registered.
"""

from __future__ import annotations

import copy
import io
import json
import os
import random
import re
import struct
import sys
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "scripts"), str(ROOT / "tests" / "oracles")]

from fbx_mutants import is_binary, mutate_fbx  # noqa: E402
from golden_lines import commands_of  # noqa: E402
from golden_made import TEXTS  # noqa: E402
from golden_recipes import RECIPES  # noqa: E402

NUMBERS = (
    *(0.0, -0.0, 1.0, -1.0, 1e-45, 1e-20, 1e20, 3.4e38, -3.4e38),
    *(float("inf"), float("-inf"), float("nan")),
)
SIGNALLING = 0x7FA00000
"""A NaN that raises a flag of the processor when it is converted."""

VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 7, 2.5, 1e308, -1e308, 1e-320, 10**30, "", "x", "é\0", "a" * 300),
    *([], {}, [0], [[]], [{}], ["x"], {"extensions": {}}, [1e308] * 4),
)
WORDS = (
    *(b"\xff" * 4, bytes(4), b"\xff\xff\xff\x7f", b"\x01\0\0\0", b"\0\0\xc0\x7f", b"\0\0\xa0\x7f"),
    *(b"nan", b"1e999", b"-1", b'"":', b"[", b"]", b"{", b"\n", b" ", b"\t", b"&a", b"*a", b"0x7fffffff"),
)

HOSTILE = (
    *("nan", "inf", "-inf", "-1", "0", "1", "1e-320", "1e300", "99999999999999999999", "0.5", "2"),
    *("", "x", "é", "\x00", "a" * 300, "=", "0=nan", "0=1e308,0,-1e308", "1,2,3", "0,0,0", "x:y", "0:1e300"),
)
"""Values of options that few files or people mean."""

GLB = b"glTF"
G4B = b"G4MF"
JSON_SUFFIXES = frozenset({".gltf", ".g4tf", ".json"})
EITHER_SUFFIXES = frozenset({".glb", ".vrm", ".vrma"})
ARCHIVE_SUFFIXES = frozenset({".npz", ".usdz"})
TEXT_SUFFIXES = (".yaml", ".yml", ".bvh", "off", ".obj", ".usda", ".txt")


def mutate(data: bytes, suffix: str, chance: random.Random, donor: bytes = b"") -> bytes:
    """A damaged copy of a file, some with a part of the JSON of another file of its format."""
    if donor and chance.random() < 0.1:
        data = _grafted(data, donor, suffix, chance)
    if chance.random() < 0.1:
        return mutate_bytes(data, chance)
    try:
        if suffix in JSON_SUFFIXES:
            return mutate_json(data, chance)
        if suffix in EITHER_SUFFIXES and data[:4] == GLB:
            return _mutate_glb(data, chance)
        if suffix == ".g4b" and data[:4] == G4B:
            return _mutate_g4b(data, chance)
        if suffix in ARCHIVE_SUFFIXES:
            return _mutate_archive(data, chance)
        if suffix == ".fbx":
            return mutate_fbx(data, chance) if is_binary(data) else mutate_text(data, chance)
    except (ValueError, IndexError, RecursionError, struct.error, zlib.error, zipfile.BadZipFile):
        pass  # what it starts from is damaged itself
    if suffix == ".usdc":
        return _mutate_in_place(data, chance)
    if suffix.endswith(TEXT_SUFFIXES):
        return mutate_text(data, chance)
    return mutate_bytes(data, chance)


def members(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every member of a tree as its owner and its key there."""
    stack = [value]
    while stack:
        value = stack.pop()
        items = (
            value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        )
        for key, item in items:
            yield value, key
            stack.append(item)


def mutate_json(text: bytes, chance: random.Random) -> bytes:
    """Some values replaced, removed, repeated or moved elsewhere in the same document."""
    tree = json.loads(text)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        # Most members are numbers deep in lists; the top of the tree is as likely as all below it.
        listed = list(members(tree))
        if chance.random() < 0.4:
            listed = [pair for pair in listed if isinstance(pair[1], str)] or listed
        owner, key = chance.choice(listed)
        old, kind = owner[key], chance.random()
        if isinstance(old, int | float) and not isinstance(old, bool) and kind < 0.6:
            owner[key] = chance.choice([old + 1, old - 1, -old, old * 1000, 1e308, 1e-320, 3.5e38, 0])
        elif kind < 0.15:
            del owner[key]
        elif kind < 0.25 and isinstance(old, list) and old:
            owner[key] = old + copy.deepcopy(old) if chance.random() < 0.5 else old[: len(old) // 2]
        elif kind < 0.35:
            other, name = chance.choice(listed)
            owner[key] = json.loads(json.dumps(other[name])) if _holds(other, name) else None
        else:
            # A copy: later mutations change it, and could put it into itself.
            owner[key] = copy.deepcopy(chance.choice(VALUES))
    return json.dumps(tree).encode()


def graft(text: bytes, donor: bytes, chance: random.Random) -> bytes:
    """A value of another document put where this one has one of the same name, or among its extensions."""
    tree, other = json.loads(text), json.loads(donor)
    values: dict[Any, list[Any]] = {}
    for owner, key in members(other):
        values.setdefault(key if isinstance(key, str) else None, []).append(owner[key])
    places = [(owner, key, key) for owner, key in members(tree) if isinstance(key, str) and key in values]
    if "extensions" in values:
        places += [
            (owner[key], "extensions", "extensions")
            for owner, key in members(tree)
            if isinstance(owner[key], dict) and key != "extensions"
        ][:20]
    if not places:
        return text
    for _ in range(chance.choice((1, 1, 2, 5))):
        owner, key, name = chance.choice(places)
        owner[key] = copy.deepcopy(chance.choice(values[name]))
    if isinstance(tree, dict) and isinstance(other, dict) and isinstance(other.get("extensionsUsed"), list):
        tree["extensionsUsed"] = other["extensionsUsed"]
    return json.dumps(tree).encode()


def _holds(owner: Any, key: Any) -> bool:
    return key in owner if isinstance(owner, dict) else key < len(owner)


def mutate_numbers(data: bytes, first: int, chance: random.Random) -> bytes:
    """Some floats replaced from byte `first` on."""
    if len(data) - first < 8:
        return data
    changed = bytearray(data)
    for _ in range(chance.choice((1, 2, 8, 32))):
        place = chance.randrange(first, len(data) - 4) // 4 * 4
        if chance.random() < 0.1:
            struct.pack_into("<I", changed, place, SIGNALLING)
        else:
            struct.pack_into("<f", changed, place, chance.choice(NUMBERS))
    return bytes(changed)


def mutate_bytes(data: bytes, chance: random.Random) -> bytes:
    """Some bytes replaced, removed or repeated, or the end cut off."""
    result = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 4, 16))):
        if not result:
            break
        place, kind = chance.randrange(len(result)), chance.random()
        if kind < 0.5:
            result[place] = chance.randrange(256)
        elif kind < 0.7:
            word = chance.choice(WORDS)
            result[place : place + len(word)] = word
        elif kind < 0.8:
            del result[place : place + chance.randrange(1, 64)]
        elif kind < 0.93:
            start = chance.randrange(len(result))
            result[place:place] = result[start : start + chance.randrange(1, 200)]
        else:
            del result[place:]
    return bytes(result)


def _mutate_in_place(data: bytes, chance: random.Random) -> bytes:
    """Some bytes replaced: everything else of a file full of offsets stays where it was."""
    result = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 4))):
        place = chance.randrange(16, max(len(result), 17))
        if chance.random() < 0.7:
            result[place : place + 1] = bytes([chance.randrange(256)])
        else:
            result[place : place + 4] = chance.choice(WORDS[:6])
    return bytes(result)


def mutate_text(data: bytes, chance: random.Random) -> bytes:
    """Some words and lines replaced, removed, repeated or exchanged."""
    lines = data.split(b"\n")
    for _ in range(chance.choice((1, 1, 2, 4))):
        number, kind = chance.randrange(len(lines)), chance.random()
        if kind < 0.6:
            words = lines[number].split(b" ")
            extreme = str(chance.choice(NUMBERS)).encode()
            words[chance.randrange(len(words))] = extreme if chance.random() < 0.5 else chance.choice(WORDS)
            lines[number] = b" ".join(words)
        elif kind < 0.75 and len(lines) > 1:
            del lines[number]
        elif kind < 0.9:
            lines.insert(chance.randrange(len(lines)), lines[number])
        else:
            other = chance.randrange(len(lines))
            lines[number], lines[other] = lines[other], lines[number]
    return b"\n".join(lines)


def split_glb(data: bytes) -> tuple[bytes, bytes]:
    """The JSON text of a GLB, and the bytes after it."""
    (length,) = struct.unpack_from("<I", data, 12)
    return data[20 : 20 + length], data[20 + length :]


def join_glb(text: bytes, rest: bytes) -> bytes:
    text += b" " * (-len(text) % 4)
    return struct.pack("<4sIIII", GLB, 2, 20 + len(text) + len(rest), len(text), 0x4E4F534A) + text + rest


def _grafted(data: bytes, donor: bytes, suffix: str, chance: random.Random) -> bytes:
    """The file with a part of the other, where both have JSON that can be read."""

    def text_of(file: bytes) -> bytes:
        return split_glb(file)[0] if file[:4] == GLB else file

    try:
        if suffix in JSON_SUFFIXES:
            return graft(data, text_of(donor), chance)
        if suffix in EITHER_SUFFIXES and data[:4] == GLB:
            text, rest = split_glb(data)
            return join_glb(graft(text, text_of(donor), chance), rest)
    except (ValueError, RecursionError, struct.error):
        pass  # one of them is damaged itself
    return data


def _mutate_glb(data: bytes, chance: random.Random) -> bytes:
    text, rest = split_glb(data)
    kind = chance.random()
    if kind < 0.7:
        text = mutate_json(text, chance)
    if kind > 0.5:
        rest = mutate_numbers(rest, 8, chance)
    return join_glb(text, rest)


def _mutate_g4b(data: bytes, chance: random.Random) -> bytes:
    """The JSON changed, or numbers of the chunks after it; the sizes in the file are right."""
    kind, encoding, size = struct.unpack_from("<IIQ", data, 16)
    text, rest = data[32 : 32 + size], data[32 + size + -size % 16 :]
    if chance.random() < 0.7 or not rest:
        text = mutate_json(text, chance)
    else:
        rest = mutate_numbers(rest, 16, chance)
    head = struct.pack("<IIQ", kind, encoding, len(text))
    body = head + text + (b" " * (-len(text) % 16) if rest else b"") + rest
    return data[:8] + struct.pack("<Q", 16 + len(body)) + body


def _mutate_archive(data: bytes, chance: random.Random) -> bytes:
    """An archive with a damaged member, whose checksum is right all the same."""
    out, aligned = io.BytesIO(), chance.random() < 0.9
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(out, "w") as result:
        names = source.namelist()
        damaged = chance.choice(names)
        for name in names:
            content = source.read(name)
            if name == damaged:
                alter = chance.choice((mutate_bytes, lambda given, chance: mutate_numbers(given, 64, chance)))
                content = alter(content, chance)
            stored = aligned or chance.random() < 0.5
            entry = zipfile.ZipInfo(name)
            if aligned:  # the data of each file in a package begins at a multiple of 64
                start = out.tell() + 30 + len(name.encode())
                entry.extra = b"\x86\x19" + struct.pack("<H", (-start - 4) % 64) + bytes((-start - 4) % 64)
            result.writestr(entry, content, zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED)
    return out.getvalue()


class Trial(NamedTuple):
    """A command line to try. `MODEL` in it is the damaged file, a copy of a model with one of `suffixes`
    (empty: any), or of the file `model`."""

    verb: str
    words: tuple[str, ...]
    suffixes: frozenset[str] = frozenset()
    model: str = ""

    def texts(self, chance: random.Random) -> dict[str, bytes]:
        """The texts that the line names, one of two damaged."""
        named = {Path(word).name for word in self.words if word.startswith(MADE_TEXTS)}
        made = {name: TEXTS[name].encode() for name in sorted(named)}
        return {
            name: mutate(text, Path(name).suffix, chance) if chance.random() < 0.5 else text
            for name, text in made.items()
        }


MODEL = "MODEL"
PLACES = frozenset({MODEL, "IN", "NEXT"})
FILE_NAME = re.compile(r"\.[a-z]\w+$")
MADE_TEXTS = "@made/texts/"
SKIPPED = frozenset({"COMMAND", "FOLDER", "RULE", "-", "<", ">", "cp", "--sheet", "missing.glb"})
"""Words of lines that are not tried here: they are about many files, streams or no model."""


def trials() -> dict[str, list[Trial]]:
    """The lines to try, by verb: each with every model in it damaged in turn."""
    from pantin.formats.registry import list_formats

    by_format = {format.name: frozenset(format.suffixes) for format in list_formats()}
    found: dict[str, list[Trial]] = {}
    for recipe in RECIPES:
        for _, words in commands_of(recipe.words):
            given = tuple(str(word) for word in words)
            if SKIPPED.isdisjoint(given) and not any(map(_is_skipped, given)):
                suffixes = frozenset().union(*(by_format[name] for name in recipe.formats)) | frozenset(
                    recipe.suffixes
                )
                for trial in _of_line(given, suffixes):
                    found.setdefault(trial.verb, []).append(trial)
    return found


def _is_skipped(word: str) -> bool:
    return word.startswith(("@made", "@cases")) and not word.startswith(MADE_TEXTS)


def vary(words: tuple[str, ...], others: list[Trial], chance: random.Random) -> tuple[str, ...]:
    """The words of a line, some with an option of another line of the verb or a hostile value."""
    varied = list(words)
    for _ in range(chance.choice((0, 0, 0, 1, 2))):
        donor = chance.choice(others).words
        options = [place for place, word in enumerate(donor) if word.startswith("--")]
        if options:
            place = chance.choice(options)
            value = (word for word in donor[place + 1 : place + 2] if not word.startswith("-"))
            varied += [donor[place], *(word for word in value if word not in PLACES)]
    if chance.random() < 0.2:
        values = [
            place
            for place in range(1, len(varied))
            if varied[place - 1].startswith("--") and _is_value(varied[place])
        ]
        if values:
            place = chance.choice(values)
            name, equals, _ = varied[place].partition("=")
            hostile = chance.choice(HOSTILE)
            varied[place] = f"{name}={hostile}" if equals and chance.random() < 0.6 else hostile
    return tuple(varied)


def _is_value(word: str) -> bool:
    """Whether a word is a value of an option, and neither a file nor another option."""
    return not word.startswith(("-", "@", "out")) and word not in PLACES and not FILE_NAME.search(word)


def _of_line(words: tuple[str, ...], suffixes: frozenset[str]) -> Iterator[Trial]:
    for place, word in enumerate(words):
        changed = (*words[:place], MODEL, *words[place + 1 :])
        if word == "IN":
            yield Trial(words[0], changed, suffixes)
        elif word.startswith("@examples/") and (ROOT / word[1:]).is_file():
            yield Trial(words[0], changed, model=word[1:])


def models(largest: int = 60_000, *folders: Path) -> dict[str, list[Path]]:
    """Models to damage, by suffix: the examples, and those in other folders."""
    from pantin.formats.registry import list_formats

    readable = [format for format in list_formats() if format.readable]
    suffixes = sorted({suffix for format in readable for suffix in format.suffixes}, key=len)
    found: dict[str, list[Path]] = {}
    for folder in (ROOT / "examples", *folders):
        for path in sorted(folder.rglob("*")):
            suffix = next((each for each in reversed(suffixes) if path.name.lower().endswith(each)), "")
            if suffix and path.is_file() and path.stat().st_size <= largest:
                found.setdefault(suffix, []).append(path)
    return found


def corpus_folders() -> list[Path]:
    """The cases of the rules, and the corpus where there is one."""
    corpus = os.environ.get("PANTIN_CORPUS")
    more = [Path(corpus, name) for name in ("gltf-sample-assets", "vrm", "fbx")] if corpus else []
    return [ROOT / "tests" / "cases", *(folder for folder in more if folder.is_dir())]


def choose(trial: Trial, models: dict[str, list[Path]], chance: random.Random) -> tuple[Path, str]:
    """A model to damage for a trial, and its suffix."""
    from pantin.formats.registry import suffix_of

    if trial.model:
        return ROOT / trial.model, suffix_of(trial.model)
    fitting = [suffix for suffix in models if suffix in trial.suffixes] or list(models)
    # What most files are, and where most of the code is.
    usual = [suffix for suffix in fitting if suffix in (".gltf", *EITHER_SUFFIXES)]
    suffix = chance.choice(usual if usual and chance.random() < 0.5 else fitting)
    return chance.choice(models[suffix]), suffix


def fill(trial: Trial, model: str, suffix: str, targets: tuple[str, ...], chance: random.Random) -> list[str]:
    """The words of a trial with the damaged model of this name, and with examples and texts for `@…`."""
    target = chance.choice(targets)

    def meant(word: str) -> str:
        if word == MODEL:
            return model
        if word == "NEXT":
            return str(ROOT / "examples" / "arm.glb")
        if word.startswith(MADE_TEXTS):
            return Path(word).name
        if word.startswith("@"):
            return str(ROOT / word[1:])
        return word.replace("SUFFIX", suffix).replace("TARGET", target)

    return [meant(word) for word in trial.words]
