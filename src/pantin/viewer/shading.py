"""The colour of each point: its material in the light of the studio."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.base.records import Record, replace
from pantin.base.threads import share
from pantin.rig import Doubles
from pantin.viewer.environment import reflect_evenly
from pantin.viewer.grooves import Grooves
from pantin.viewer.lights import COAT as COAT_F0
from pantin.viewer.lights import MIN_ROUGHNESS, Fibres, Lights, ShadedPoints
from pantin.viewer.materials import (
    BASE,
    BRUSHING,
    COAT,
    COAT_NORMAL,
    COAT_ROUGHNESS,
    EMISSIVE,
    FILM,
    FILM_THICKNESS,
    GLASS,
    METALLIC_ROUGHNESS,
    NORMAL,
    OCCLUSION,
    REFLECTIVITY,
    SHADE,
    SHEEN,
    SHEEN_ROUGHNESS,
    THICKNESS,
    TINGE,
)
from pantin.viewer.points import BandPoints
from pantin.viewer.raster import ScreenTriangles
from pantin.viewer.texture import Textures
from pantin.viewer.thin_film import Film, reflect_film
from pantin.viewer.transmission import Behind, refract
from pantin.viewer.vectors import Floats, cross, dot, normalise

AT_ONCE = 1 << 14
"""Points per batch: its hundred temporaries of 64 kB stay in the cache of a processor."""

SECONDS = 1e-6
"""Estimated time for one point, on one thread."""

POSITION, DIRECTION, COLOUR, TEXCOORDS = slice(0, 3), slice(3, 6), slice(6, 10), 10
"""Columns of `FaceAttributes.vertices`."""

STRAIGHT: Floats = np.array([[0], [0], [1]], np.float32)
"""A normal map that changes nothing."""


class MaterialTable(Record, eq=False):
    """The numbers of M materials; see `Material`. `textures` is (M, slots), −1 for none, and `sets` the set
    of texture coordinates of each. `coat` has factor, roughness and normal scale, `sheen` colour and
    roughness, `glass` factor, index of refraction, thickness and spread, `tint` that of the glass, `film`
    factor, index of refraction and both thicknesses, `brushing` a direction; `groove_sets` is the set of
    texture coordinates that it is relative to."""

    factor: Floats
    emissive: Floats
    transparent: NDArray[np.bool_]
    cutoff: Floats
    unlit: NDArray[np.bool_]
    metallic: Floats
    roughness: Floats
    specular: Floats
    reflectivity: Floats
    tinge: Floats
    coat: Floats
    sheen: Floats
    glass: Floats
    tint: Floats
    film: Floats
    brushing: Floats
    normal_scale: Floats
    occlusion: Floats
    toon: NDArray[np.bool_]
    shade: Floats
    border: Floats
    textures: NDArray[np.int64]
    sets: NDArray[np.int64]
    groove_sets: NDArray[np.int64]


class FaceAttributes(Record, eq=False):
    """Attributes of V vertices and F faces, in linear light and in camera space.

    vertices  (V, 10 + 2K) position, normal of length 1, colour with alpha, K sets of texture coordinates;
              where a material has grooves, four more columns: tangents with the sign of the bitangent
    material  (F,) row of `table`
    tangents  (F, 6) two vectors whose products with the normal are the axes of the normal map; coat_tangents
              are those of the coat, and groove_tangents those of grooves without stored tangents
    levels    (F, slots) mipmap level of each texture
    bend      (F,) how much the normal changes per pixel
    """

    vertices: Floats
    material: NDArray[np.int64]
    table: MaterialTable
    tangents: Floats
    coat_tangents: Floats
    groove_tangents: Floats
    levels: Floats
    bend: Floats
    textures: Textures


class Wire(Record):
    """Edges drawn on faces: half their width in samples (0: none), their colour, and whether the faces
    themselves are hidden."""

    half: float = 0.0
    color: tuple[float, float, float] = (0.0, 0.0, 0.0)
    alone: bool = False


def shade(
    shapes: ScreenTriangles,
    attributes: FaceAttributes,
    lights: Lights,
    wire: Wire,
    points: BandPoints,
    top: int,
    block: int,
    behind: Behind | None = None,
    tone: bool = True,
) -> Floats:
    """(n, 4) premultiplied linear light with alpha of the points of a band that starts at row `top`. Batches
    are independent, so the result does not depend on the number of threads.

    behind  what glass shows; without it, glass shows its own colour
    tone    whether bright light is compressed
    """
    light = np.empty((len(points.face), 4), np.float32)

    @np.errstate(over="ignore", invalid="ignore", divide="ignore")
    def run(begin: int, end: int) -> None:
        for start in range(begin * AT_ONCE, end * AT_ONCE, AT_ONCE):
            batch = slice(start, start + AT_ONCE)
            pixels = points.x[batch], points.y[batch] + top
            shader = _Shader(shapes, attributes, lights, wire, behind, tone)
            light[batch] = shader.shade(points.face[batch], *pixels, block)

    share(run, -(-len(light) // AT_ONCE), SECONDS * len(light))
    return light


class _Shader(Record, eq=False):
    """The values shared by all points of an image."""

    shapes: ScreenTriangles
    attributes: FaceAttributes
    lights: Lights
    wire: Wire
    behind: Behind | None
    tone: bool

    def shade(self, face: NDArray[np.int64], x: Doubles, y: Doubles, block: int) -> Floats:
        """(n, 4) for points of the grid, each on a face."""
        shapes, attributes, wire = self.shapes, self.attributes, self.wire
        barycentric, from_behind = _barycentric(shapes, face, x, y)
        vertex = _interpolate(barycentric, attributes.vertices, shapes.faces[face])
        fragment = _Fragment(attributes, face, vertex)
        base = fragment.table.factor[fragment.row].T * fragment.vertex[COLOUR] * fragment.texel(BASE)
        light, clear = fragment.light(self.lights, base[:3], from_behind, self.behind)
        if self.tone:
            unlit = fragment.table.unlit[fragment.row]
            light = np.where(unlit, light, tone_map(light)) if unlit.any() else tone_map(light)
        alpha = fragment.alpha(base[3])
        if wire.half > 0:
            distance = _edge_distance(shapes, face, x, y)
            drawn = np.clip((wire.half - distance) / block + 0.5, 0.0, 1.0).astype(np.float32)
            light = light + (np.array(wire.color, np.float32)[:, None] - light) * drawn
            alpha = alpha * drawn if wire.alone else alpha
        return np.concatenate([light * alpha, (alpha * clear)[None]]).T


class _Fragment:
    """Points with their materials and interpolated attributes."""

    def __init__(self, attributes: FaceAttributes, face: NDArray[np.int64], vertex: Floats) -> None:
        self.attributes, self.face, self.vertex = attributes, face, vertex
        self.table, self.row = attributes.table, attributes.material[face]

    def texel(self, slot: int) -> Floats:
        """(4, n) the texture of a slot; 1 where there is none."""
        texture = self.table.textures[self.row, slot]
        used = np.unique(texture).tolist()
        if used == [-1]:
            return np.ones((4, 1), np.float32)
        out = np.ones((4, len(texture)), np.float32)
        for index in used:
            if index >= 0:
                here = slice(None) if len(used) == 1 else np.flatnonzero(texture == index)
                out[:, here] = self._sample(slot, index, here)
        return out

    def _sample(self, slot: int, index: int, here: slice | NDArray[np.int64]) -> Floats:
        column = TEXCOORDS + 2 * self.table.sets[self.row[here], slot]
        rows = np.arange(len(self.row))[here]
        texcoords = np.stack([self.vertex[column, rows], self.vertex[column + 1, rows]])
        return self.attributes.textures.look_up(
            index, texcoords, self.attributes.levels[self.face[here], slot]
        )

    def alpha(self, base: Floats) -> Floats:
        """(n,) opacity (glTF 2.0 §3.9.4): 1 where the material is opaque, whatever its texture says."""
        cutoff = self.table.cutoff[self.row]
        seen = np.where(cutoff > 0, base >= cutoff, np.clip(base, 0, 1))
        return np.where(self.table.transparent[self.row], seen, 1).astype(np.float32)

    def light(
        self, lights: Lights, base: Floats, from_behind: NDArray[np.bool_], behind: Behind | None
    ) -> tuple[Floats, Floats | np.float32]:
        """(3, n) light towards the camera, and how opaque that makes a point: glass in front of nothing shows
        nothing."""
        unlit = self.table.unlit[self.row]
        opaque: Floats | np.float32 = np.float32(1)
        if unlit.all():
            return base, opaque
        surface = self._surface(base, from_behind)
        reflected = lights.reflect(surface)
        matt = reflected.matt
        if behind is not None and self.table.glass[self.row, 0].any():
            seen, opacity, share = self._seen_through(surface, behind)
            matt = matt + (seen - matt) * share
            opaque = 1 + (opacity - 1) * share
        light = matt + reflected.shiny
        toon = self.table.toon[self.row]
        if toon.any():
            light = np.where(toon, self._toon_light(lights, surface), light)
        emissive = self.table.emissive[self.row].T
        if emissive.any():
            light = light + emissive * self.texel(EMISSIVE)[:3]
        if self.table.coat[self.row, 0].any():
            light = self._add_clearcoat(lights, surface, light, from_behind)
        return np.where(unlit, base, light) if unlit.any() else light, opaque

    def _seen_through(self, surface: ShadedPoints, behind: Behind) -> tuple[Floats, Floats, Floats]:
        """(3, n) what glass shows of the image behind it, (n,) how opaque that is, and (n,) the part of
        light that passes."""
        factor, ior, thickness, spread = self.table.glass[self.row].T
        share = factor * self.texel(GLASS)[0]
        thickness = thickness * self.texel(THICKNESS)[1]

        def look_up(ior: Floats) -> Floats:
            ray = refract(surface.towards, surface.normal, ior) * thickness
            return behind.look_up(self.vertex[POSITION] + ray, surface.roughness, ior)

        seen = look_up(ior)
        if spread.any():
            red, blue = look_up(ior - spread), look_up(ior + spread)
            opacity = (red[3] + seen[3] + blue[3]) / 3
            seen = np.stack([red[0], seen[1], blue[2], opacity])
        passed = surface.base * (1 - surface.metallic) * self.table.tint[self.row].T ** thickness
        scale, offset = reflect_evenly(surface.facing, surface.roughness)
        head_on = surface.specular + (surface.base - surface.specular) * surface.metallic
        light = (1 - (head_on * scale + surface.edge * offset)) * passed * seen[:3]
        opacity = 1 - (1 - np.clip(seen[3], 0, 1)) * passed.mean(axis=0)
        return light.astype(np.float32), opacity.astype(np.float32), share.astype(np.float32)

    def _add_clearcoat(
        self, lights: Lights, surface: ShadedPoints, light: Floats, from_behind: NDArray[np.bool_]
    ) -> Floats:
        """The light below a clear coat, and what the coat reflects."""
        factor, roughness, scale = self.table.coat[self.row].T
        share = np.clip(factor * self.texel(COAT)[0], 0, 1)
        rough = np.clip(roughness * self.texel(COAT_ROUGHNESS)[1], MIN_ROUGHNESS, 1)
        normal = self._mapped_normal(COAT_NORMAL, scale, self.attributes.coat_tangents)
        coat = replace(
            surface,
            normal=np.where(from_behind, -normal, normal),
            roughness=np.minimum(rough + self.attributes.bend[self.face], 1).astype(np.float32),
            grooves=None,
        )
        grazing = 1 - coat.facing
        fresnel = COAT_F0 + (1 - COAT_F0) * grazing**2 * grazing**2 * grazing
        return np.asarray(light * (1 - share * fresnel) + lights.reflect_coat(coat) * share, np.float32)

    def _surface(self, base: Floats, from_behind: NDArray[np.bool_]) -> ShadedPoints:
        table, row = self.table, self.row
        packed = self.texel(METALLIC_ROUGHNESS)
        occlusion = 1 + (self.texel(OCCLUSION)[0] - 1) * table.occlusion[row]
        roughness = np.clip(table.roughness[row] * packed[1], MIN_ROUGHNESS, 1)
        normal = self._mapped_normal(NORMAL, table.normal_scale[row], self.attributes.tangents)
        metallic = np.clip(table.metallic[row] * packed[2], 0, 1)
        specular, edge = self._specular(metallic)
        surface = ShadedPoints(
            position=self.vertex[POSITION],
            base=base,
            normal=np.where(from_behind, -normal, normal),
            towards=normalise(-self.vertex[POSITION]),
            metallic=metallic,
            roughness=np.minimum(roughness + self.attributes.bend[self.face], 1),
            specular=specular,
            occlusion=np.clip(occlusion, 0, 1),
            edge=edge,
            sheen=self._sheen(),
            grooves=self._grooves(from_behind),
        )
        return replace(surface, film=self._film(surface))

    def _film(self, surface: ShadedPoints) -> Film | None:
        """The film on the points (KHR_materials_iridescence)."""
        factor, ior, thinnest, thickest = self.table.film[self.row].T
        if not factor.any():
            return None
        thickness = thinnest + (thickest - thinnest) * self.texel(FILM_THICKNESS)[1]
        share = np.where(thickness > 0, np.clip(factor * self.texel(FILM)[0], 0, 1), 0).astype(np.float32)
        plain = np.broadcast_to(surface.specular, surface.base.shape)
        reflected = (reflect_film(below, surface.facing, ior, thickness) for below in (plain, surface.base))
        return Film(share, *reflected)

    def _grooves(self, from_behind: NDArray[np.bool_]) -> Grooves | None:
        """The grooves of the points (KHR_materials_anisotropy)."""
        x, y = self.table.brushing[self.row].T
        if not self.table.brushing[self.row].any():
            return None
        texel = self.texel(BRUSHING)
        textured = self.table.textures[self.row, BRUSHING] >= 0
        u, v = (
            np.where(textured, 2 * channel - 1, plain) for channel, plain in zip(texel, (1, 0), strict=False)
        )
        scale = np.where(textured, texel[2], 1) / np.maximum(np.sqrt(u * u + v * v), np.float32(1e-6))
        x, y = (x * u - y * v) * scale, (y * u + x * v) * scale
        length = np.sqrt(x * x + y * y)
        turn_x, turn_y = (part / np.where(length > 0, length, 1) for part in (x, y))
        along, across = self._groove_axes()
        side = np.where(from_behind, -1, 1)
        stretched = normalise((along * turn_x + across * turn_y) * side)
        # Where neither tangents nor texture coordinates say where grooves are, there are none.
        known = dot(stretched, stretched) > 0
        return Grooves(
            stretched,
            normalise((across * turn_x - along * turn_y) * side),
            np.where(known, np.clip(length, 0, 1), 0).astype(np.float32),
        )

    def _groove_axes(self) -> tuple[Floats, Floats]:
        """(3, n) the tangent and the bitangent: those that the file has, else those of the coordinates."""
        normal = normalise(self.vertex[DIRECTION])
        stored = self.vertex[-4:]
        own = normalise(stored[:3])
        edges = self.attributes.groove_tangents[self.face].T
        along, across = cross(edges[:3], normal), cross(edges[3:], normal)
        longest = np.sqrt(np.maximum(dot(along, along), dot(across, across)))
        scale = 1 / np.where(longest > 0, longest, 1)
        has_own = dot(own, own) > 0
        return (
            np.where(has_own, own, along * scale).astype(np.float32),
            np.where(has_own, cross(normal, own) * np.sign(stored[3]), across * scale).astype(np.float32),
        )

    def _specular(self, metallic: Floats) -> tuple[Floats, Floats | np.float32]:
        """Reflection head-on and at grazing angles (KHR_materials_specular, "Implementation")."""
        table, row = self.table, self.row
        head_on = table.specular[row]
        if (table.reflectivity == 1).all() and (table.tinge == 1).all():
            return head_on, np.float32(1)
        strength = table.reflectivity[row] * self.texel(REFLECTIVITY)[3]
        color = table.tinge[row].T * self.texel(TINGE)[:3]
        return np.minimum(head_on * color, 1) * strength, strength + (1 - strength) * metallic

    def _sheen(self) -> Fibres | None:
        values = self.table.sheen[self.row].T
        if not values[:3].any():
            return None
        roughness = np.clip(values[3], np.float32(1e-4), 1) * self.texel(SHEEN_ROUGHNESS)[3]
        # A roughness of 0 would divide by 0: the smallest for which the distribution has a value.
        return Fibres(values[:3] * self.texel(SHEEN)[:3], np.maximum(roughness, np.float32(0.07)))

    def _mapped_normal(self, slot: int, scale: Floats, tangents: Floats) -> Floats:
        """Unit normals, bent by the normal map in a slot."""
        normal = normalise(self.vertex[DIRECTION])
        mapped_here = self.table.textures[self.row, slot] >= 0
        if not mapped_here.any():
            return normal
        mapped = np.where(mapped_here, self.texel(slot)[:3] * 2 - 1, STRAIGHT)
        along = tangents[self.face].T
        along_u, along_v = cross(along[:3], normal), cross(along[3:], normal)
        longest = np.sqrt(np.maximum(dot(along_u, along_u), dot(along_v, along_v)))
        shrink = scale / np.where(longest > 0, longest, 1)
        bent = along_u * (mapped[0] * shrink) - along_v * (mapped[1] * shrink) + normal * mapped[2]
        return normalise(bent)

    def _toon_light(self, lights: Lights, surface: ShadedPoints) -> Floats:
        """Toon shading by the key lamp, which is white and of strength 1 for it: its colours are those that
        the author chose."""
        shift, toony = self.table.border[self.row].T
        facing = dot(surface.normal, lights.directions[0].astype(np.float32)) + shift
        width = np.maximum(1 - toony, np.float32(1e-3))
        lit = np.clip((facing + width) / (2 * width), 0, 1)
        shade = self.table.shade[self.row].T * self.texel(SHADE)[:3]
        return np.asarray(shade + (surface.base - shade) * lit)


def _barycentric(
    shapes: ScreenTriangles, face: NDArray[np.int64], x: Doubles, y: Doubles
) -> tuple[Floats, NDArray[np.bool_]]:
    """(3, n) perspective-correct barycentric coordinates, and whether the back is seen."""
    corners = shapes.faces[face].T
    (ax, bx, cx), (ay, by, cy) = shapes.x[corners], shapes.y[corners]
    u, v, w = _edge_products(shapes, face, x, y)
    weights = np.stack([u, v, w]) * shapes.near[corners]
    area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    return (weights / weights.sum(axis=0)).astype(np.float32), area > 0


def _edge_products(shapes: ScreenTriangles, face: NDArray[np.int64], x: Doubles, y: Doubles) -> list[Doubles]:
    """Twice the area between a point and each edge of its face, which lies opposite its first, second and
    third corner."""
    (ax, bx, cx), (ay, by, cy) = shapes.x[shapes.faces[face].T] - x, shapes.y[shapes.faces[face].T] - y
    return [bx * cy - cx * by, cx * ay - ax * cy, ax * by - bx * ay]


def _edge_distance(shapes: ScreenTriangles, face: NDArray[np.int64], x: Doubles, y: Doubles) -> Doubles:
    """Samples to the nearest edge."""
    products = _edge_products(shapes, face, x, y)
    (ax, bx, cx), (ay, by, cy) = shapes.x[shapes.faces[face].T], shapes.y[shapes.faces[face].T]
    lengths = (_length(cx - bx, cy - by), _length(ax - cx, ay - cy), _length(bx - ax, by - ay))
    distances = [np.abs(product) / length for product, length in zip(products, lengths, strict=True)]
    return np.minimum(distances[0], np.minimum(distances[1], distances[2]))


def _length(x: Doubles, y: Doubles) -> Doubles:
    return np.asarray(np.sqrt(x * x + y * y))


def _interpolate(barycentric: Floats, values: Floats, corners: NDArray[np.int64]) -> Floats:
    """(k, n) from values (V, k)."""
    u, v, w = barycentric[:, :, None]
    mixed = u * values.take(corners[:, 0], axis=0)
    mixed += v * values.take(corners[:, 1], axis=0)
    mixed += w * values.take(corners[:, 2], axis=0)
    return np.ascontiguousarray(mixed.T)


def tone_map(light: Floats) -> Floats:
    """Compress bright light (3, n) with the Khronos PBR Neutral tone mapper: colours below 0.76 stay almost
    unchanged, so an image shows the base colours that its author chose.
    """
    least = light.min(axis=0)
    shifted = light - np.where(least < 0.08, least - 6.25 * least * least, 0.04).astype(np.float32)
    peak = shifted.max(axis=0)
    bright = peak >= KNEE
    if not bright.any():
        return shifted
    width = 1.0 - KNEE
    safe = np.where(bright, peak, 1)
    compressed = 1.0 - width * width / (safe + width - KNEE)
    white = np.where(bright, 1.0 - 1.0 / (DESATURATION * (safe - compressed) + 1.0), 0).astype(np.float32)
    shifted = shifted * np.where(bright, compressed / safe, 1).astype(np.float32)
    result: Floats = shifted + (compressed.astype(np.float32) - shifted) * white
    return result


KNEE = np.float32(0.8 - 0.04)
"""Where compression starts (constants of Khronos PBR Neutral)."""

DESATURATION = np.float32(0.15)
