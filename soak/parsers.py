"""Reads, checks and lifts damaged files of every format, in this process: no error, no hang, no memory beyond
the budget.

python soak/parsers.py [--count 100000] [--seconds S] [--seed 0] [--keep FOLDER] [SUFFIX ...]

`count` is how many files are read of each suffix; `tests/oracles/mutants.py` says how they are damaged. A
file that fails is kept, with the traceback beside it. USD files are read in another process.
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
import warnings
from pathlib import Path

BUDGET = 100_000_000
"""Bytes of the budget of each file: `Limits` read it when they are imported."""

os.environ["PANTIN_DECODED_BYTES"] = str(BUDGET)
sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))

from oracles import mutants  # noqa: E402

SLOWEST = 10.0
"""Seconds of the processor that a file may take."""

MOST_MEMORY = 150_000_000 + 4 * BUDGET


def read(data: bytes, suffix: str) -> str:
    """Check and lift a file: what is wrong with how that ended, or an empty string."""
    import pantin

    began = time.process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            report = pantin.check(data, name=f"x{suffix}")
            assert all(finding.message and finding.rule for finding in report.findings)
            pantin.load(data, name=f"x{suffix}").rig  # noqa: B018  (lifts it)
        except pantin.PantinError:
            pass
        except Exception:
            return traceback.format_exc()
    took = time.process_time() - began
    return f"takes {took:.1f} s" if took > SLOWEST else ""


def memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("suffixes", nargs="*")
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="of each suffix, at most")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir()) / "pantin-parsers")
    options = parser.parse_args()
    chance, models = random.Random(options.seed), mutants.models(60_000, *mutants.corpus_folders())
    faults: set[str] = set()
    before = memory()
    for suffix in options.suffixes or models:
        sources = [path.read_bytes() for path in models[suffix]]
        end, count, slowest = time.monotonic() + options.seconds, 0, 0.0
        while count < options.count and time.monotonic() < end:
            data = mutants.mutate(chance.choice(sources), suffix, chance)
            began = time.process_time()
            fault = read(data, suffix)
            slowest, count = max(slowest, time.process_time() - began), count + 1
            last = "\n".join(fault.strip().splitlines()[-3:])
            if fault and last not in faults:
                faults.add(last)
                options.keep.mkdir(parents=True, exist_ok=True)
                kept = options.keep / f"{len(faults)}{suffix}"
                kept.write_bytes(data)
                kept.with_suffix(".txt").write_text(fault, encoding="utf-8")
                print(f"{kept.name}: {last}", flush=True)
        print(
            f"{suffix}: {count:,} files, slowest {slowest:.2f} s, {len(faults)} distinct faults so far",
            flush=True,
        )
    grown = memory() - before
    print(f"{len(faults)} distinct faults, {grown / 1e6:.0f} MB more memory")
    return int(bool(faults) or grown > MOST_MEMORY)


if __name__ == "__main__":
    sys.exit(main())
