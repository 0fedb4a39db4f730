"""A prop in a hand: it follows the wrist in every pose."""

import pantin

held = pantin.attach("examples/arm.glb", "examples/face.gltf", "wrist")
pantin.save(held, "out/held.glb")
