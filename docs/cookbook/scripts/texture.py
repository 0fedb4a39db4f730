"""Give a mesh a texture: a checkerboard, on texture coordinates and a material that it does not have yet."""

import io

import numpy as np
from PIL import Image

import pantin

tiles = np.kron(np.indices((8, 8)).sum(axis=0) % 2, np.ones((8, 8)))
picture = io.BytesIO()
Image.fromarray((tiles * 255).astype(np.uint8)).save(picture, "PNG")

asset = pantin.load("examples/arm.glb")
x, y, z = asset.rig.meshes[0].surfaces[0].positions.T
around = np.arctan2(z, x) / (2 * np.pi)
asset.add_texture(picture.getvalue(), mesh="sleeve", texcoords=np.stack([around, y], axis=1), name="tiles")
assert pantin.save(asset, "out/tiled.glb").ok
shown = pantin.render("out/tiled.glb", "out/tiled.png", size=(256, 256))
print(asset.rig.materials[0], shown)
