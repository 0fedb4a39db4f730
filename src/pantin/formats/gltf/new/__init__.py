"""New glTF documents from rigs: one writer, `write`, and the `FileLayout` that decides how its bytes look."""

from pantin.formats.gltf.new.file_layout import REFERENCE, STANDARD, FileLayout
from pantin.formats.gltf.new.losses import dropped_bone_lengths, losses
from pantin.formats.gltf.new.writer import write

__all__ = ["REFERENCE", "STANDARD", "FileLayout", "dropped_bone_lengths", "losses", "write"]
