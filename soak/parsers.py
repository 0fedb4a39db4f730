"""Reads, checks and lifts damaged files of every format: no error, no warning, no hang, no memory beyond the
budget.

python soak/parsers.py [--count 100000] [--processes 1] [--seconds S] [--progress FILE] [PARSER ...]
python soak/parsers.py --again PARSER NUMBER FILE

`count` is how many files each parser reads; `tests/oracles/mutants.py` says how they are damaged. With
`--progress`, a run goes on where an earlier one ended, and its faults are in that file. `--again` writes the
file of a trial, and reads it without the handlers of this script.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import random
import sys
import tempfile
import traceback
import warnings
from pathlib import Path
from typing import Any

import trials

os.environ["PANTIN_DECODED_BYTES"] = str(trials.BUDGET)
sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))

from oracles import mutants
from oracles.fbx_mutants import is_binary

USUAL = 0.9
"""The part of the trials that start from the smaller half of the files."""

LARGEST = 60_000
FEWEST = 4
"""How many of the smallest files a parser starts from whose files are all larger than asked for."""

MADE = {".usdc": ".usda", ".usdz": ".usda"}
"""Containers of which there are no small models, and the suffix of those that are put into them."""

HELD = {".vrm": (b'"VRMC_vrm"', b'"VRM"'), ".vrma": (b'"VRMC_vrm_animation"',)}
"""Names of binary files, and what the text of a .gltf has that may have the name too."""


class InProcess:
    """Reads USD files here instead of in the process that Pantin starts: a crash of usd-core shows, and no
    other process is to be fed."""

    def call(self, function: str, *arguments: Any) -> Any:
        from pantin.formats.usd.worker import SERVICES

        return SERVICES[function](*arguments)


def read(data: bytes, suffix: str, again: bool = False) -> str:
    """Check a file and lift it; `again`: as `load` does it. What is wrong with how that ended, or an empty
    string."""
    import pantin
    from pantin.formats.format import Condition
    from pantin.verbs.check import examine

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            report, asset = examine(data, name=f"x{suffix}")
            assert all(finding.message and finding.rule for finding in report.findings)
            if again:
                asset = pantin.load(data, name=f"x{suffix}")
            if asset is not None and asset.format.condition(asset.document) is not Condition.EMPTY:
                asset.rig  # noqa: B018  (lifts it)
        except pantin.PantinError:
            pass
        except Exception:
            return traceback.format_exc()
    return ""


def seeds(largest: int) -> dict[str, tuple[str, list[bytes]]]:
    """The suffix and the files of each parser, the smallest first: those up to a size, and some at least."""
    found: dict[str, tuple[str, list[bytes]]] = {}
    for suffix, paths in mutants.models(LARGEST, *mutants.corpus_folders()).items():
        files = [path.read_bytes() for path in paths]
        if suffix == ".fbx":
            found["binary .fbx"] = suffix, [data for data in files if is_binary(data)]
            found["text .fbx"] = suffix, [data for data in files if not is_binary(data)]
        else:
            found[suffix] = suffix, files
    for suffix, words in HELD.items():
        texts = (data for data in found[".gltf"][1] if any(word in data for word in words))
        found[suffix][1].extend(mutants.join_glb(data, b"") for data in texts)
    small = {name: (suffix, _smallest(files, largest)) for name, (suffix, files) in found.items()}
    if importlib.util.find_spec("pxr") is None:
        small.pop(".usda")
        return small
    for suffix, source in MADE.items():
        contained = [_contained(data, source, suffix) for data in small[source][1]]
        small[suffix] = suffix, sorted(filter(None, contained), key=len)
    return small


def _smallest(files: list[bytes], largest: int) -> list[bytes]:
    ordered = sorted(files, key=len)
    return [data for data in ordered if len(data) <= largest] or ordered[:FEWEST]


def _contained(data: bytes, source: str, suffix: str) -> bytes:
    """A USD file in another container; nothing if it cannot be read."""
    import pantin

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"x{source}")
        path.write_bytes(data)
        try:
            pantin.convert(path, path.with_suffix(suffix))
            return path.with_suffix(suffix).read_bytes()
        except pantin.PantinError:
            return b""


class Parser:
    """The trials of one parser."""

    def __init__(self, name: str, suffix: str, sources: list[bytes], seed: int) -> None:
        self.name, self.suffix, self.sources, self.seed = name, suffix, sources, seed

    def damaged(self, number: int) -> bytes:
        chance = random.Random(f"{self.name} {self.seed} {number}")
        usual = self.sources[: (len(self.sources) + 1) // 2]
        source = chance.choice(usual if chance.random() < USUAL else self.sources)
        return mutants.mutate(source, self.suffix, chance, chance.choice(self.sources))

    def __call__(self, number: int) -> str:
        return read(self.damaged(number), self.suffix, again=number % 10 == 0)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parsers", nargs="*")
    trials.add_options(parser, count=100_000)
    parser.add_argument("--largest", type=int, default=4000, help="bytes of a file that is damaged")
    parser.add_argument("--again", nargs=3, metavar=("PARSER", "NUMBER", "FILE"))
    options = parser.parse_args()
    found = {name: Parser(name, *each, options.seed) for name, each in seeds(options.largest).items()}
    if ".usda" in found:
        from pantin.formats.usd import worker

        worker.WORKER.close()
        worker.WORKER = InProcess()  # type: ignore[assignment]
    if options.again:
        name, number, file = options.again
        Path(file).write_bytes(found[name].damaged(int(number)))
        print(found[name](int(number)))
        return 0
    for name in options.parsers or found:
        if not name.startswith(".usd"):  # what it imports, no trial imports again; usd-core starts threads
            read(found[name].sources[-1], found[name].suffix)
    chosen = {name: found[name] for name in options.parsers or found}
    return trials.run(chosen, options)  # type: ignore[arg-type]


if __name__ == "__main__":
    sys.exit(main())
