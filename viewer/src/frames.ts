// Surfaces that three.js cannot pose (dual quaternions, more than four influences): shown as Pantin posed them,
// frame by frame. Turned by hand they fall back on three.js, and the page says so.

import { BufferAttribute, BufferGeometry, Mesh, type Object3D } from "three";
import type { Facts, PosedFacts, TrackFacts } from "./facts";
import type { Surface } from "./model";

export class PosedSurface {
  readonly mesh: Mesh;
  /** Whether this mesh is to be seen, and not the one that three.js poses. */
  ours = true;
  private readonly positions: BufferAttribute;
  private readonly normals: BufferAttribute;

  constructor(
    readonly facts: PosedFacts,
    readonly surface: Surface,
    private readonly data: ArrayBuffer,
    private readonly seconds: number[],
    root: Object3D,
  ) {
    const geometry = new BufferGeometry();
    const own = surface.mesh.geometry;
    for (const [name, attribute] of Object.entries(own.attributes)) geometry.setAttribute(name, attribute);
    geometry.setIndex(own.index);
    this.positions = new BufferAttribute(new Float32Array(facts.vertices * 3), 3);
    this.normals = new BufferAttribute(new Float32Array(facts.vertices * 3), 3);
    geometry.setAttribute("position", this.positions);
    geometry.setAttribute("normal", this.normals);
    this.mesh = new Mesh(geometry, surface.mesh.material);
    this.mesh.frustumCulled = false;
    root.add(this.mesh);
  }

  /** Show the frame at a moment of a clip, mixed from its neighbours; false where there is none. */
  show(clip: number | null, time: number): boolean {
    const track = this.facts.tracks.find((one) => one.clip === (clip ?? -1));
    if (!track) return false;
    const seconds = clip === null ? 0 : (this.seconds[clip] ?? 0);
    const place = seconds > 0 ? Math.min(1, time / seconds) * (track.frames - 1) : 0;
    this.mix(track, Math.floor(place), place - Math.floor(place));
    return true;
  }

  private mix(track: TrackFacts, frame: number, share: number): void {
    const count = this.facts.vertices * 3;
    const next = Math.min(frame + 1, track.frames - 1);
    const positions = new Float32Array(this.data, track.positions, count * track.frames);
    const normals = new Int8Array(this.data, track.normals, count * track.frames);
    const [to, turned] = [this.positions.array, this.normals.array];
    for (let at = 0; at < count; at++) {
      const [a, b] = [positions[frame * count + at] ?? 0, positions[next * count + at] ?? 0];
      to[at] = a + (b - a) * share;
      turned[at] = (normals[(share < 0.5 ? frame : next) * count + at] ?? 0) / 127;
    }
    this.positions.needsUpdate = this.normals.needsUpdate = true;
  }
}

export function posedSurfaces(facts: Facts, surfaces: Surface[], data: ArrayBuffer, root: Object3D): PosedSurface[] {
  const seconds = facts.clips.map((one) => one.seconds);
  return facts.posed.flatMap((one) => {
    const surface = surfaces.find((each) => each.node === one.node && each.surface === one.surface);
    return surface ? [new PosedSurface(one, surface, data, seconds, root)] : [];
  });
}
