"""KHR_meshopt_compression and EXT_meshopt_compression: buffer views in packed form."""

from pantin.formats.gltf.ext.extension import Extension, IndexMember

NAMES = ("KHR_meshopt_compression", "EXT_meshopt_compression")
"""Two names of the same extension; if a view has both, the first counts."""

EXTENSION = Extension(
    extends=dict.fromkeys(NAMES),
    carried=True,
    index_members=(IndexMember("buffer", "buffers", checked=False),),
)
