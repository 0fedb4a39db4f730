"""The work of `scripts/golden`: one row per command and model, with hashes of what it printed and wrote.

Each command runs in a fork of a process that has imported Pantin already, in an empty folder of its own:
fifty thousand commands take a quarter of an hour that way, and none can disturb the next.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import json
import multiprocessing
import os
import pkgutil
import re
import shutil
import sys
import tempfile
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
Row = dict[str, Any]
Job = tuple[str, Path, tuple[str, ...]]

MODELS = (".gltf", ".glb", ".vrm", ".g4tf", ".g4b", ".g3tf", ".g3b", ".off", ".4off", ".noff")
SOURCES = (".yaml", ".yml")
N_DIMENSIONAL = (".g4tf", ".g4b", ".off", ".4off", ".noff")
TARGETS = ("glb", "gltf", "vrm", "g4b", "g4tf", "off", "4off", "obj", "stl", "npz", "bvh", "vrma")

EVERY = (
    ("check", "IN", "--format", "json"),
    ("check", "IN", "--fix", "fixed.glb"),
    ("inspect", "IN"),
    *(("convert", "IN", f"out.{suffix}") for suffix in TARGETS),
    ("convert", "IN", "out.gltf", "--embed", "--strict"),
    ("convert", "IN", "out.g4tf", "--dialect", "2026-01", "--omit-inferable"),
    ("convert", "IN", "-"),
    ("pose", "IN", "out.glb"),
    ("pose", "IN", "out.gltf", "--keep-rig", "--set", "0=10,20,30"),
    ("pose", "IN", "out.obj", "--clip", "0", "--time", "0.3"),
    ("pose", "IN", "out.npz", "--clip", "0", "--time", "0.3", "--solver", "dqs"),
    ("pose", "IN", "out.g4b", "--blend", "0=0.5"),
    ("bake", "IN", "out.glb", "--seconds", "0.5"),
    ("bake", "IN", "out.gltf", "--clip", "0", "--lenient", "--strip-springs", "--tolerance", "0.5"),
    ("skeletons", "IN", "out.gltf"),
    ("skeletons", "IN", "out.glb", "--merge", "siblings", "--fix"),
    ("skeletons", "IN", "out.gltf", "--strip"),
    ("skeletons", "IN", "--report", "--format", "json"),
)
SLICES = (
    ("slice", "IN", "out.glb", "--w", "0.1"),
    ("slice", "IN", "out.obj", "--plane", "1,0.5,0.25,1,0.1"),
    ("slice", "IN", "out.glb", "--sweep", "3"),
    ("slice", "IN", "out.glb", "--project", "perspective"),
)
COMPILES = (
    *(("compile", "IN", "-o", f"out.{suffix}") for suffix in TARGETS),
    ("compile", "IN", "-o", "out.glb", "--profile", "reference"),
    ("compile", "IN", "-o", "out.glb", "--emit", "out.yaml", "--manifest", "out.json"),
    ("fmt", "IN", "--diff"),
)


def jobs(folders: dict[str, Path], only: str, verbs: list[str]) -> Iterator[Job]:
    """The name of an input, the input, and one command on it: any, or one with a verb of these."""
    for label, folder in folders.items():
        for file in sorted(folder.rglob("*")):
            name = f"{label}/{file.relative_to(folder).as_posix()}"
            if only not in name or not file.is_file():
                continue
            suffix = file.suffix.lower()
            commands = EVERY if suffix in (*MODELS, *SOURCES, ".vrma") else ()
            commands += SLICES if suffix in N_DIMENSIONAL else ()
            commands += COMPILES if suffix in SOURCES else ()
            for command in commands:
                if not verbs or command[0] in verbs:
                    yield name, file, command


def record(job: Job) -> tuple[str, Row]:
    """Run one command in a child; exit code, hashes of what it wrote, and the rules that it reported."""
    name, file, command = job
    folder = Path(tempfile.mkdtemp(prefix="golden-"))
    streams = folder.with_suffix(".streams")
    streams.mkdir()
    child = os.fork()
    if child == 0:
        be_command(file, command, folder, streams)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    printed = {kind: (streams / kind).read_bytes() for kind in ("out", "err")}
    written = {
        f.relative_to(folder).as_posix(): f.read_bytes() for f in sorted(folder.rglob("*")) if f.is_file()
    }
    for made in (folder, streams):
        shutil.rmtree(made)
    if command[-1] == "-":
        written["-"], printed["out"] = printed["out"], b""
    return " ".join((name, *command)), row(file, code, printed, written)


def be_command(file: Path, command: tuple[str, ...], folder: Path, streams: Path) -> None:
    """Become the command; does not return."""
    try:
        for number, kind in ((1, "out"), (2, "err")):
            os.dup2(os.open(streams / kind, os.O_WRONLY | os.O_CREAT), number)
        os.chdir(folder)
        sys.argv = ["pantin", *(str(file) if word == "IN" else word for word in command)]
        importlib.import_module("pantin.__main__").main()
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(99)


RULE = re.compile(rb"\b((?:[A-Z][A-Z0-9]+)-[A-Z0-9_-]+) (error|warning|info):")


def row(file: Path, code: int, printed: dict[str, bytes], written: dict[str, bytes]) -> Row:
    text = {kind: data.replace(str(file).encode(), b"IN").replace(str(file.parent).encode(), b"DIR")
            for kind, data in printed.items()}  # fmt: skip
    result: Row = {"exit": code}
    if written:
        result["files"] = {name: digest(data) for name, data in written.items()}
    report = findings_of(text["out"])
    if report is not None:
        result["report"] = digest(json.dumps(report).encode())
    else:
        result["rules"] = [b" ".join(found).decode() for found in RULE.findall(text["out"] + text["err"])]
    result["messages"] = digest(text["out"] + b"\0" + text["err"])
    return result


def findings_of(out: bytes) -> Any:
    """What `check --format json` printed, without its messages; None where it is not JSON."""
    try:
        return without_messages(json.loads(out))
    except ValueError:
        return None


def without_messages(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_messages(inner) for key, inner in value.items() if key not in ("message", "fix")}
    return [without_messages(inner) for inner in value] if isinstance(value, list) else value


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:20]


def preload(source: Path) -> None:
    """Import all of Pantin but what would wake numba: a process that has it computes with it."""
    sys.path.insert(0, str(source))
    package = importlib.import_module("pantin")
    assert package.__file__ is not None
    if not Path(package.__file__).is_relative_to(source):
        sys.exit(f"pantin comes from {package.__file__}, not from {source}")
    for module in pkgutil.walk_packages(package.__path__, "pantin."):
        if not re.search(r"numba|lanes|program|vector_ir|wide|warmup|torch|pytest|__main__", module.name):
            importlib.import_module(module.name)
    if "numba" in sys.modules:
        sys.exit("numba was imported, which changes which engine computes")


def recorded(options: argparse.Namespace) -> int:
    folders = {"examples": ROOT / "examples", "cases": ROOT / "tests" / "cases"}
    corpus = os.environ.get("PANTIN_CORPUS")
    if corpus:
        folders["corpus"] = Path(corpus).resolve()
    work = list(jobs(folders, options.only, options.commands))[:: options.every]
    preload(options.source.resolve())
    if options.compiled:
        importlib.import_module("numba")
    rows: dict[str, Row] = {}
    with multiprocessing.get_context("fork").Pool(os.cpu_count()) as pool:
        for count, (name, made) in enumerate(pool.imap_unordered(record, work, chunksize=8), 1):
            rows[name] = made
            if sys.stderr.isatty() or count % 2000 == 0:
                print(f"\r{count:,} of {len(work):,} commands", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    options.manifest.write_text(json.dumps(rows, indent=0, sort_keys=True) + "\n", encoding="utf-8")
    return 0


def compared(options: argparse.Namespace) -> int:
    before, after = (json.loads(path.read_text("utf-8")) for path in (options.before, options.after))
    common = sorted(before.keys() & after.keys())
    differing = 0
    for name in common:
        members = before[name].keys() | after[name].keys()
        if options.without_messages:
            members -= {"messages"}
        changed = sorted(key for key in members if before[name].get(key) != after[name].get(key))
        if changed:
            differing += 1
            print(f"{name}: {', '.join(changed)}")
    only = len(before.keys() ^ after.keys())
    print(
        f"{len(common):,} commands compared, {differing:,} differ; {only:,} are in one manifest only",
        file=sys.stderr,
    )
    return 1 if differing else 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/golden", description=__doc__)
    verbs = parser.add_subparsers(required=True)
    recording = verbs.add_parser("record", help="run every command and write the manifest")
    recording.add_argument("manifest", type=Path)
    recording.add_argument("--source", type=Path, default=ROOT / "src", help="the source tree to run")
    recording.add_argument("--only", default="", help="inputs whose name contains this")
    recording.add_argument("--every", type=int, default=1, help="run each N-th command only")
    recording.add_argument("--commands", nargs="+", default=[], help="these commands only, such as convert")
    recording.add_argument("--compiled", action="store_true", help="compute with the compiled kernels")
    recording.set_defaults(run=recorded)
    comparing = verbs.add_parser("compare", help="list the commands whose results differ")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    comparing.add_argument("--without-messages", action="store_true", help="compare results, not wording")
    comparing.set_defaults(run=compared)
    options = parser.parse_args()
    return int(options.run(options))


if __name__ == "__main__":
    sys.exit(main())
