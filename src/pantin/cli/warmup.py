"""`pantin warmup`: compile the kernels now, so that no later command waits for them."""

from __future__ import annotations

from pantin.cli.command import Command
from pantin.cli.exit import Exit
from pantin.cli.streams import say


def warmup() -> int:
    import pantin

    if not pantin.warmup(print_time):
        say("numba cannot be used here; every command works without it, more slowly on large models")
    return Exit.CLEAN


def print_time(name: str, seconds: float) -> None:
    print(f"{seconds:6.2f} s  {name}", flush=True)


COMMAND = Command(
    "warmup",
    warmup,
    notes="Compiled kernels are kept on disk, so this is needed once after installing. Each name is printed "
    "with the seconds it took.",
    examples="pantin warmup",
)
