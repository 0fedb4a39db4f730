"""Two models in one file, side by side."""

import pantin

both = pantin.merge("examples/arm.glb", ["examples/face.gltf"], scenes=True)
pantin.save(both, "out/both.glb")
assert len(both.rig.meshes) == 2
