"""Blender's side of `bench_blender.py`: runs in an environment with `bpy`, one request and answer a line.

A request is a path and a time in seconds; the answer has the seconds of processor time, how many
vertices were posed and the box around them, or the sentence of an error.
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any

import bpy
import numpy as np


def posed(path: str, moment: float) -> list[np.ndarray]:
    """World positions of all meshes at a moment of the first animation."""
    bpy.ops.import_scene.gltf(filepath=path, import_pack_images=False, disable_bone_shape=True)
    scene = bpy.context.scene
    frame = moment * scene.render.fps / scene.render.fps_base
    scene.frame_set(int(frame), subframe=frame - int(frame))
    graph = bpy.context.evaluated_depsgraph_get()
    arrays = []
    for item in bpy.context.view_layer.objects:
        if item.type != "MESH":
            continue
        evaluated = item.evaluated_get(graph)
        mesh = evaluated.to_mesh()
        positions = np.empty(len(mesh.vertices) * 3, np.float32)
        mesh.vertices.foreach_get("co", positions)
        matrix = np.array(evaluated.matrix_world)
        arrays.append(positions.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3])
        evaluated.to_mesh_clear()
    return arrays


def answer(path: str, moment: float) -> dict[str, Any]:
    """Time one file in an empty scene; emptying it is not timed."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    begin = time.process_time()
    try:
        arrays = posed(path, moment)
    except Exception as error:  # the importer raises whatever its code runs into
        return {"error": str(error).strip().splitlines()[-1]}
    seconds = time.process_time() - begin
    together = np.concatenate([np.empty((0, 3)), *arrays])[:, [0, 2, 1]] * [1, 1, -1]  # Z up to Y up
    box = [together.min(0).tolist(), together.max(0).tolist()] if len(together) else None
    return {"seconds": seconds, "vertices": len(together), "box": box}


def main() -> None:
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # Blender prints to standard output
    for line in sys.stdin:
        print(json.dumps(answer(*json.loads(line))), file=answers, flush=True)


if __name__ == "__main__":
    main()
