// Which triangle of a surface a ray hits, as it is posed. Runs of triangles have boxes at rest and the joints that move
// them: where all boxes that these joints carry miss the ray, the run is not looked at. So a click on a million triangles
// looks at some thousand.

import { Box3, type BufferAttribute, Matrix4, type Mesh, type Ray, SkinnedMesh, Vector3 } from "three";

/** Triangles of a run. */
const RUN = 128;

interface Run {
  first: number;
  last: number;
  box: Box3;
  /** The joints that move it; none for a surface without a skin. */
  joints: number[];
}

export interface SurfaceHit {
  distance: number;
  /** The vertex of the triangle that is nearest to the hit. */
  vertex: number;
  mesh: Mesh;
}

export class SurfacePicker {
  private readonly runs: Run[] = [];
  private readonly triangles: number;
  /** The triangles that it knows: others may be shown later. */
  readonly index: BufferAttribute | null;

  constructor(private readonly mesh: Mesh) {
    const { index } = mesh.geometry;
    this.index = index;
    const positions = mesh.geometry.getAttribute("position") as BufferAttribute | undefined;
    this.triangles = Math.floor((index?.count ?? positions?.count ?? 0) / 3);
    if (positions) for (let first = 0; first < this.triangles; first += RUN) this.runs.push(this.run(first, positions));
  }

  private corner(number: number): number {
    return this.mesh.geometry.index?.getX(number) ?? number;
  }

  private run(first: number, positions: BufferAttribute): Run {
    const { mesh } = this;
    const last = Math.min(first + RUN, this.triangles);
    const box = new Box3();
    const point = new Vector3();
    const joints = new Set<number>();
    const influences = mesh instanceof SkinnedMesh ? [mesh.geometry.getAttribute("skinIndex"), mesh.geometry.getAttribute("skinWeight")] : [];
    const [of, weights] = influences as BufferAttribute[];
    for (let number = first * 3; number < last * 3; number++) {
      const vertex = this.corner(number);
      box.expandByPoint(point.fromBufferAttribute(positions, vertex));
      if (of && weights)
        for (let slot = 0; slot < 4; slot++) if (weights.getComponent(vertex, slot) > 0) joints.add(of.getComponent(vertex, slot));
    }
    return { first, last, box, joints: [...joints] };
  }

  /** The nearest hit of a ray in world space that is nearer than another. */
  hit(ray: Ray, nearest: number): SurfaceHit | null {
    const { mesh } = this;
    const matrices = this.jointMatrices();
    const local = ray.clone().applyMatrix4(new Matrix4().copy(mesh.matrixWorld).invert());
    const entries = this.runs
      .map((run): [number, Run] => [this.enter(run, matrices, local), run])
      .filter(([entry]) => entry < Infinity)
      .sort(([a], [b]) => a - b);
    let best: SurfaceHit | null = null;
    const corners = [new Vector3(), new Vector3(), new Vector3()] as const;
    const point = new Vector3();
    const world = new Vector3();
    const scale = local.direction.length() || 1;
    let reach = nearest;
    for (const [entry, { first, last }] of entries) {
      if (entry / scale > reach) break;
      for (let triangle = first; triangle < last; triangle++) {
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

  /** From the space of the geometry to the posed space of the mesh, for each joint. */
  private jointMatrices(): Matrix4[] {
    const { mesh } = this;
    if (!(mesh instanceof SkinnedMesh)) return [];
    const { skeleton, bindMatrix, bindMatrixInverse } = mesh;
    return skeleton.bones.map((bone, index) =>
      new Matrix4()
        .multiplyMatrices(bindMatrixInverse, bone.matrixWorld)
        .multiply(skeleton.boneInverses[index] ?? new Matrix4())
        .multiply(bindMatrix),
    );
  }

  /** How far along a ray a run may begin; infinite where the ray misses it. A skinned vertex is between the places that
   * its joints would carry it to, so it is in the box around the boxes that they carry. */
  private enter({ box, joints }: Run, matrices: Matrix4[], ray: Ray): number {
    const whole = new Box3();
    if (joints.length) for (const joint of joints) whole.union(box.clone().applyMatrix4(matrices[joint] ?? new Matrix4()));
    else whole.copy(box);
    whole.expandByScalar(this.slack());
    if (whole.containsPoint(ray.origin)) return 0;
    const at = ray.intersectBox(whole, new Vector3());
    return at ? at.distanceTo(ray.origin) : Infinity;
  }

  private slackSize: number | null = null;

  /** How far blend shapes may move a vertex. */
  private slack(): number {
    const { morphTargetInfluences: weights, geometry } = this.mesh;
    if (!weights?.some((weight) => weight !== 0)) return 0;
    this.slackSize ??= (geometry.morphAttributes["position"] ?? []).reduce((most, target) => {
      const point = new Vector3();
      for (let vertex = 0; vertex < target.count; vertex++) most = Math.max(most, point.fromBufferAttribute(target, vertex).length());
      return most;
    }, 0);
    return this.slackSize * weights.reduce((sum, weight) => sum + Math.abs(weight), 0);
  }
}

/** The nearest of several surfaces that a ray hits. */
export class Picker {
  private readonly pickers = new Map<Mesh, SurfacePicker>();

  /** Prepare a surface; pages do it before anybody clicks. */
  prepare(mesh: Mesh): SurfacePicker {
    let picker = this.pickers.get(mesh);
    if (!picker || picker.index !== mesh.geometry.index) this.pickers.set(mesh, (picker = new SurfacePicker(mesh)));
    return picker;
  }

  hit(ray: Ray, meshes: Mesh[]): SurfaceHit | null {
    const nearest = (best: SurfaceHit | null, mesh: Mesh): SurfaceHit | null => this.prepare(mesh).hit(ray, best?.distance ?? Infinity) ?? best;
    return meshes.reduce(nearest, null);
  }
}
