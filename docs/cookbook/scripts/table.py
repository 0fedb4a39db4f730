"""A table of all models in a folder: joints, triangles, problems."""

from pathlib import Path

import pantin

for file in sorted(Path("examples").glob("*.gl*")):
    report = pantin.check(file)
    if report.ok:
        rig = pantin.load(file).rig
        triangles = sum(len(surface.triangles) for mesh in rig.meshes for surface in mesh.surfaces)
        print(f"{file.name:20} {len(rig.nodes):5} nodes {triangles:7} triangles")
    else:
        print(f"{file.name:20} {len(report.errors)} errors")
