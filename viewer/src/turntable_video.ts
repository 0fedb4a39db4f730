// A video of one turn around the model, recorded from the canvas by the browser.

import { Vector3 } from "three";
import type { Stage } from "./stage";

const TYPES: [type: string, suffix: string][] = [
  ["video/webm;codecs=vp9", "webm"],
  ["video/webm;codecs=vp8", "webm"],
  ["video/webm", "webm"],
  ["video/mp4", "mp4"],
];
const BITS_PER_SECOND = 16_000_000;
const FRAMES_PER_SECOND = 30;
/** Milliseconds. */
const LAST_PICTURES = 200;
const UP = new Vector3(0, 1, 0);

/** The first kind of video that the browser writes; null where it writes none. */
export function videoType(): [type: string, suffix: string] | null {
  if (typeof MediaRecorder === "undefined") return null;
  return TYPES.find(([type]) => MediaRecorder.isTypeSupported(type)) ?? null;
}

/** Turn the camera once around its target, in some seconds, and record it. The camera ends where it began. `rate` is how
 * many pictures a second were drawn: a slow computer gives a video that jerks. */
export async function recordTurn(stage: Stage, seconds: number, type: string): Promise<{ video: Blob; rate: number }> {
  const stream = stage.renderer.domElement.captureStream(FRAMES_PER_SECOND);
  const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: BITS_PER_SECOND });
  const parts: Blob[] = [];
  recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
  const stopped = new Promise<void>((done, failed) => {
    recorder.addEventListener("stop", () => done());
    recorder.addEventListener("error", () => failed(new Error("the browser stopped recording")));
  });
  const { target } = stage.controls;
  const away = stage.camera.position.clone().sub(target);
  const turnTo = (angle: number): void => {
    stage.camera.position.copy(away).applyAxisAngle(UP, angle).add(target);
    stage.controls.update();
    stage.draw();
  };
  recorder.start();
  let drawn = 0;
  await new Promise<void>((done) => {
    let start = 0;
    const step = (now: number): void => {
      start ||= now;
      const share = (now - start) / 1000 / seconds;
      turnTo(2 * Math.PI * Math.min(share, 1));
      drawn += 1;
      if (share >= 1) done();
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
  // A recorder that is stopped at once drops the pictures that are still on their way.
  await new Promise((done) => setTimeout(done, LAST_PICTURES));
  recorder.stop();
  await stopped;
  for (const track of stream.getTracks()) track.stop();
  return { video: new Blob(parts, { type }), rate: drawn / seconds };
}
