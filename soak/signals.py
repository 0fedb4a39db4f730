"""Ends every verb that writes by SIGINT and SIGTERM at random moments: every file is the old one or the new
one, all of a set alike, and nothing else is left in the folder.

python soak/signals.py [--ends 500] [--seed 0] [VERB ...]

The lines are those of `scripts/golden_recipes.py` that write files, so a new verb is tried once it is
registered.
"""

from __future__ import annotations

import argparse
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))

from oracles import mutants

LINES = 3
"""Lines of each verb that are tried."""

PATIENCE = 300
"""Seconds that a line may take."""

OLD = b"what was there before"
SIGNALS = (signal.SIGINT, signal.SIGTERM)

ENTERED = ", in main\n"
"""A frame of Pantin's own start: what is raised before it is a traceback of Python's."""

Files = dict[str, bytes]


class Line(NamedTuple):
    """A command, the files it writes, those that were there before, and how long it takes."""

    words: list[str]
    new: Files
    old: Files
    seconds: float


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


def finished(words: list[str], old: Files) -> tuple[Files, float]:
    """What a line leaves that is not interrupted, and how long it takes; nothing if it is refused."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fill(folder, old)
        began = time.perf_counter()
        process = start(words, folder)
        process.communicate(timeout=PATIENCE)
        return (content(folder) if process.returncode in (0, 1) else {}), time.perf_counter() - began


def lines_of(trials: list[mutants.Trial], chance: random.Random) -> list[Line]:
    """Some lines that write files: over older ones, where the verb does that."""
    lines: list[Line] = []
    for trial in chance.sample(trials, len(trials)):
        if not trial.model or not any(word.startswith("out") for word in trial.words) or len(lines) == LINES:
            continue
        source = mutants.ROOT / trial.model
        words = mutants.fill(trial, str(source), source.suffix, (".glb",), chance)
        new, _ = finished(words, {})
        old = dict.fromkeys(new, OLD)
        over, seconds = finished(words, old) if new else ({}, 0.0)
        if over != new:
            old = {}
            over, seconds = finished(words, old) if new else ({}, 0.0)
        if new and over == new:
            lines.append(Line(words, new, old, seconds))
    return lines


def fault_of(line: Line, sent: signal.Signals, moment: float) -> tuple[str, str]:
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
    if left == line.new:
        return "", "new"
    if left == line.old:
        return "", "old"
    strange = sorted(name for name in left if left[name] not in (line.old.get(name), line.new.get(name)))
    missing = sorted(set(line.old) - set(left))
    return f"strange: {strange}, missing: {missing}, left: {sorted(left)}", ""


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("verbs", nargs="*")
    parser.add_argument("--ends", type=int, default=500, help="in all")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    chance, trials = random.Random(options.seed), mutants.trials()
    lines = {verb: lines_of(trials[verb], chance) for verb in options.verbs or trials}
    writing = {verb: each for verb, each in lines.items() if each}
    print(f"verbs that write: {', '.join(writing)}", flush=True)
    counts: Counter[str] = Counter()
    for number in range(options.ends):
        verb = list(writing)[number % len(writing)]
        line, sent = chance.choice(writing[verb]), chance.choice(SIGNALS)
        fault, left = fault_of(line, sent, chance.uniform(0.0, 1.1))
        counts["fault" if fault else left] += 1
        if fault:
            print(f"{sent.name}: {' '.join(line.words)}: {fault}", flush=True)
    print(
        f"{options.ends} ends: old files {counts['old']}, new files {counts['new']}, faults {counts['fault']}"
    )
    return int(bool(counts["fault"]))


if __name__ == "__main__":
    sys.exit(main())
