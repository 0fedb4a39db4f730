"""`pantin lsp`: the language server for Rigy sources. `formats.rigy.editor` answers; this speaks the protocol."""
