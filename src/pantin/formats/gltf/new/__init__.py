"""New glTF documents from rigs: one writer, `write`, and the `Layout` that decides how its bytes look."""

from pantin.formats.gltf.new.file_layout import REFERENCE, STANDARD, Layout
from pantin.formats.gltf.new.losses import losses
from pantin.formats.gltf.new.writer import write

__all__ = ["REFERENCE", "STANDARD", "Layout", "losses", "write"]
