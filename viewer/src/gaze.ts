// Where the eyes of a character look (VRMC_vrm 1.0, lookAt), as src/pantin/rig/gaze.py computes it. Angles are degrees:
// yaw is positive to the character's left, pitch downwards.

import { MathUtils, Matrix4, type Object3D, PerspectiveCamera, Quaternion, Vector3 } from "three";
import type { LookAtData, PageData, RangeMapData } from "./page_data";

/** Degrees that somebody sees at once through the eyes of a character. */
const EYE_FIELD = 70;

/** From the space between the eyes, with the axes of the model at rest, to the world. */
function eyeSpace({ headRest, offset }: LookAtData, head: Object3D): Matrix4 {
  const axes = new Matrix4().makeRotationFromQuaternion(new Quaternion(...headRest).invert());
  return new Matrix4().multiplyMatrices(head.matrixWorld, axes.setPosition(...offset));
}

/** Yaw and pitch of the direction from between the eyes to a point of the world. */
export function lookAngles(lookAt: LookAtData, facesBack: boolean, head: Object3D, point: Vector3): [yaw: number, pitch: number] {
  const local = point.clone().applyMatrix4(eyeSpace(lookAt, head).invert());
  if (facesBack) local.multiply(new Vector3(-1, 1, -1));
  return angles(local);
}

/** Yaw and pitch of a rotation away from looking ahead, Ry(yaw) Rx(pitch) Rz. */
export function directionAngles(x: number, y: number, z: number, w: number): [yaw: number, pitch: number] {
  return angles(new Vector3(0, 0, 1).applyQuaternion(new Quaternion(x, y, z, w).normalize()));
}

function angles({ x, y, z }: Vector3): [yaw: number, pitch: number] {
  return [MathUtils.radToDeg(Math.atan2(x, z)), MathUtils.radToDeg(Math.atan2(-y, Math.hypot(x, z)))];
}

/** What a range map makes of the size of an angle: linear up to `inputMax`, then constant. */
function map({ inputMax, outputScale }: RangeMapData, degrees: number): number {
  const size = Math.abs(degrees);
  if (inputMax <= 0) return size > 0 ? outputScale : 0;
  return (Math.min(size, inputMax) / inputMax) * outputScale;
}

/** Local rotations of the eye bones, by node. */
export function eyeRotations({ eyes, inner, outer, down, up }: LookAtData, facesBack: boolean, yaw: number, pitch: number): Map<number, Quaternion> {
  const aboutX = pitch > 0 ? map(down, pitch) : -map(up, pitch);
  const sides = { left: yaw > 0 ? map(outer, yaw) : -map(inner, yaw), right: yaw > 0 ? map(inner, yaw) : -map(outer, yaw) };
  return new Map(
    eyes.map(({ node, side, parentRest, rest }) => {
      const turn = about(0, 1, 0, sides[side]).multiply(about(1, 0, 0, aboutX));
      if (facesBack) turn.set(-turn.x, turn.y, -turn.z, turn.w);
      const parent = new Quaternion(...parentRest);
      return [node, parent.clone().invert().multiply(turn).multiply(parent).multiply(new Quaternion(...rest))];
    }),
  );
}

/** The weights of the expressions of gaze; those to the other side are 0. */
export function gazeWeights({ outer, down, up }: LookAtData, yaw: number, pitch: number): Record<string, number> {
  const across = map(outer, yaw);
  return {
    lookLeft: yaw > 0 ? across : 0,
    lookRight: yaw > 0 ? 0 : across,
    lookDown: pitch > 0 ? map(down, pitch) : 0,
    lookUp: pitch > 0 ? 0 : map(up, pitch),
  };
}

function about(x: number, y: number, z: number, degrees: number): Quaternion {
  return new Quaternion().setFromAxisAngle(new Vector3(x, y, z), MathUtils.degToRad(degrees));
}

/** A camera between the eyes that looks ahead; null for a model without a head. */
export function eyeCamera(data: PageData, nodes: (Object3D | undefined)[]): PerspectiveCamera | null {
  const head = nodes[data.humanoid["head"] ?? -1];
  if (!head) return null;
  const space = data.lookAt ? eyeSpace(data.lookAt, head) : head.matrixWorld.clone();
  const camera = new PerspectiveCamera(EYE_FIELD);
  camera.position.setFromMatrixPosition(space);
  // A camera looks along −Z, and so do the models of VRM 0.x.
  const ahead = new Vector3(0, 0, data.facesBack ? -1 : 1).transformDirection(space);
  camera.lookAt(camera.position.clone().add(ahead));
  camera.updateMatrixWorld(true);
  return camera;
}
