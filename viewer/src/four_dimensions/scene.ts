// A 4D model in the scene: the slice of a 3-space inside the edges of the whole model, or these edges alone.

import { BufferAttribute, BufferGeometry, Color, DoubleSide, DynamicDrawUsage, Group, LinearSRGBColorSpace, Mesh, MeshNormalMaterial, MeshStandardMaterial, Vector3 } from "three";
import type { PageData } from "../page_data";
import { SHADOWLESS, VISIBLE } from "../stage";
import type { State } from "../state";
import { UNSKINNED, weightMapMaterial } from "../weight_map";
import { Corners, cut, type Tetrahedra } from "./cut";
import { beforeRotation, type Hyperplane, hyperplane, magnification, project, type Seen, see } from "./hyperplane";
import { type Moment, Motion } from "./motion";
import { rotationOf } from "./planes";
import { type Affine, Body, type FourData, type PartData, worldTransforms } from "./rig";
import { ALONG_W, type FourState } from "./state";
import { Tubes } from "./tubes";

/** Radius of the tubes around a slice, relative to those of a projection; as in src/pantin/viewer/flat_pictures.py. */
const THIN = 0.35;

/** A surface of the slice, which is made again whenever the 3-space or the pose changes. */
interface Part {
  mesh: Mesh;
  own: MeshStandardMaterial;
  tetrahedra: Tetrahedra;
  corners: Corners;
}

interface Drawn {
  body: Body;
  parts: Part[];
  tubes: Tubes | null;
}

export class FourScene {
  readonly group = new Group();
  /** The lowest and highest point along the normal of the 3-space, in the current rotation. */
  extent: [number, number] = [0, 0];
  /** How many triangles the slice has. */
  triangles = 0;
  private readonly drawn: Drawn[];
  private readonly normals = new MeshNormalMaterial({ side: DoubleSide, flatShading: true });
  private readonly heat;
  private readonly motion: Motion;
  /** What the clip makes of the model now, without what is posed by hand. */
  moment: Moment;
  private world: Affine[] = [];

  constructor(
    private readonly data: FourData,
    private readonly page: PageData,
    bytes: ArrayBuffer,
  ) {
    this.motion = new Motion(data, page.clips, bytes);
    this.moment = this.motion.at(null, 0);
    this.heat = weightMapMaterial(page.weightScale);
    this.heat.flatShading = true;
    this.drawn = data.bodies.map((entry) => this.draw(new Body(entry, bytes)));
  }

  private draw(body: Body): Drawn {
    const parts = body.parts.map((tetrahedra, index): Part => {
      const { colour, metallic, roughness } = body.data.parts[index] as PartData;
      const [r = 1, g = 1, b = 1, alpha = 1] = colour;
      const own = new MeshStandardMaterial({ metalness: metallic, roughness, side: DoubleSide, flatShading: !tetrahedra.normals, transparent: alpha < 1, opacity: alpha });
      own.color = new Color().setRGB(r, g, b, LinearSRGBColorSpace);
      const mesh = new Mesh(new BufferGeometry(), own);
      mesh.frustumCulled = false;
      this.group.add(mesh);
      return { mesh, own, tetrahedra, corners: new Corners() };
    });
    const tubes = body.edges.length ? new Tubes(body.edges, this.data.scale) : null;
    if (tubes) this.group.add(tubes.group);
    return { body, parts, tubes };
  }

  /** Pose the nodes and the vertices. */
  pose({ four, weights, clip, time }: State): void {
    this.moment = this.motion.at(clip, time);
    this.world = worldTransforms(this.moment.locals, this.data.order, this.page.parents, four.joints);
    for (const { body } of this.drawn) body.pose(this.world, (shape) => weights.get(`${body.data.node}.${shape}`) ?? this.moment.weights.get(body.data.node)?.[shape]);
  }

  /** The weight of a blend shape that nothing by hand sets. */
  weightOf(node: number, shape: number): number | undefined {
    return this.moment.weights.get(node)?.[shape] ?? this.data.bodies.find((body) => body.node === node)?.weights[shape];
  }

