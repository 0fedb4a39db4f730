"""The compiler from Rigy sources to a rig: documents (`.rigy.yaml`), scenes (`.rigs.yaml`), contracts
(`.ricy.yaml`)."""

from pantin.formats.rigy.compile import Compiled, check_file, check_text, compile_file, compile_text

__all__ = ["Compiled", "check_file", "check_text", "compile_file", "compile_text"]
