// Clips of a rig in four dimensions: frames of the nodes and blend shapes that they move, as Pantin sampled them.

import type { ClipData } from "../page_data";
import type { Affine, FourData } from "./rig";

/** Numbers of an affine transform. */
const NUMBERS = 20;

/** Frames over the whole of a clip, evenly spaced; `locals` and `values` are byte offsets of float32. */
export interface FourClipData {
  frames: number;
  /** The nodes that move, in the order in which a frame has their local transforms. */
  nodes: number[];
  locals: number;
  /** Weights of the blend shapes of the mesh on a node. */
  blends: { node: number; shapes: number; values: number }[];
}

/** A model at a moment: of a clip, or as the page starts. */
export interface Moment {
  locals: Affine[];
  /** The nodes that the clip moves. */
  moved: number[];
  /** The weights of the blend shapes of a node that the clip changes. */
  weights: Map<number, number[]>;
}

export class Motion {
  private readonly start: Moment;

  constructor(
    private readonly data: FourData,
    private readonly clips: ClipData[],
    private readonly bytes: ArrayBuffer,
  ) {
    this.start = { locals: data.locals, moved: [], weights: new Map() };
  }

  at(clip: number | null, time: number): Moment {
    const held = clip === null ? null : (this.data.clips[clip] ?? null);
    if (!held) return this.start;
    const seconds = this.clips[clip as number]?.seconds || 1;
    const place = Math.min(Math.max(time / seconds, 0), 1) * (held.frames - 1);
    const locals = [...this.data.locals];
    const moved = this.between(held.locals, held.nodes.length * NUMBERS, held.frames, place);
    held.nodes.forEach((node, index) => (locals[node] = moved.slice(NUMBERS * index, NUMBERS * (index + 1))));
    const weights = held.blends.map(({ node, shapes, values }): [number, number[]] => [node, this.between(values, shapes, held.frames, place)]);
    return { locals, moved: held.nodes, weights: new Map(weights) };
  }

  /** The numbers of a frame, or between two of them. */
  private between(start: number, width: number, frames: number, place: number): number[] {
    const values = new Float32Array(this.bytes, start, width * frames);
    const frame = Math.min(Math.floor(place), frames - 1);
    const share = place - frame;
    const next = Math.min(frame + 1, frames - 1) * width;
    return Array.from({ length: width }, (_, index) => {
      const value = values[frame * width + index] as number;
      return value + share * ((values[next + index] as number) - value);
    });
  }
}