  /** Turn and cut the posed model. */
  update(state: State): void {
    const plane = planeOf(state.four);
    const seen = this.drawn.map(({ body }) => see(body.points, plane));
    const [low, high] = extentOf(seen);
    this.extent = [low + plane.offset, high + plane.offset];
    this.triangles = 0;
    this.drawn.forEach((drawn, index) => {
      this.slice(drawn, seen[index] as Seen, state, plane);
      this.wire(drawn, seen[index] as Seen, state, plane.offset, [low, high]);
    });
  }

  private slice({ body, parts }: Drawn, seen: Seen, { four, shown, selected }: State, { basis }: Hyperplane): void {
    const isMapped = shown.heat && selected !== null;
    const weights = isMapped ? body.weightsOf(selected) : null;
    const mapped = weights ? this.heat : UNSKINNED;
    const own = shown.normals ? this.normals : null;
    for (const part of parts) {
      part.mesh.visible = four.mode === "slice" && shown.mesh;
      if (!part.mesh.visible) continue;
      part.mesh.material = (isMapped ? mapped : own) ?? part.own;
      part.corners.count = 0;
      cut(part.tetrahedra, seen, basis, part.corners, weights);
      this.show(part);
    }
  }

  /** The edges as tubes: thin ones around a slice. */
  private wire({ tubes }: Drawn, seen: Seen, { four, shown }: State, offset: number, [low, high]: [number, number]): void {
    if (!tubes) return;
    const isSlice = four.mode === "slice";
    tubes.group.visible = shown.wireframe || (shown.mesh && !isSlice);
    if (!tubes.group.visible) return;
    tubes.layer = isSlice ? SHADOWLESS : VISIBLE;
    const distance = this.distance(four, offset);
    const radius = this.data.radius * (isSlice ? THIN : 1);
    tubes.update({
      points: project(seen, distance),
      shares: seen.sides.map((side) => (high > low ? (side - low) / (high - low) : 0.5)),
      radii: seen.sides.map((side) => radius * (distance === null ? 1 : magnification(side, distance))),
    });
  }

  private show({ mesh, corners }: Part): void {
    setArray(mesh.geometry, "position", corners.positions, 3);
    setArray(mesh.geometry, "normal", corners.normals, 3);
    setArray(mesh.geometry, "uv3", corners.weights, 2);
    mesh.geometry.setDrawRange(0, corners.count);
    this.triangles += corners.count / 3;
  }

  /** Of the eye from the 3-space; null for a parallel projection. */
  private distance({ mode, distance }: FourState, offset: number): number | null {
    return mode === "orthographic" ? null : (distance ?? this.data.distance + Math.abs(offset));
  }

  /** Where the nodes are in the picture. */
  nodePositions(four: FourState): Vector3[] {
    const plane = planeOf(four);
    const places = new Float64Array(this.world.flatMap((matrix) => [matrix[4] ?? 0, matrix[9] ?? 0, matrix[14] ?? 0, matrix[19] ?? 0]));
    const flat = project(see(places, plane), this.distance(four, plane.offset));
    return this.world.map((_, node) => new Vector3(flat[3 * node], flat[3 * node + 1], flat[3 * node + 2]));
  }

  /** The corners of the slice, three numbers each, for the tests that compare them with Pantin's. */
  corners(): number[] {
    return this.drawn.flatMap(({ parts }) => parts.flatMap(({ corners }) => [...corners.positions.subarray(0, 3 * corners.count)]));
  }
}

/** Set an attribute, or let it be read again where its array is the same. */
function setArray(geometry: BufferGeometry, name: string, values: Float32Array, width: number): void {
  const held = geometry.getAttribute(name) as BufferAttribute | undefined;
  if (held?.array !== values) geometry.setAttribute(name, new BufferAttribute(values, width).setUsage(DynamicDrawUsage));
  else held.needsUpdate = true;
}

/** The 3-space of the state, in the model before it is rotated. A projection goes to one through the origin. */
export function planeOf({ normal, offset, mode, turns }: FourState): Hyperplane {
  const along = mode === "slice" ? offset : 0;
  const plane = hyperplane(normal, along) ?? (hyperplane(ALONG_W, along) as Hyperplane);
  return beforeRotation(plane, rotationOf(turns));
}

function extentOf(seen: Seen[]): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const { sides } of seen)
    for (const side of sides) {
      low = Math.min(low, side);
      high = Math.max(high, side);
    }
  return low <= high ? [low, high] : [0, 0];
}
