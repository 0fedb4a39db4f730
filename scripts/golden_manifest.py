"""The work of `scripts/golden`: records a manifest, and compares two."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from golden_compare import compared
from golden_jobs import Job, Tree, all_jobs, ask_tree, find_inputs, gaps, hashed, sample
from golden_lines import Input, preload, run_line
from golden_made import make_inputs
from golden_recipe import NOT_RECORDED, OPTIONS_NOT_RECORDED
from golden_rows import Recorder, Row, digest

ROOT = Path(__file__).resolve().parents[1]
VERSION = 2


def recorded(options: argparse.Namespace) -> int:
    os.nice(options.nice)
    preload(options.source.resolve(), options.compiled)
    folder = Path(tempfile.mkdtemp(prefix="golden-")).resolve()
    try:
        tree = ask_tree(lambda *words: run_line(words, folder)[0].out.decode())
        missing = gaps(tree)
        if missing:
            sys.exit("\n".join(missing))
        write_manifest(options, tree, folder)
    finally:
        shutil.rmtree(folder)
    return 0


def write_manifest(options: argparse.Namespace, tree: Tree, folder: Path) -> None:
    """Run all jobs that the options ask for, and write what they give."""
    roots = roots_of(options.inputs.resolve())
    inputs = find_inputs(roots, tree)
    roots["made"] = folder / "made"
    make_inputs(tree, inputs, roots["made"])
    inputs += find_inputs({"made": roots["made"]}, tree)
    jobs = list({job.key: job for job in all_jobs(tree, inputs, roots)}.values())
    jobs = [job for job in jobs if options.only in job.key]
    jobs = [job for job in jobs if not options.commands or job.command in options.commands]
    if options.every > 1:
        jobs = sample(jobs, options.every)
    jobs.sort(key=lambda job: hashed("order", job.key))
    rows, texts = run_jobs(jobs, Recorder(folder, roots | {"src": options.source.resolve()}), options.jobs)
    part = options.every if len(rows) == len(jobs) else f"{len(rows)} of {len(jobs)}"
    manifest = {
        "version": VERSION,
        "selection": [part, options.only, options.commands],
        "formats": tree.formats,
        "targets": tree.targets,
        "commands": {name: [" ".join(one) for one in tree.commands[name]] for name in tree.commands},
        "not recorded": NOT_RECORDED | OPTIONS_NOT_RECORDED,
        "inputs": digests_of(jobs),
        "rows": rows,
        "texts": texts,
    }
    text = json.dumps(manifest, indent=0, sort_keys=True, ensure_ascii=False)
    options.manifest.write_text(text + "\n", encoding="utf-8")


def roots_of(checkout: Path) -> dict[str, Path]:
    roots = {"examples": checkout / "examples", "cases": checkout / "tests" / "cases"}
    corpus = os.environ.get("PANTIN_CORPUS")
    if corpus:
        roots["corpus"] = Path(corpus).resolve()
    return roots


def digests_of(jobs: Sequence[Job]) -> dict[str, str]:
    """The hash of every input, to tell a changed input from a changed result."""
    inputs = {word for job in jobs for word in job.line if isinstance(word, Input)}
    return {made.name: digest(made.path.read_bytes()) for made in inputs if made.path.is_file()}


def run_jobs(
    jobs: Sequence[Job], recorder: Recorder, processes: int
) -> tuple[dict[str, Row], dict[str, str]]:
    """The rows and texts of all jobs, or of those that are done at Ctrl-C: they are in the order of hashes,
    so that those are a sample, and mostly the same on another tree. The time of each command is printed."""
    rows: dict[str, Row] = {}
    texts: dict[str, str] = {}
    seconds: dict[str, float] = {}
    begun = time.perf_counter()
    fork = multiprocessing.get_context("fork")
    with (
        suppress(KeyboardInterrupt),
        fork.Pool(processes, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool,
    ):
        for done in pool.imap_unordered(recorder.record, enumerate(jobs), chunksize=4):
            rows[done.key] = done.row
            texts.update(done.texts)
            seconds[done.key] = done.seconds
            if sys.stderr.isatty() or len(rows) % 200 == 0:
                say(f"\r{len(rows):,} of {len(jobs):,} lines", end="")
    say(f"\r{len(rows):,} lines in {time.perf_counter() - begun:,.0f} s")
    print_coverage([job for job in jobs if job.key in seconds], seconds)
    return rows, texts


def print_coverage(jobs: Sequence[Job], seconds: dict[str, float]) -> None:
    """How many lines each command has, for how many suffixes, and how long they took."""
    lines: Counter[str] = Counter(job.command for job in jobs)
    suffixes: dict[str, set[str]] = defaultdict(set)
    spent: Counter[str] = Counter()
    for job in jobs:
        suffixes[job.command].add(job.suffix)
        spent[job.command] += seconds[job.key]  # type: ignore[assignment]
    for command, count in lines.most_common():
        kinds = len(suffixes[command] - {""})
        say(f"{command:12}{count:7,} lines{kinds:4} suffixes{spent[command]:8,.0f} s")
    for key in sorted(seconds, key=lambda key: -seconds[key])[:5]:
        say(f"slow: {seconds[key]:.1f} s: {key}")


def say(message: str, end: str = "\n") -> None:
    print(message, end=end, file=sys.stderr, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/golden", description=__doc__)
    verbs = parser.add_subparsers(required=True)
    recording = verbs.add_parser("record", help="run all lines and write the manifest")
    recording.add_argument("manifest", type=Path)
    recording.add_argument("--source", type=Path, default=ROOT / "src", help="the source tree to run")
    recording.add_argument(
        "--inputs", type=Path, default=ROOT, help="the checkout whose examples and cases are read"
    )
    recording.add_argument("--only", default="", help="lines that contain this text")
    recording.add_argument(
        "--every", type=int, default=1, help="a sample: one of N lines, and some of each command"
    )
    recording.add_argument("--commands", nargs="+", default=[], help="these commands only, such as convert")
    recording.add_argument("--compiled", action="store_true", help="compute with the compiled kernels")
    recording.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes; one per core")
    recording.add_argument("--nice", type=int, default=10, help="how far other programs go first")
    recording.set_defaults(run=recorded)
    comparing = verbs.add_parser("compare", help="list the lines whose results differ")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    comparing.add_argument(
        "--messages", action="store_true", help="quote other wording, and fail because of it"
    )
    comparing.add_argument(
        "--causes",
        type=int,
        default=0,
        metavar="N",
        help="count differences by kind, and list N kinds",
    )
    comparing.set_defaults(run=compared)
    options = parser.parse_args()
    return int(options.run(options))


if __name__ == "__main__":
    sys.exit(main())
