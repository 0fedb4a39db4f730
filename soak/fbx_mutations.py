"""Reads mutated FBX files, and writes what is left of them: no error, no hang, no memory beyond the limits.

python soak/fbx_mutations.py [--files 100000] [--seconds 600] [--seed 0] [--keep FOLDER]

Each file is an example, a case of the tests, or one of the corpus in PANTIN_CORPUS, with bytes replaced,
removed, repeated, or taken from another file. A file that fails is kept.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import sys
import tempfile
import time
import traceback
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "fuzz"))

import fuzz_fbx  # noqa: E402  (beside this folder)

LARGEST = 60_000
SLOWEST = 10.0
"""Seconds that a file may take."""

MOST_MEMORY = 4 * fuzz_fbx.LIMITS.decoded_bytes
"""Bytes that the process may grow by."""

WORDS = (
    b"\xff" * 4,
    bytes(4),
    b"\xff\xff\xff\x7f",
    b"\x01\0\0\0",
    b"\0\0\xc0\x7f",
    b"nan",
    b"1e9",
    b"-1,",
    b'"":',
)


def mutate(data: bytes, others: list[bytes], rng: random.Random) -> bytes:
    result = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 4, 16))):
        if not result:
            break
        place, kind = rng.randrange(len(result)), rng.random()
        if kind < 0.45:
            result[place] = rng.randrange(256)
        elif kind < 0.65:
            word = rng.choice(WORDS)
            result[place : place + len(word)] = word
        elif kind < 0.75:
            del result[place : place + rng.randrange(1, 64)]
        elif kind < 0.85:
            start = rng.randrange(len(result))
            result[place:place] = result[start : start + rng.randrange(1, 200)]
        elif kind < 0.9:
            del result[place:]
        else:
            other = rng.choice(others)
            start = rng.randrange(len(other))
            result[place : place + rng.randrange(1, 100)] = other[start : start + rng.randrange(1, 100)]
    return bytes(result)


def seeds() -> list[bytes]:
    folders = [ROOT / "examples" / "fbx", ROOT / "tests" / "cases"]
    corpus = os.environ.get("PANTIN_CORPUS")
    folders += [Path(corpus) / "fbx"] if corpus else []
    files = [
        path for folder in folders for path in sorted(folder.rglob("*")) if path.suffix.lower() == ".fbx"
    ]
    return [path.read_bytes() for path in files if 0 < path.stat().st_size <= LARGEST]


def memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir()) / "pantin-fbx")
    options = parser.parse_args()
    rng, data = random.Random(options.seed), seeds()
    end, failed, slowest, count = time.monotonic() + options.seconds, 0, 0.0, 0
    before = memory()
    while count < options.files and time.monotonic() < end:
        mutated = mutate(rng.choice(data), data, rng)
        begin = time.monotonic()
        try:
            fuzz_fbx.target(mutated)
            why = "" if time.monotonic() - begin < SLOWEST else "takes too long"
        except Exception:
            why = traceback.format_exc()
        slowest, count = max(slowest, time.monotonic() - begin), count + 1
        if why:
            failed += 1
            options.keep.mkdir(parents=True, exist_ok=True)
            (options.keep / f"{options.seed}-{count}.fbx").write_bytes(mutated)
            print(why)
    grown = memory() - before
    print(f"{count:,} files, {failed} failed, slowest {slowest:.2f} s, {grown / 1e6:.0f} MB more memory")
    return int(failed > 0 or grown > MOST_MEMORY)


if __name__ == "__main__":
    sys.exit(main())
