"""What a web service does with an upload: check, convert and draw it, without a temporary file."""

import io
from pathlib import Path

import pantin

upload = Path("examples/arm.glb").read_bytes()
assert pantin.check(upload, name="upload.glb").ok
converted, picture = io.BytesIO(), io.BytesIO()
pantin.convert(upload, converted, format=".g4b")
pantin.render(upload, picture, format=".png", size=(320, 240))
print(len(converted.getvalue()), len(picture.getvalue()))
