"""Draws the gallery: models by `render`, each beside the viewer's page; `scripts/gallery` runs this.

Ten models are examples, ten are balls of one material each, made here, and the last are slices of 4D models.
With a folder of the public sample models it draws the material tests instead (`material_sheet`).
"""

from __future__ import annotations

import base64
import io
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from material_sheet import draw_sheet
from numpy.typing import NDArray
from page_agreement import FLAGS, find_browser, page_picture, rendered_picture, similarity
from PIL import Image
from playwright.sync_api import sync_playwright

import pantin

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures" / "gallery"
PAGE = ROOT / "docs" / "gallery.md"
SIZE = (400, 300)
RINGS, SECTORS = 32, 64
TEXELS = 256

EXAMPLES = (
    "creature/fox.rigy.yaml",
    "rigy/humanoid.rigy.yaml",
    "rigy/car.rigy.yaml",
    "rigy/scene.rigs.yaml",
    "rigy/room/table.rigy.yaml",
    "rigy/room/lamp.rigy.yaml",
    "vrm/avatar.vrm",
    "springs/skirt.glb",
    "springs/strand.glb",
    "arm.glb",
)

SHAPES = {"120-cell": "xw:10,yw:20", "duocylinder": "xw:40,yz:30,yw:20"}
"""Shapes in four dimensions, each cut at w = 0 after a rotation."""

Texels = NDArray[np.uint8]


def main(folders: list[str]) -> int:
    browser_path = find_browser()
    if browser_path is None:
        print("Chromium is needed, on the path or named by PANTIN_BROWSER.", file=sys.stderr)
        return 1
    if folders:
        draw_sheet(Path(folders[0]), browser_path)
        return 0
    PICTURES.mkdir(parents=True, exist_ok=True)
    rows = []
    with sync_playwright() as driver, tempfile.TemporaryDirectory() as folder:
        browser = driver.chromium.launch(executable_path=browser_path, args=list(FLAGS))
        tab = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
        for title, asset, rotate in models():
            page = page_picture(tab, asset, Path(folder), SIZE, rotate)
            rendered, mask = rendered_picture(asset, SIZE, rotate)
            name = title.replace(" ", "-") + ".webp"
            Image.fromarray(np.concatenate([rendered, page], axis=1)).save(PICTURES / name, quality=90)
            rows.append((title, name, similarity(rendered, page, mask)))
            print(f"{rows[-1][2]:.3f}  {title}", flush=True)
        browser.close()
    PAGE.write_text(page_text(rows), encoding="utf-8")
    return 0


def page_text(rows: list[tuple[str, str, float]]) -> str:
    lines = [
        "# Gallery",
        "",
        "Each model as `pantin render` draws it on the CPU (left), and as `pantin view` shows it with "
        "WebGL (right): the same file, camera and studio. The number is how similar both are over the "
        "model's pixels (SSIM; 1 is equal). `scripts/gallery` makes this page.",
    ]
    for title, name, similar in rows:
        lines += [
            "",
            f"## {title.capitalize()}",
            "",
            f"![{title}: render, and the page](pictures/gallery/{name})",
        ]
        lines += ["", f"SSIM {similar:.3f}"]
    return "\n".join(lines) + "\n"


def models() -> Iterator[tuple[str, pantin.Asset, str | None]]:
    """Every model of the gallery, with its title, and how it is rotated in four dimensions."""
    for path in EXAMPLES:
        yield Path(path).name.partition(".")[0], pantin.load(ROOT / "examples" / path), None
    for title, (material, images) in materials().items():
        yield title, ball(material, images), None
    yield "creature in four dimensions", pantin.load(ROOT / "examples/g4mf/creature.g4b"), "xw:35,zw:20"
    for name, rotate in SHAPES.items():
        yield f"slice of a {name}", pantin.Asset.of_rig(pantin.shapes.by_name(name).rig(name), name), rotate


def materials() -> dict[str, tuple[dict[str, Any], list[Texels]]]:
    """Materials of glTF 2.0, with the images that they use."""
    base = {"baseColorTexture": {"index": 0}}
    gold = {"baseColorFactor": [1.0, 0.77, 0.34, 1.0], "metallicFactor": 1.0}
    plain = {"baseColorFactor": [0.1, 0.32, 0.6, 1.0], "metallicFactor": 0.0}
    toon = {
        "specVersion": "1.0",
        "shadeColorFactor": [0.5, 0.1, 0.2],
        "shadingToonyFactor": 0.95,
        "outlineWidthMode": "worldCoordinates",
        "outlineWidthFactor": 0.02,
        "outlineLightingMixFactor": 0.0,
    }
    checks, bumps, packed, dots = (image(TEXELS) for image in (checkerboard, waves, stripes, glow))
    return {
        "polished metal": ({"pbrMetallicRoughness": {**gold, "roughnessFactor": 0.1}}, []),
        "rough metal": ({"pbrMetallicRoughness": {**gold, "roughnessFactor": 0.5}}, []),
        "glossy paint": ({"pbrMetallicRoughness": {**plain, "roughnessFactor": 0.15}}, []),
        "matt paint": ({"pbrMetallicRoughness": {**plain, "roughnessFactor": 0.9}}, []),
        "base colour texture": ({"pbrMetallicRoughness": {**base, "metallicFactor": 0.0}}, [checks]),
        "normal map": (
            {"pbrMetallicRoughness": {**plain, "roughnessFactor": 0.4}, "normalTexture": {"index": 0}},
            [bumps],
        ),
        "metallic and roughness texture": (
            {"pbrMetallicRoughness": {"metallicRoughnessTexture": {"index": 0}}},
            [packed],
        ),
        "emission": (
            {
                "pbrMetallicRoughness": {"baseColorFactor": [0.03, 0.03, 0.04, 1.0], "metallicFactor": 0.0},
                "emissiveFactor": [0.2, 0.9, 1.0],
                "emissiveTexture": {"index": 0},
            },
            [dots],
        ),
        "alpha mask": (
            {
                "pbrMetallicRoughness": {**base, "metallicFactor": 0.0},
                "alphaMode": "MASK",
                "doubleSided": True,
            },
            [holes(TEXELS)],
        ),
        "toon": (
            {
                "pbrMetallicRoughness": {"baseColorFactor": [0.95, 0.5, 0.5, 1.0]},
                "extensions": {"VRMC_materials_mtoon": toon},
            },
            [],
        ),
    }


