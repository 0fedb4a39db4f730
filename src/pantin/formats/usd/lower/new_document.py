"""Create a new document from a rig: its stage in memory, written as a crate."""

from __future__ import annotations

import tempfile
from pathlib import Path

from pantin.formats.usd.containers import CRATE
from pantin.formats.usd.document import Document
from pantin.formats.usd.dual_quaternions import bent_differently
from pantin.formats.usd.lower import losses
from pantin.formats.usd.lower.clips import ClipWriter
from pantin.formats.usd.lower.writer import StageWriter
from pantin.operations.edit.splitting import split_blended_corners
from pantin.report import Finding
from pantin.rig import Rig


def lower_rig(rig: Rig, name: str) -> tuple[Document, list[Finding]]:
    """A new document with a rig, and findings on data that USD cannot store."""
    writer = StageWriter(split_blended_corners(rig), name)
    clips = ClipWriter(writer)
    clips.write()
    with tempfile.TemporaryDirectory(prefix="pantin-") as folder:
        path = Path(folder) / f"model.{CRATE}"
        writer.stage.GetRootLayer().Export(str(path))
        data = path.read_bytes()
    findings = [
        *losses.rounded_scales(clips),
        *losses.baked_curves(rig),
        *losses.dropped_images(writer),
        *losses.stored_as_custom_data(rig),
        *losses.added_joints(writer),
        *losses.renamed(writer),
        *losses.dropped_appearance(writer),
        *bent_differently(losses.flattened_skins(rig)),
    ]
    textures = {file.path: file.data for file in writer.files.values()}
    return Document(CRATE, data, written=rig, textures=textures), findings
