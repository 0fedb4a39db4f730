"""Ends every verb that writes by SIGINT and SIGTERM at random moments: every file is the old one or the new
one, all of a set alike, and nothing else is left in the folder.

python soak/signals.py [--ends 500] [--processes 1] [--seconds S] [--seed 0] [--forked] [VERB ...]

The lines are those of `scripts/golden_recipes.py` that write files, so a new verb is tried once it is
registered. With `--forked`, commands are forks of one process, which has imported what they import: several
times as many in the same time, but none is ended while Python starts.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import io
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, NoReturn

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))

from oracles import mutants

LINES = 3
"""Lines of each verb that are tried."""

PATIENCE = 300
"""Seconds that a line may take."""

OLD = b"what was there before"
SIGNALS = (signal.SIGINT, signal.SIGTERM)

SEPARATE = frozenset({"--html", "--heat-map", "--picture", "--emit", "--manifest", "--report-file"})
"""Options that name a file beside the set that a line writes."""

ENTERED = ", in main\n"
"""A frame of Pantin's own start: what is raised before it is a traceback of Python's."""

Files = dict[str, bytes]


class Line(NamedTuple):
    """A command, the files it writes, those that were there before, and how long it takes."""

    words: list[str]
    new: Files
    old: Files
    seconds: float


class Forked:
    """A command that is a fork of this process; as `Popen`."""

    def __init__(self, words: list[str], folder: Path) -> None:
        reader, writer = os.pipe()
        self.pid = os.fork()
        if not self.pid:
            become(words, folder, writer)
        os.close(writer)
        self._errors = os.fdopen(reader, encoding="utf-8", errors="replace")
        self.returncode = 0

    def send_signal(self, sent: int) -> None:
        os.kill(self.pid, sent)

    def communicate(self, timeout: float) -> tuple[str, str]:
        with self._errors:
            errors = self._errors.read()
        self.returncode = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return "", errors


def become(words: list[str], folder: Path, errors: int) -> NoReturn:
    """Run a command, and end this process with it."""
    from pantin.__main__ import main

    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        nothing = os.open(os.devnull, os.O_RDWR)
        for number, source in ((0, nothing), (1, nothing), (2, errors)):
            os.dup2(source, number)
        sys.stdout, sys.stderr = (
            io.TextIOWrapper(io.FileIO(number, "w", closefd=False)) for number in (1, 2)
        )
        os.chdir(folder)
        sys.argv[1:] = words
        main()
    except SystemExit:  # SIGTERM
        pass
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(1)


def import_all(lines: list[list[str]]) -> None:
    """Run lines here, so that forks need not import what they import."""
    from pantin.cli.run import run
    from pantin.formats.usd import worker

    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    quiet = contextlib.redirect_stdout(out), contextlib.redirect_stderr(out)
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), quiet[0], quiet[1]:
        for words in [["warmup"], *lines]:
            with contextlib.suppress(SystemExit):
                run(words)
    worker.WORKER.close()


def start(words: list[str], folder: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "pantin", *words]
    return subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


def content(folder: Path) -> Files:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def fill(folder: Path, files: Files) -> None:
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


Start = Callable[[list[str], Path], "subprocess.Popen[str] | Forked"]


def finished(start: Start, words: list[str], old: Files) -> tuple[Files, float]:
    """What a line leaves that is not interrupted, and how long it takes; nothing if it is refused."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fill(folder, old)
        began = time.perf_counter()
        process = start(words, folder)
        process.communicate(timeout=PATIENCE)
        return (content(folder) if process.returncode in (0, 1) else {}), time.perf_counter() - began


def candidates(trials: list[mutants.Trial], chance: random.Random) -> list[list[str]]:
    """Lines that may write files, in any order."""
    lines = []
    for trial in chance.sample(trials, len(trials)):
        if trial.model and any(word.startswith("out") for word in trial.words):
            source = mutants.ROOT / trial.model
            lines.append(mutants.fill(trial, str(source), source.suffix, (".glb",), chance))
    return lines


