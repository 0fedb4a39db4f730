// A motion of VRMC_vrm_animation 1.0 on the character of the page. Both have declared T-poses, so a rotation is carried
// over between the world orientations that bone and parent have at rest, and the hips move in proportion to their height.

import { AnimationClip, type KeyframeTrack, Matrix4, type Object3D, Quaternion, Vector3 } from "three";
import type { Clips } from "./clips";
import { type FaceExtension, FaceMotion } from "./face_motion";
import type { Model } from "./model";
import type { PageData } from "./page_data";

interface MotionExtension extends FaceExtension {
  humanoid?: { humanBones?: Record<string, { node?: number }> };
}

/** The transforms that lead from a bone and its parent to the world, at rest. */
interface BoneRest {
  turn: Quaternion;
  parentTurn: Quaternion;
  parent: Matrix4;
  height: number;
}

export interface Motion {
  clip: AnimationClip;
  face: FaceMotion;
  /** Bones, expressions and gaze of the motion that the character does not have. */
  missing: string[];
}

/** The first clip of a motion for the human bones of a model; null for a file that is none. */
export function vrmaMotion(motion: Model, data: PageData, model: Model, clips: Clips): Motion | null {
  const extensions = (motion.gltf.parser.json as { extensions?: Record<string, MotionExtension> }).extensions;
  const extension = extensions?.["VRMC_vrm_animation"];
  const [source] = motion.gltf.animations;
  if (!extension || !source) return null;
  motion.root.updateMatrixWorld(true);
  const tracksOf = (object: Object3D): KeyframeTrack[] => source.tracks.filter(({ name }) => isOf(name, object));
  const tracks: KeyframeTrack[] = [];
  const missing: string[] = [];
  for (const [bone, { node = -1 }] of Object.entries(extension.humanoid?.humanBones ?? {})) {
    const [from, to] = [motion.nodes[node], model.nodes[data.humanoid[bone] ?? -1]];
    const own = from ? tracksOf(from) : [];
    if (!from || !own.length) continue;
    if (!to) missing.push(bone);
    else tracks.push(...own.flatMap((track) => carried(track, bone, boneRest(from, atLoad), to, boneRest(to, (object) => atRest(clips, object)), data.facesBack)));
  }
  const face = new FaceMotion(extension, data, motion, tracksOf);
  return { clip: new AnimationClip(source.name, source.duration, tracks), face, missing: [...missing, ...face.missing] };
}

function isOf(name: string, object: Object3D): boolean {
  const target = name.slice(0, name.lastIndexOf("."));
  return target === object.name || target === object.uuid;
}

const atLoad = (object: Object3D): Matrix4 => object.matrix;

function atRest(clips: Clips, object: Object3D): Matrix4 {
  const rest = clips.restOf(object);
  return rest ? new Matrix4().compose(rest.position, rest.quaternion, rest.scale) : new Matrix4();
}

function boneRest(bone: Object3D, local: (object: Object3D) => Matrix4): BoneRest {
  const parent = new Matrix4();
  const parentTurn = new Quaternion();
  const turnOf = (matrix: Matrix4): Quaternion => {
    const turn = new Quaternion();
    matrix.decompose(new Vector3(), turn, new Vector3());
    return turn;
  };
  for (let above = bone.parent; above; above = above.parent) {
    parent.premultiply(local(above));
    parentTurn.premultiply(turnOf(local(above)));
  }
  const whole = parent.clone().multiply(local(bone));
  return { turn: parentTurn.clone().multiply(turnOf(local(bone))), parentTurn, parent, height: new Vector3().setFromMatrixPosition(whole).y };
}

/** A track of a bone as one of another; none for what a motion does not store. */
function carried(track: KeyframeTrack, bone: string, from: BoneRest, object: Object3D, to: BoneRest, facesBack: boolean): KeyframeTrack[] {
  const property = track.name.slice(track.name.lastIndexOf(".") + 1);
  const copy = track.clone();
  copy.name = `${object.uuid}.${property}`;
  copy.values = track.values.slice();
  if (property === "quaternion") rotate(copy.values, from, to, facesBack);
  else if (property === "position" && bone === "hips") move(copy, from, to, facesBack);
  else return [];
  return [copy];
}

/** The rotation relative to the T-pose, in the axes of the world: a linear map of keys and tangents alike. */
function rotate(values: Float32Array, from: BoneRest, to: BoneRest, facesBack: boolean): void {
  const [before, after] = [from.turn.clone().invert(), to.parentTurn.clone().invert()];
  const key = new Quaternion();
  for (let at = 0; at < values.length; at += 4) {
    key.fromArray(values, at).premultiply(from.parentTurn).multiply(before);
    if (facesBack) key.set(-key.x, key.y, -key.z, key.w);
    key.premultiply(after).multiply(to.turn).toArray(values, at);
  }
}

function move(track: KeyframeTrack, from: BoneRest, to: BoneRest, facesBack: boolean): void {
  const { values, times } = track;
  const scale = from.height ? to.height / from.height : 1;
  const half = facesBack ? -1 : 1;
  const linear = new Matrix4().copy(to.parent).invert().multiply(new Matrix4().makeScale(half * scale, scale, half * scale)).multiply(from.parent);
  const tangent = linear.clone().setPosition(0, 0, 0);
  // A key of a cubic spline has tangents before and after it.
  const isSpline = values.length === times.length * 9;
  const key = new Vector3();
  for (let at = 0; at < values.length; at += 3) {
    key.fromArray(values, at).applyMatrix4(isSpline && (at / 3) % 3 !== 1 ? tangent : linear).toArray(values, at);
  }
}
