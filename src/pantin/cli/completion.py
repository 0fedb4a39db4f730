"""`pantin completion`: the script that lets a shell complete commands and options."""

from __future__ import annotations

from typing import Literal

from pantin.cli.exit import Exit


def completion(shell: Literal["bash", "zsh", "fish"], /) -> int:
    """
    For example:

        pantin completion bash > pantin.bash && source pantin.bash
        pantin completion zsh > "${fpath[1]}/_pantin"
        pantin completion fish > ~/.config/fish/completions/pantin.fish

    Parameters
    ----------
    shell
        The shell the script is for.
    """
    from pantin.cli.app import app

    print(app.generate_completion(shell=shell))
    return Exit.CLEAN