def lines_of(start: Start, candidates: list[list[str]]) -> list[Line]:
    """Some lines that write files: over older ones, where the verb does that."""
    lines: list[Line] = []
    for words in candidates:
        if len(lines) == LINES:
            break
        new, _ = finished(start, words, {})
        old = dict.fromkeys(new, OLD)
        over, seconds = finished(start, words, old) if new else ({}, 0.0)
        if over != new:
            old = {}
            over, seconds = finished(start, words, old) if new else ({}, 0.0)
        if new and over == new:
            lines.append(Line(words, new, old, seconds))
    return lines


def fault_of(start: Start, line: Line, sent: signal.Signals, moment: float) -> tuple[str, str]:
    """What is wrong with how a line ended that was sent a signal, or an empty string; and which files it
    left."""
    folder = Path(tempfile.mkdtemp())
    try:
        fill(folder, line.old)
        process = start(line.words, folder)
        time.sleep(moment * line.seconds)
        process.send_signal(sent)
        _, errors = process.communicate(timeout=PATIENCE)
        left = content(folder)
    finally:
        shutil.rmtree(folder)
    if "Traceback" in errors and ENTERED in errors:
        return errors, ""
    apart = {file for option, file in pairwise(line.words) if option in SEPARATE}
    of_set = {
        moment: {name: data for name, data in files.items() if name not in apart}
        for moment, files in (("left", left), ("new", line.new), ("old", line.old))
    }
    known = all(left.get(name) in (line.old.get(name), line.new.get(name)) for name in apart)
    for moment in ("new", "old"):
        if known and of_set["left"] == of_set[moment]:
            return "", moment
    strange = sorted(name for name in left if left[name] not in (line.old.get(name), line.new.get(name)))
    missing = sorted(set(line.old) - set(left))
    return f"strange: {strange}, missing: {missing}, left: {sorted(left)}", ""


def end(start: Start, writing: dict[str, list[Line]], seed: int, number: int) -> str:
    """The end of a number: which files it left, or what is wrong with it after the line."""
    chance = random.Random(f"{seed} {number}")
    verb = list(writing)[number % len(writing)]
    line, sent = chance.choice(writing[verb]), chance.choice(SIGNALS)
    fault, left = fault_of(start, line, sent, chance.uniform(0.0, 1.1))
    return f"{number}: {sent.name}: {' '.join(line.words)}: {fault}" if fault else left


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("verbs", nargs="*")
    parser.add_argument("--ends", type=int, default=500, help="in all")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--forked", action="store_true")
    options = parser.parse_args()
    deadline, trials = time.monotonic() + options.seconds, mutants.trials()
    begin: Start = Forked if options.forked else start
    verbs = options.verbs or list(trials)
    tried = [candidates(trials[verb], random.Random(f"{options.seed} {verb}")) for verb in verbs]
    if options.forked:
        import_all([words for lines in tried for words in lines[:LINES]])
    with ThreadPoolExecutor(options.processes) as pool:
        found = pool.map(functools.partial(lines_of, begin), tried)
        writing = {verb: lines for verb, lines in zip(verbs, found, strict=True) if lines}
        print(f"verbs that write: {', '.join(writing)}", flush=True)

        def answer(number: int) -> str:
            return end(begin, writing, options.seed, number) if time.monotonic() < deadline else "not run"

        counts: Counter[str] = Counter()
        for told in pool.map(answer, range(options.ends)):
            counts[told if told in ("old", "new", "not run") else "fault"] += 1
            if told not in ("old", "new", "not run"):
                print(told, flush=True)
            if not counts.total() % 50:  # a run that is ended has said how far it came
                print(dict(counts), flush=True)
    print(
        f"{counts.total() - counts['not run']} ends: old files {counts['old']}, new files {counts['new']}, "
        f"faults {counts['fault']}"
    )
    return int(bool(counts["fault"]))


if __name__ == "__main__":
    sys.exit(main())
