"""The other side of a walk: left and right exchanged."""

import pantin
from pantin import motion

asset = pantin.load("examples/retarget/walk.glb")
clip = motion.mirror(asset.rig, asset.rig.clips[0])
index = asset.add_clip(clip.replace(name="mirrored"))
assert asset.rig.clips[index].name == "mirrored"
