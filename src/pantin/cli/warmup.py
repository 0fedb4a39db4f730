"""`pantin warmup`: compile the kernels now, so that no later command waits for them."""

from __future__ import annotations

from pantin.cli.exit import Exit
from pantin.cli.streams import say


def warmup() -> int:
    """
    For example:

        pantin warmup

    Compiled kernels are kept on disk, so this is needed once after installing. Each name is printed with the
    seconds it took.
    """
    from pantin.kernels.warmup import warmup

    done = warmup(lambda name, seconds: print(f"{seconds:6.2f} s  {name}", flush=True))
    if not done:
        say("numba cannot be used here; every command works without it, more slowly on large models")
    return Exit.CLEAN
