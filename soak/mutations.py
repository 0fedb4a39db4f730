"""Runs every verb over damaged models, in this process: no internal error, no warning, no hang, no memory
beyond the budget.

python soak/mutations.py [--count 10000] [--seconds S] [--seed 0] [--keep FOLDER] [VERB ...]

`count` is how many commands are run of each verb; `tests/oracles/mutants.py` says which, and what damage is.
The budget of a file is `BUDGET`. A model that a command fails on is kept, with the output beside it.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

BUDGET = 100_000_000
"""Bytes of the budget of each file: `Limits` read it when they are imported."""

os.environ["PANTIN_DECODED_BYTES"] = str(BUDGET)
os.environ["PANTIN_TRACEBACK"] = "1"
sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))

from oracles import mutants  # noqa: E402

FAULT = 4
"""The exit code of a fault of Pantin; see `pantin.cli.exit`."""

SLOWEST = 10.0
"""Seconds of the processor that a command may take."""

HANGS = 120
"""Seconds after which a command is interrupted, however busy the machine is."""

MOST_MEMORY = 150_000_000 + 4 * BUDGET


class Hang(BaseException):
    """A command that does not end; no handler of commands catches it."""


@contextlib.contextmanager
def limited_time() -> Iterator[None]:
    def ring(number: int, frame: Any) -> None:
        raise Hang

    signal.signal(signal.SIGALRM, ring)
    signal.alarm(HANGS)
    try:
        yield
    finally:
        signal.alarm(0)


def run_command(words: list[str]) -> str:
    """Run a command in this process: what is wrong with how it ended, or an empty string."""
    from pantin.cli.run import run

    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    began, code = time.process_time(), 0
    with warnings.catch_warnings(), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        warnings.simplefilter("error")
        try:
            with limited_time():
                code = run(words)
        except Hang:
            return "does not end"
        except BaseException as error:
            return f"{type(error).__name__}: {error}"
    took = time.process_time() - began
    err.flush()
    printed = err.buffer.getvalue().decode()  # type: ignore[attr-defined]
    if code == FAULT or "Traceback" in printed or "Warning:" in printed:
        return str(printed) or f"exit code {code} without a word"
    return f"takes {took:.1f} s" if took > SLOWEST else ""


def memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


class Soak:
    """Runs of damaged models; distinct failures are kept and printed once."""

    def __init__(self, seed: int, keep: Path) -> None:
        from pantin.formats.registry import list_formats

        self.chance, self.keep = random.Random(seed), keep
        self.models = mutants.models(60_000, *mutants.corpus_folders())
        self.targets = tuple(s for format in list_formats() if format.writable for s in format.suffixes)
        self.faults: set[str] = set()
        self.slowest = 0.0

    def once(self, trial: mutants.Trial) -> None:
        """Damage a model for this line, and run it."""
        chance = self.chance
        source, suffix = mutants.choose(trial, self.models, chance)
        model = Path(f"model{suffix}")
        model.write_bytes(mutants.mutate(source.read_bytes(), suffix, chance))
        kept = model.read_bytes()
        words = mutants.fill(trial, model.name, suffix, self.targets, chance)
        began = time.process_time()
        fault = run_command(words)
        self.slowest = max(self.slowest, time.process_time() - began)
        if fault:
            self._note(words, source, suffix, kept, fault)
        for path in Path().iterdir():
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()

    def _note(self, words: list[str], source: Path, suffix: str, data: bytes, fault: str) -> None:
        last = "\n".join(fault.strip().splitlines()[-3:])
        if last in self.faults:
            return
        self.faults.add(last)
        self.keep.mkdir(parents=True, exist_ok=True)
        kept = self.keep / f"{len(self.faults)}{suffix}"
        kept.write_bytes(data)
        kept.with_suffix(".txt").write_text(f"{' '.join(words)}\n{source}\n{fault}", encoding="utf-8")
        print(f"{' '.join(words)} ({source.name}, {kept.name}): {last}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("verbs", nargs="*")
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="of each verb, at most")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path, default=Path("mutations"))
    options = parser.parse_args()
    soak = Soak(options.seed, options.keep.resolve())
    lines = mutants.trials()
    runs: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        run_command(["warmup"])  # what is compiled on first use is not the time of a command
        before = memory()
        for verb in options.verbs or lines:
            end = time.monotonic() + options.seconds
            while runs[verb] < options.count and time.monotonic() < end:
                soak.once(soak.chance.choice(lines[verb]))
                runs[verb] += 1
            print(f"{verb}: {runs[verb]:,} commands, {len(soak.faults)} distinct faults so far", flush=True)
        os.chdir(mutants.ROOT)
    grown = memory() - before
    print(
        f"{runs.total():,} commands, {len(soak.faults)} distinct faults, "
        f"slowest {soak.slowest:.1f} s, {grown / 1e6:.0f} MB more memory"
    )
    return int(bool(soak.faults) or grown > MOST_MEMORY)


if __name__ == "__main__":
    sys.exit(main())
