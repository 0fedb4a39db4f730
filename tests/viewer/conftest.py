"""What the tests of pictures share: a square to look at, and the examples."""

from __future__ import annotations

import base64
import json
import os
import shutil
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.formats.gltf import FORMAT as GLTF
from pantin.formats.gltf.new import write
from pantin.rig import Instance, Material, Mesh, Node, Scene, Surface, build
from pantin.verbs.asset import Asset
from pantin.viewer.page import build_page

EXAMPLES = Path(__file__).parents[2] / "examples"
SQUARE = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], np.float32)
TEXCOORDS = np.array([[0, 1], [1, 1], [1, 0], [0, 0]], np.float32)
FACES = np.array([0, 1, 2, 0, 2, 3], np.uint16)


@pytest.fixture
def arm():
    """The example arm: three joints, one clip."""
    return pantin.load(EXAMPLES / "arm.glb")


@pytest.fixture
def square():
    """A square that faces +Z, painted in one colour."""

    def make(color=(1.0, 0.0, 0.0, 1.0), **options):
        surface = Surface(
            SQUARE, np.tile(np.float32([0, 0, 1]), (4, 1)), indices=FACES, material=0, **options
        )
        return build(
            nodes=[Node("square")],
            meshes=[Mesh((surface,))],
            materials=[Material("paint", color)],
            instances=[Instance(0, 0)],
            scenes=[Scene((0,))],
        )

    return make


@pytest.fixture
def textured(png):
    """A glTF asset of a square with an image on it; `material` and `texture` go into the file."""

    def make(pixels, material=None, sampler=None, images=None, name="square.gltf", data=None):
        held = {
            "POSITION": SQUARE,
            "NORMAL": np.tile(np.float32([0, 0, 1]), (4, 1)),
            "TEXCOORD_0": TEXCOORDS,
        }
        parts = [*held.values(), FACES]
        blob = b"".join(part.tobytes() for part in parts)
        starts = np.cumsum([0, *(len(part.tobytes()) for part in parts)]).tolist()
        image = base64.b64encode(data if data is not None else png(pixels)).decode()
        tree = {
            "asset": {"version": "2.0"},
            "scenes": [{"nodes": [0]}],
            "nodes": [{"mesh": 0}],
            "meshes": [
                {
                    "primitives": [
                        {
                            "attributes": {name: index for index, name in enumerate(held)},
                            "indices": 3,
                            "material": 0,
                        }
                    ]
                }
            ],
            "accessors": [
                {
                    "bufferView": index,
                    "componentType": 5123 if part is FACES else 5126,
                    "count": len(part),
                    "type": "SCALAR" if part.ndim == 1 else f"VEC{part.shape[1]}",
                }
                for index, part in enumerate(parts)
            ],
            "bufferViews": [
                {"buffer": 0, "byteOffset": starts[index], "byteLength": len(part.tobytes())}
                for index, part in enumerate(parts)
            ],
            "buffers": [
                {
                    "byteLength": len(blob),
                    "uri": "data:application/octet-stream;base64," + base64.b64encode(blob).decode(),
                }
            ],
            "materials": [
                {
                    "extensions": {"KHR_materials_unlit": {}},
                    "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}},
                    **(material or {}),
                }
            ],
            "samplers": [sampler or {}],
            "textures": [{"source": 0, "sampler": 0}],
            "images": images or [{"uri": f"data:image/png;base64,{image}"}],
        }
        return pantin.load(json.dumps(tree).encode(), name=name)

    return make


@pytest.fixture
def hanging_strand():
    """A strand of joints that hangs from a post beside a ball, with the springs of VRMC_springBone 1.0."""
    nodes = [Node("post")] + [Node(f"joint {index}", index, (0.0, -0.25, 0.0)) for index in range(4)]
    asset = Asset("strand.glb", GLTF, document=write(build(nodes=nodes, scenes=[Scene((0,))])))
    settings = {"stiffness": 0.2, "gravityPower": 0.3, "dragForce": 0.2, "hitRadius": 0.02}
    ball = {"node": 0, "shape": {"sphere": {"offset": [0.1, -0.6, 0.0], "radius": 0.15}}}
    springs = {
        "specVersion": "1.0",
        "colliders": [ball],
        "colliderGroups": [{"colliders": [0]}],
        "springs": [{"joints": [{"node": index} | settings for index in range(1, 5)], "colliderGroups": [0]}],
    }
    asset.document.set("/extensionsUsed", ["VRMC_springBone"])
    asset.document.set("/extensions", {"VRMC_springBone": springs})
    return asset


ASKING = ("http:", "https:", "ws:", "wss:")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = ("--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist", "--no-sandbox")
"""WebGL without a graphics card. The sandbox needs rights that containers do not give; pages here are our
own."""


@pytest.fixture(scope="session")
def browser():
    """A Chromium driven by Playwright: the one that PANTIN_BROWSER names, else one that is on the path."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    named = os.environ.get("PANTIN_BROWSER")
    result = next(filter(None, map(shutil.which, [named] if named else BROWSERS)), None)
    if result is None:
        pytest.skip("no Chromium is installed, or PANTIN_BROWSER names none")
    with sync_api.sync_playwright() as driver:
        try:
            launched = driver.chromium.launch(executable_path=result, args=list(FLAGS))
        except sync_api.Error as error:
            # Some systems have a program of this name that only says how to get the browser.
            if named:
                raise
            pytest.skip(f"{result} does not start: {str(error).splitlines()[0]}")
        yield launched
        launched.close()


@pytest.fixture
def opened(browser, tmp_path):
    """Opens the page of an asset from a file; it must neither complain nor ask the network for anything."""
    contexts, complaints = [], []

    def open_page(
        asset, *, clip=None, size=(760, 520), at="", dark=False, forced=False, before="", **options
    ):
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            forced_colors="active" if forced else "none",
        )
        if before:
            context.add_init_script(before)
        contexts.append(context)
        tab = context.new_page()
        tab.on("console", lambda one: complaints.append(one.text) if one.type == "error" else None)
        tab.on("pageerror", lambda one: complaints.append(str(one)))
        tab.on("request", lambda one: complaints.append(one.url) if one.url.startswith(ASKING) else None)
        path = tmp_path / f"page{len(contexts)}.html"
        path.write_text(build_page(asset, clip, **options), encoding="utf-8")
        tab.goto(path.as_uri() + at)
        tab.wait_for_selector("html[data-ready=all], html[data-failed]", state="attached", timeout=120_000)
        assert tab.query_selector("html[data-failed]") is None, tab.inner_text("#problems")
        return tab

    yield open_page
    for one in contexts:
        one.close()
    assert complaints == []
