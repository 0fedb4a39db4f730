"""Give a mesh a texture: a picture drawn here, on a new material."""

import io

import pantin
from pantin.rig import Texture, TextureUse

asset = pantin.load("examples/arm.glb")
picture = io.BytesIO()
pantin.render(asset, picture, size=(64, 64))
builder = pantin.RigBuilder.from_rig(asset.rig)
image = builder.add_image(picture.getvalue(), name="paint")
texture = builder.add_texture(Texture((image,)))
builder.add_material("painted", base_color_texture=TextureUse(texture))
textured = asset.with_rig(builder.build())
textured.set_image("paint", picture.getvalue())
assert textured.rig.images[0].mime_type == "image/png"
