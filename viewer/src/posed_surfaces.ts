// Surfaces that three.js cannot skin (dual quaternions, more than four influences): shown from frames that Pantin
// baked. Posed by hand they are skinned by three.js, and the page says so.

import { BufferAttribute, BufferGeometry, Mesh, type Object3D } from "three";
import type { PageData, PosedSurfaceData, TrackData } from "./page_data";
import type { Surface } from "./model";

export class PosedSurface {
  readonly mesh: Mesh;
  /** Whether this mesh is visible instead of the one that three.js poses. */
  isShown = true;
  private readonly positions: BufferAttribute;
  private readonly normals: BufferAttribute;

  constructor(
    readonly data: PosedSurfaceData,
    readonly surface: Surface,
    private readonly frames: ArrayBuffer,
    private readonly seconds: number[],
    root: Object3D,
  ) {
    const geometry = new BufferGeometry();
    const own = surface.mesh.geometry;
    for (const [name, attribute] of Object.entries(own.attributes)) geometry.setAttribute(name, attribute);
    geometry.setIndex(own.index);
    this.positions = new BufferAttribute(new Float32Array(data.vertices * 3), 3);
    this.normals = new BufferAttribute(new Float32Array(data.vertices * 3), 3);
    geometry.setAttribute("position", this.positions);
    geometry.setAttribute("normal", this.normals);
    this.mesh = new Mesh(geometry, surface.mesh.material);
    this.mesh.frustumCulled = false;
    root.add(this.mesh);
  }

  /** Show a clip at a time, interpolated between frames; false if it has no frames. */
  show(clip: number | null, time: number): boolean {
    const track = this.data.tracks.find((candidate) => candidate.clip === (clip ?? -1));
    if (!track) return false;
    const seconds = clip === null ? 0 : (this.seconds[clip] ?? 0);
    const frame = seconds > 0 ? Math.min(1, time / seconds) * (track.frames - 1) : 0;
    this.mix(track, Math.floor(frame), frame - Math.floor(frame));
    return true;
  }

  private mix(track: TrackData, frame: number, share: number): void {
    const count = this.data.vertices * 3;
    const next = Math.min(frame + 1, track.frames - 1);
    const positions = new Float32Array(this.frames, track.positions, count * track.frames);
    const normals = new Int8Array(this.frames, track.normals, count * track.frames);
    const [outPositions, outNormals] = [this.positions.array, this.normals.array];
    for (let index = 0; index < count; index++) {
      const [a, b] = [positions[frame * count + index] ?? 0, positions[next * count + index] ?? 0];
      outPositions[index] = a + (b - a) * share;
      outNormals[index] = (normals[(share < 0.5 ? frame : next) * count + index] ?? 0) / 127;
    }
    this.positions.needsUpdate = this.normals.needsUpdate = true;
  }
}

export function posedSurfaces(data: PageData, surfaces: Surface[], frames: ArrayBuffer, root: Object3D): PosedSurface[] {
  const seconds = data.clips.map((clip) => clip.seconds);
  return data.posed.flatMap((entry) => {
    const surface = surfaces.find((candidate) => candidate.node === entry.node && candidate.surface === entry.surface);
    return surface ? [new PosedSurface(entry, surface, frames, seconds, root)] : [];
  });
}
