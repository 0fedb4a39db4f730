"""`lsp`: the language server of Rigy sources. `formats.rigy.editor` has the answers, and this package the
protocol."""

from __future__ import annotations

from pantin.base.errors import MissingExtra
from pantin.base.extras import install_command
from pantin.verbs.verb import Verb


def lsp() -> None:
    """Run the language server over standard input and output until the editor ends it. Raises
    `MissingExtra`."""
    import pantin

    try:
        from pantin.lsp.server import make_server
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise MissingExtra(
            f"the language server needs an optional dependency: {install_command('lsp')}"
        ) from None
    make_server(pantin.__version__).start_io()


VERB = Verb(
    lsp,
    notes="""Editors start it and talk to it over standard input and output: findings and quick fixes while
    you type, completion, hover, definitions, references, renaming, symbols, formatting and a preview.
    docs/editors.md has settings for VS Code, Neovim, Helix and Zed.""",
    examples="""
        pantin lsp
    """,
)
