// Which triangle of a surface a ray hits, as it is posed. Runs of triangles, and groups of runs, have boxes at rest and
// the joints that move them: where all boxes that these joints carry miss the ray, they are not looked at. So a click on
// a million triangles looks at some hundred. Boxes are plain numbers: objects of three.js took five times as long.

import { type BufferAttribute, InterleavedBufferAttribute, Matrix3, Matrix4, type Mesh, Ray, SkinnedMesh, Vector3 } from "three";

/** Triangles of a run. */
const RUN = 64;
/** Runs of a group. */
const GROUP = 32;
/** Runs that are prepared between looks at the clock. */
const PART = 64;

export interface SurfaceHit {
  distance: number;
  /** The vertex of the triangle that is nearest to the hit. */
  vertex: number;
  mesh: Mesh;
}

interface Box {
  centre: [number, number, number];
  half: [number, number, number];
}

export class SurfacePicker {
  private readonly triangles: number;
  private readonly runs: number;
  /** The lower and the upper corner of each run, at rest. */
  private readonly boxes: Float64Array;
  /** The joints that move each run; none for a surface without a skin. */
  private readonly joints: number[][] = [];
  private readonly groups: Float64Array;
  private readonly groupJoints: number[][] = [];
  private readonly moving = new Set<number>();
  /** Blend shapes of which it does not know yet how far they move a vertex, and how far the others do. */
  private readonly targets: (BufferAttribute | InterleavedBufferAttribute)[];
  private farthest = 0;
  /** The triangles that it knows: others may be shown later. */
  readonly index: BufferAttribute | null;

  constructor(private readonly mesh: Mesh) {
    const { index } = mesh.geometry;
    this.index = index;
    const positions = mesh.geometry.getAttribute("position") as BufferAttribute | undefined;
    this.triangles = positions ? Math.floor((index?.count ?? positions.count) / 3) : 0;
    this.runs = Math.ceil(this.triangles / RUN);
    this.boxes = new Float64Array(this.runs * 6);
    this.groups = new Float64Array(Math.ceil(this.runs / GROUP) * 6);
    this.targets = [...(mesh.geometry.morphAttributes["position"] ?? [])];
  }

  private corner(number: number): number {
    return this.index?.getX(number) ?? number;
  }

  /** Prepare runs, then blend shapes, for some milliseconds; true if nothing is left. */
  prepare(milliseconds: number): boolean {
    const end = performance.now() + milliseconds;
    if (!this.prepareRuns(end)) return false;
    for (const target of this.targets.splice(0, 1)) this.farthest = Math.max(this.farthest, longest(target));
    return this.targets.length === 0 || (performance.now() <= end && this.prepare(end - performance.now()));
  }

  private prepareRuns(end: number): boolean {
    if (this.joints.length === this.runs) return true;
    const [fit, find] = [this.boxFitter(), this.jointFinder()];
    do {
      const run = this.joints.length;
      fit(run);
      this.joints.push(find(run));
      if (this.joints.length % GROUP === 0 || this.joints.length === this.runs) this.group();
    } while (this.joints.length < this.runs && (this.joints.length % PART || performance.now() <= end));
    return this.joints.length === this.runs;
  }

  /** Make a group of the runs that are in none. */
  private group(): void {
    const low = this.groupJoints.length * 6;
    const runs = this.joints.slice(this.groupJoints.length * GROUP);
    this.groups.fill(Infinity, low, low + 3).fill(-Infinity, low + 3, low + 6);
    runs.forEach((_, index) => {
      const first = (this.groupJoints.length * GROUP + index) * 6;
      for (let axis = 0; axis < 3; axis++) {
        this.groups[low + axis] = Math.min(this.groups[low + axis] as number, this.boxes[first + axis] as number);
        this.groups[low + 3 + axis] = Math.max(this.groups[low + 3 + axis] as number, this.boxes[first + 3 + axis] as number);
      }
    });
    this.groupJoints.push([...new Set(runs.flat())]);
  }

  private lastOf(run: number): number {
    return Math.min((run + 1) * RUN, this.triangles);
  }

  /** A function that finds the box of a run. */
  private boxFitter(): (run: number) => void {
    const { boxes } = this;
    const positions = numbers(this.mesh.geometry.getAttribute("position"), 3);
    const corners = this.index?.array;
    return (run) => {
      const [low, high] = [run * 6, run * 6 + 3];
      boxes.fill(Infinity, low, high).fill(-Infinity, high, high + 3);
      for (let number = run * RUN * 3; number < this.lastOf(run) * 3; number++) {
        const vertex = corners ? (corners[number] as number) : number;
        for (let axis = 0; axis < 3; axis++) {
          const value = positions[vertex * 3 + axis] as number;
          if (value < (boxes[low + axis] as number)) boxes[low + axis] = value;
          if (value > (boxes[high + axis] as number)) boxes[high + axis] = value;
        }
      }
    };
  }

