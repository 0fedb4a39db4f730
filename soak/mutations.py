"""Runs every verb over damaged models: no internal error, no warning, no hang, no memory beyond the budget.

python soak/mutations.py [--count 10000] [--processes 1] [--seconds S] [--progress FILE] [VERB ...]
python soak/mutations.py --again VERB NUMBER FOLDER

`count` is how many commands are run of each verb; `tests/oracles/mutants.py` says which, and what damage is.
Without numba, `slim` is run without the options that reduce triangles.
With `--progress`, a run goes on where an earlier one ended, and its faults are in that file. `--again` runs
the command of a trial in a folder, which keeps its files.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import gc
import importlib.util
import io
import os
import random
import shlex
import shutil
import sys
import tempfile
import warnings
from pathlib import Path

import trials

os.environ["PANTIN_DECODED_BYTES"] = str(trials.BUDGET)
os.environ["PANTIN_TRACEBACK"] = "1"
sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))

from oracles import mutants

FAULT = 4
"""The exit code of a fault of Pantin; see `pantin.cli.exit`."""


def run_command(words: list[str]) -> str:
    """Run a command in this process: what is wrong with how it ended, or an empty string."""
    from pantin.cli.run import run

    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    code = 0
    with warnings.catch_warnings(), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        warnings.simplefilter("error")
        try:
            code = run(words)
        except trials.Hang:
            raise
        except BaseException as error:
            return f"{type(error).__name__}: {error}"
    err.flush()
    printed = err.buffer.getvalue().decode()  # type: ignore[attr-defined]
    if code == FAULT or "Traceback" in printed or "Warning:" in printed:
        return str(printed) or f"exit code {code} without a word"
    return ""


COMPILED = frozenset({"--triangles", "--lod"})
"""Options whose kernels take minutes of a small model where they are not compiled."""


def _lines(name: str) -> list[mutants.Trial]:
    """The lines of a verb that end in reasonable time here."""
    compiled = importlib.util.find_spec("numba") is not None and not os.environ.get("PANTIN_NO_NUMBA")
    return [line for line in mutants.trials()[name] if compiled or COMPILED.isdisjoint(line.words)]


class Verb:
    """The trials of one verb."""

    def __init__(self, name: str, seed: int, largest: int) -> None:
        self.name, self.seed, self.lines = name, seed, _lines(name)
        self.folder = Path.cwd()
        self.models, self.targets = _models(largest), _targets()

    def __call__(self, number: int) -> str:
        """Damage a model, and run a line of the verb on it, in an empty folder."""
        home = Path(self.folder, str(os.getpid()))
        home.mkdir(exist_ok=True)
        os.chdir(home)
        words, source = self.prepare(number)
        fault = run_command(words) or _left(home)
        for path in home.iterdir():
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
        return f"{shlex.join(words)} ({source})\n{fault}" if fault else ""

    def prepare(self, number: int) -> tuple[list[str], Path]:
        """The words of a trial, whose model is written into this folder, and the model that was damaged."""
        chance = random.Random(f"{self.name} {self.seed} {number}")
        trial = chance.choice(self.lines)
        trial = trial._replace(words=mutants.vary(trial.words, self.lines, chance))
        source, suffix = mutants.choose(trial, self.models, chance)
        donor, _ = mutants.choose(trial._replace(model=""), self.models, chance)
        model = Path(f"model{suffix}")
        model.write_bytes(mutants.mutate(source.read_bytes(), suffix, chance, donor.read_bytes()))
        for name, text in trial.texts(chance).items():
            Path(name).write_bytes(text)
        return mutants.fill(trial, model.name, suffix, self.targets, chance), source


def _left(home: Path) -> str:
    """The temporary files that a command left behind."""
    names = sorted(path.name for path in home.rglob(".pantin-*.tmp"))
    return f"left {', '.join(names)}" if names else ""


@functools.cache
def _models(largest: int) -> dict[str, list[Path]]:
    """Models up to a size, and of each suffix the smallest at least."""
    found = mutants.models(60_000, *mutants.corpus_folders())
    small = {}
    for suffix, paths in found.items():
        ordered = sorted(paths, key=lambda path: path.stat().st_size)
        small[suffix] = [path for path in ordered if path.stat().st_size <= largest] or ordered[:4]
    return small


@functools.cache
def _targets() -> tuple[str, ...]:
    from pantin.formats.registry import list_formats

    return tuple(s for format in list_formats() if format.writable for s in format.suffixes)


USUAL_TRIALS = 40
"""Trials of each verb that are run before the first process is started."""


def _import_all(verbs: list[Verb]) -> None:
    """Run some trials of each verb here: what they import, no process imports again. The process that reads
    USD files is ended, since those that are started must not share it."""
    from pantin.formats.usd import worker

    here = Path.cwd()
    for verb in verbs:
        for number in range(USUAL_TRIALS):
            with contextlib.suppress(trials.Hang), trials.limited_time():
                verb(-1 - number)
        os.chdir(here)
    worker.WORKER.close()
    gc.collect()
    gc.freeze()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("verbs", nargs="*")
    trials.add_options(parser, count=10_000)
    parser.add_argument("--largest", type=int, default=8000, help="bytes of a model that is damaged")
    parser.add_argument("--chunk", type=int, default=1000, help="commands of a process")
    parser.add_argument("--again", nargs=3, metavar=("VERB", "NUMBER", "FOLDER"))
    options = parser.parse_args()
    if options.again:
        verb, number, folder = options.again
        os.chdir(folder)
        words, source = Verb(verb, options.seed, options.largest).prepare(int(number))
        print(" ".join(words), source, run_command(words), sep="\n")
        return 0
    options.progress = options.progress and options.progress.resolve()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        names = options.verbs or mutants.trials()
        verbs = {name: Verb(name, options.seed, options.largest) for name in names}
        run_command(["warmup"])  # what is compiled on first use is not the time of a command
        _import_all(list(verbs.values()))
        code = trials.run(verbs, options, options.chunk)  # type: ignore[arg-type]
        os.chdir(mutants.ROOT)
    return code


if __name__ == "__main__":
    sys.exit(main())
