"""A glTF extension of your own; an entry point in the group `pantin.extensions` adds it to every check."""

import pantin
from pantin.formats import Extension, register, unregister

LEASH = Extension(extends={"STUDIO_leash": ("node",)})

asset = pantin.load("examples/arm.glb")
asset.document.set("/nodes/0/extensions", {"STUDIO_leash": {"length": 2.0}})
asset.document.append("/extensionsUsed", "STUDIO_leash")
register(LEASH)
try:
    assert not pantin.check(asset).findings
finally:
    unregister(LEASH)