  /** A function that finds the joints of a run. */
  private jointFinder(): (run: number) => number[] {
    const { mesh } = this;
    if (!(mesh instanceof SkinnedMesh)) return () => [];
    const [of, weights] = [numbers(mesh.geometry.getAttribute("skinIndex"), 4), numbers(mesh.geometry.getAttribute("skinWeight"), 4)];
    const corners = this.index?.array;
    // Of each joint the last run that it moves.
    const seen = new Int32Array(mesh.skeleton.bones.length).fill(-1);
    return (run) => {
      const joints: number[] = [];
      for (let number = run * RUN * 3; number < this.lastOf(run) * 3; number++) {
        const first = (corners ? (corners[number] as number) : number) * 4;
        for (let slot = first; slot < first + 4; slot++) {
          const joint = of[slot] as number;
          if (seen[joint] === run || joint >= seen.length || !((weights[slot] as number) > 0)) continue;
          seen[joint] = run;
          joints.push(joint);
        }
      }
      for (const joint of joints) this.moving.add(joint);
      return joints;
    };
  }

  /** The nearest hit of a ray in world space that is nearer than another. */
  hit(ray: Ray, nearest: number): SurfaceHit | null {
    this.prepare(Infinity);
    const { mesh } = this;
    // Its direction keeps the scale of the mesh, so that distances along it are those of the world.
    const inverse = mesh.matrixWorld.clone().invert();
    const local = new Ray(ray.origin.clone().applyMatrix4(inverse), ray.direction.clone().applyMatrix3(new Matrix3().setFromMatrix4(inverse)));
    let best: SurfaceHit | null = null;
    const corners = [new Vector3(), new Vector3(), new Vector3()] as const;
    const point = new Vector3();
    const world = new Vector3();
    let reach = nearest;
    for (const [entry, run] of this.entries(local)) {
      if (entry > reach) break;
      for (let triangle = run * RUN; triangle < this.lastOf(run); triangle++) {
        corners.forEach((corner, slot) => mesh.getVertexPosition(this.corner(triangle * 3 + slot), corner));
        if (!local.intersectTriangle(...corners, false, point)) continue;
        const distance = world.copy(point).applyMatrix4(mesh.matrixWorld).distanceTo(ray.origin);
        if (distance >= reach) continue;
        reach = distance;
        const away = corners.map((corner) => corner.distanceToSquared(point));
        best = { distance, vertex: this.corner(triangle * 3 + away.indexOf(Math.min(...away))), mesh };
      }
    }
    return best;
  }

  /** How far along a ray it may meet each run that it does not miss, the nearest first. */
  private entries(ray: Ray): [entry: number, run: number][] {
    const matrices = this.jointMatrices();
    const slack = this.slack();
    const found: [number, number][] = [];
    this.groupJoints.forEach((groupJoints, group) => {
      if (enter(this.groups, group, groupJoints, matrices, ray, slack) === Infinity) return;
      for (let run = group * GROUP; run < Math.min((group + 1) * GROUP, this.runs); run++) {
        const entry = enter(this.boxes, run, this.joints[run] as number[], matrices, ray, slack);
        if (entry < Infinity) found.push([entry, run]);
      }
    });
    return found.sort(([a], [b]) => a - b);
  }

  /** From the space of the geometry to the posed space of the mesh, for each joint that moves a run. */
  private jointMatrices(): Map<number, Matrix4> {
    const { mesh } = this;
    const matrices = new Map<number, Matrix4>();
    if (!(mesh instanceof SkinnedMesh)) return matrices;
    const { skeleton, bindMatrix, bindMatrixInverse } = mesh;
    for (const joint of this.moving) {
      const bone = skeleton.bones[joint];
      if (!bone) continue;
      const matrix = new Matrix4().multiplyMatrices(bindMatrixInverse, bone.matrixWorld);
      matrices.set(joint, matrix.multiply(skeleton.boneInverses[joint] ?? new Matrix4()).multiply(bindMatrix));
    }
    return matrices;
  }

  /** How far blend shapes may move a vertex. */
  private slack(): number {
    return this.farthest * (this.mesh.morphTargetInfluences ?? []).reduce((sum, weight) => sum + Math.abs(weight), 0);
  }
}