def checkerboard(size: int) -> Texels:
    v, u = np.indices((size, size)) * 8 // size
    light, dark = np.array([236, 228, 210]), np.array([40, 110, 96])
    return np.where(((u * 2 + v) % 2 == 0)[..., None], light, dark).astype(np.uint8)


def waves(size: int) -> Texels:
    """Normals of a surface with round bumps."""
    v, u = np.indices((size, size)) / size * 2 * np.pi
    slopes = np.stack([0.6 * np.cos(16 * u), -0.6 * np.cos(8 * v), np.ones_like(u)], axis=-1)
    unit = slopes / np.linalg.norm(slopes, axis=-1, keepdims=True)
    return np.round(unit * 127.5 + 127.5).astype(np.uint8)


def stripes(size: int) -> Texels:
    """Bands of metal, which turns rougher from top to bottom."""
    v, _ = np.indices((size, size)) / size
    metal = (v * 10 % 2 < 1) * 255
    return np.stack([np.full_like(v, 255), 40 + 200 * v, metal], axis=-1).astype(np.uint8)


def glow(size: int) -> Texels:
    v, u = np.indices((size, size)) / size
    lit = np.hypot((u * 16) % 1 - 0.5, (v * 8) % 1 - 0.5) < 0.25
    return np.repeat((lit * 255)[..., None], 3, axis=2).astype(np.uint8)


def holes(size: int) -> Texels:
    color = checkerboard(size)
    return np.concatenate([color, 255 - glow(size)[..., :1]], axis=2)


def image_uri(pixels: Texels) -> str:
    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, "PNG")
    return "data:image/png;base64," + base64.b64encode(buffer.getvalue()).decode()


def ball(material: dict[str, Any], images: list[Texels]) -> pantin.Asset:
    """A sphere of radius 1 with a material, as a glTF document."""
    v, u = np.meshgrid(np.linspace(0, 1, RINGS + 1), np.linspace(0, 1, SECTORS + 1), indexing="ij")
    around, down = 2 * np.pi * u, np.pi * v
    normals = np.stack(
        [np.sin(down) * np.sin(around), np.cos(down), np.sin(down) * np.cos(around)], axis=-1
    ).reshape(-1, 3)
    corner = (np.arange(RINGS)[:, None] * (SECTORS + 1) + np.arange(SECTORS)).reshape(-1, 1)
    faces = corner + np.array([0, SECTORS + 1, SECTORS + 2, 0, SECTORS + 2, 1])
    parts = [
        (normals.astype(np.float32), 5126, "VEC3"),
        (np.stack([u, v], axis=-1).reshape(-1, 2).astype(np.float32), 5126, "VEC2"),
        (faces.reshape(-1).astype(np.uint16), 5123, "SCALAR"),
    ]
    blob = b"".join(part.tobytes() for part, _, _ in parts)
    starts = np.cumsum([0, *(part.nbytes for part, _, _ in parts)]).tolist()
    box = {"min": [-1.0, -1.0, -1.0], "max": [1.0, 1.0, 1.0]}
    tree = {
        "asset": {"version": "2.0"},
        "extensionsUsed": list(material.get("extensions", {})),
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
        "meshes": [
            {
                "primitives": [
                    {"attributes": {"POSITION": 0, "NORMAL": 0, "TEXCOORD_0": 1}, "indices": 2, "material": 0}
                ]
            }
        ],
        "accessors": [
            {"bufferView": index, "componentType": kind, "count": len(part), "type": shape}
            | (box if index == 0 else {})
            for index, (part, kind, shape) in enumerate(parts)
        ],
        "bufferViews": [
            {"buffer": 0, "byteOffset": starts[index], "byteLength": part.nbytes}
            for index, (part, _, _) in enumerate(parts)
        ],
        "buffers": [
            {
                "byteLength": len(blob),
                "uri": "data:application/octet-stream;base64," + base64.b64encode(blob).decode(),
            }
        ],
        "materials": [material],
        "textures": [{"source": index} for index in range(len(images))],
        "images": [{"uri": image_uri(pixels)} for pixels in images],
    }
    kept = {name: value for name, value in tree.items() if value}
    return pantin.load(json.dumps(kept).encode(), name="ball.gltf")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
