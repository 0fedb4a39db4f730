// Expressions and gaze that a motion for any VRM plays beside bones (VRMC_vrm_animation 1.0): the weight of an expression
// is the place of a node along x, and the gaze is the rotation of another. src/pantin/motion/face.py computes the same.

import type { KeyframeTrack, Object3D } from "three";
import { type Curve, curveOf } from "./curve";
import { directionAngles } from "./gaze";
import type { Model } from "./model";
import type { PageData } from "./page_data";

/** Weights of expressions by index, and where the eyes look, in degrees; null where the motion does not say. */
export interface Face {
  weights: ReadonlyMap<number, number>;
  gaze: [yaw: number, pitch: number] | null;
}

export const NO_FACE: Face = { weights: new Map(), gaze: null };

interface Placed {
  node?: number;
}

export interface FaceExtension {
  expressions?: { preset?: Record<string, Placed>; custom?: Record<string, Placed> };
  lookAt?: Placed;
}

export class FaceMotion {
  /** Expressions of the motion that change nothing in the character, and its gaze where the eyes of that are fixed. */
  readonly missing: string[] = [];
  private readonly weights: [index: number, curve: Curve][] = [];
  private readonly gaze: Curve | null = null;

  constructor(extension: FaceExtension, data: PageData, { nodes }: Model, tracks: (object: Object3D) => KeyframeTrack[]) {
    const curve = (object: Object3D, property: "position" | "quaternion"): Curve => {
      const track = tracks(object).find(({ name }) => name.endsWith(`.${property}`));
      return track ? curveOf(track) : () => object[property].toArray();
    };
    for (const [kind, listed] of Object.entries(extension.expressions ?? {}))
      for (const [name, { node = -1 }] of Object.entries(listed)) {
        const index = data.expressions.findIndex((expression) => expression.name === name && expression.preset === (kind === "preset"));
        const object = nodes[node];
        if (index < 0) this.missing.push(name);
        else if (object) this.weights.push([index, curve(object, "position")]);
      }
    const looking = nodes[extension.lookAt?.node ?? -1];
    if (looking && data.lookAt) this.gaze = curve(looking, "quaternion");
    else if (looking) this.missing.push("lookAt");
  }

  get isEmpty(): boolean {
    return !this.weights.length && !this.gaze;
  }

  at(time: number): Face {
    const weights = new Map(this.weights.map(([index, curve]) => [index, curve(time)[0] ?? 0]));
    const [x = 0, y = 0, z = 0, w = 1] = this.gaze?.(time) ?? [];
    return { weights, gaze: this.gaze && directionAngles(x, y, z, w) };
  }
}