const STILL = new Matrix4();

/** The numbers of an attribute, in turn; its own where it stores nothing else between them. */
function numbers(attribute: BufferAttribute | InterleavedBufferAttribute, width: number): ArrayLike<number> {
  const isPlain = !(attribute instanceof InterleavedBufferAttribute) && attribute.itemSize === width && !attribute.normalized;
  if (isPlain) return attribute.array;
  const copied = new Float32Array(attribute.count * width);
  for (let at = 0; at < copied.length; at++) copied[at] = attribute.getComponent(Math.floor(at / width), at % width);
  return copied;
}

/** The length of the longest vector of an attribute. */
function longest(attribute: BufferAttribute | InterleavedBufferAttribute): number {
  const parts = numbers(attribute, 3);
  let most = 0;
  for (let at = 0; at < parts.length; at += 3) {
    const [x, y, z] = [parts[at] as number, parts[at + 1] as number, parts[at + 2] as number];
    most = Math.max(most, x * x + y * y + z * z);
  }
  return Math.sqrt(most);
}

/** Let a box reach around another one that a matrix carries: its centre moves, and its half is as wide as the absolute
 * values of the matrix make it. */
function grow(low: number[], high: number[], { centre, half }: Box, matrix: number[]): void {
  for (let axis = 0; axis < 3; axis++) {
    let [middle, wide] = [matrix[12 + axis] as number, 0];
    for (let from = 0; from < 3; from++) {
      const factor = matrix[from * 4 + axis] as number;
      middle += factor * (centre[from] as number);
      wide += Math.abs(factor) * (half[from] as number);
    }
    if (middle - wide < (low[axis] as number)) low[axis] = middle - wide;
    if (middle + wide > (high[axis] as number)) high[axis] = middle + wide;
  }
}

/** How far along a ray a run or group may begin; infinite where the ray misses it. A skinned vertex is between the places
 * that its joints would carry it to, so it is in the box around the boxes that they carry. */
function enter(boxes: Float64Array, index: number, joints: number[], matrices: Map<number, Matrix4>, ray: Ray, slack: number): number {
  const box: Box = { centre: [0, 0, 0], half: [0, 0, 0] };
  const [low, high] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]] as [number[], number[]];
  for (let axis = 0; axis < 3; axis++) {
    const [from, to] = [boxes[index * 6 + axis] as number, boxes[index * 6 + 3 + axis] as number];
    box.centre[axis] = (from + to) / 2;
    box.half[axis] = (to - from) / 2;
  }
  if (joints.length) for (const joint of joints) grow(low, high, box, (matrices.get(joint) ?? STILL).elements);
  else grow(low, high, box, STILL.elements);
  return slabs(low, high, ray, slack);
}

/** How far along a ray a box begins, 0 from inside it; infinite where the ray misses it. */
function slabs(low: number[], high: number[], { origin, direction }: Ray, slack: number): number {
  let [near, far] = [0, Infinity];
  for (let axis = 0; axis < 3; axis++) {
    const [start, way] = [origin.getComponent(axis), direction.getComponent(axis)];
    const [from, to] = [(low[axis] as number) - slack - start, (high[axis] as number) + slack - start];
    if (way === 0) {
      if (from > 0 || to < 0) return Infinity;
      continue;
    }
    near = Math.max(near, Math.min(from / way, to / way));
    far = Math.min(far, Math.max(from / way, to / way));
  }
  return near <= far ? near : Infinity;
}

/** The nearest of several surfaces that a ray hits. */
export class Picker {
  private readonly pickers = new Map<Mesh, SurfacePicker>();

  private of(mesh: Mesh): SurfacePicker {
    let picker = this.pickers.get(mesh);
    if (!picker || picker.index !== mesh.geometry.index) this.pickers.set(mesh, (picker = new SurfacePicker(mesh)));
    return picker;
  }

  /** Prepare surfaces for some milliseconds at most; true if all are ready. Pages do it before anybody clicks. */
  prepare(meshes: Mesh[], milliseconds: number): boolean {
    const end = performance.now() + milliseconds;
    return meshes.every((mesh) => this.of(mesh).prepare(Math.max(0, end - performance.now())));
  }

  hit(ray: Ray, meshes: Mesh[]): SurfaceHit | null {
    const nearest = (best: SurfaceHit | null, mesh: Mesh): SurfaceHit | null => this.of(mesh).hit(ray, best?.distance ?? Infinity) ?? best;
    return meshes.reduce(nearest, null);
  }
}
