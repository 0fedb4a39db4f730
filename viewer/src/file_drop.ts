// Files that are dropped onto the page: a pose is taken, clips for the same skeleton and motions for a VRM are added, and
// anything else is answered with the command that shows it.

import { AnimationClip } from "three";
import type { Clips } from "./clips";
import { byId } from "./dom";
import type { FaceMotion } from "./face_motion";
import { loadModel, type Model } from "./model";
import type { PageData } from "./page_data";
import type { Panel } from "./panel";
import type { Playback } from "./playback";
import { quote } from "./pose_export";
import { isPoseFile, takePose } from "./pose_import";
import type { Store } from "./state";
import { vrmaMotion } from "./vrma_motion";

/** Bytes that a page reads of a dropped file. */
const LARGEST = 256 << 20;
const USUAL_RATE = 30;
/** Files of motion for any skeleton: which bone is which is found by Pantin. */
const MOTIONS = ["vrma", "bvh", "fbx"];

export class FileDrop {
  constructor(
    private readonly data: PageData,
    private readonly store: Store,
    private readonly model: Model,
    private readonly clips: Clips,
    panel: Panel,
    private readonly playback: Playback,
  ) {
    const veil = byId("drop");
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
    addEventListener("dragover", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      veil.hidden = false;
    });
    addEventListener("dragleave", (event) => (veil.hidden = event.relatedTarget === null ? true : veil.hidden));
    addEventListener("drop", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      veil.hidden = true;
      const [file] = event.dataTransfer?.files ?? [];
      if (file) void this.take(file).then((words) => panel.say(words));
    });
  }

  /** Do what can be done with a file; gives a sentence about it. */
  async take(file: File): Promise<string> {
    const show = `To see it: pantin view ${quote(file.name)}`;
    if (file.size > LARGEST) return `${file.name} is too large for a page. ${show}`;
    const suffix = /\.([a-z0-9]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? "";
    try {
      if (suffix === "json") return this.pose(file.name, JSON.parse(await file.text()));
      if (suffix === "vrma" && this.data.humanoid["hips"] !== undefined) return await this.vrma(file);
      if (MOTIONS.includes(suffix)) return this.refuseMotion(file);
      if (["glb", "gltf", "vrm"].includes(suffix)) return await this.motion(file, show);
    } catch (error) {
      return `${file.name} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    }
    return `This page takes pose files (.json), clips for this skeleton (.glb, .gltf) and, for a VRM, motions (.vrma). ${show}`;
  }

  private pose(name: string, json: unknown): string {
    if (this.data.four) return "Poses of models in four dimensions are given to pantin pose";
    if (!isPoseFile(json)) return `${name} is no pose file: it should have nodes, blend or expressions`;
    const { nodes, shapes, unknown } = takePose(json, this.data, this.model, this.clips, this.store);
    const missing = unknown.length ? `; not in this model: ${unknown.slice(0, 3).join(", ")}${unknown.length > 3 ? ` and ${unknown.length - 3} more` : ""}` : "";
    return `Pose taken: ${nodes} nodes, ${shapes} weights${missing}`;
  }

  private async motion(file: File, show: string): Promise<string> {
    const { gltf } = await loadModel(await file.arrayBuffer());
    const fitting = gltf.animations.map((clip) => this.fit(clip)).filter(({ share }) => share >= 0.5);
    if (!fitting.length) {
      return gltf.animations.length ? `The clips of ${file.name} move other nodes than this model has. ${show}` : `This page shows one model. ${show}`;
    }
    this.add(fitting, file.name);
    return fitting.length === 1 ? `Clip of ${file.name} added` : `${fitting.length} clips of ${file.name} added`;
  }

  /** A motion for any VRM, on the bones that the model says are those of a human. */
  private async vrma(file: File): Promise<string> {
    const motion = vrmaMotion(await loadModel(await file.arrayBuffer()), this.data, this.model, this.clips);
    if (!motion) return `${file.name} has no motion of a VRM (VRMC_vrm_animation)`;
    if (!motion.clip.tracks.length && motion.face.isEmpty) return `${file.name} moves nothing that this model has`;
    this.add([motion], file.name);
    return `Motion of ${file.name} added${motion.missing.length ? `; without effect on this model: ${motion.missing.join(", ")}` : ""}`;
  }

  private refuseMotion(file: File): string {
    const needed = "This page plays .vrma on a VRM, and clips for this skeleton";
    return `${needed}. Try: pantin view ${quote(this.data.title)} --motion ${quote(file.name)}`;
  }

  /** List clips and play the first. */
  private add(added: { clip: AnimationClip; face?: FaceMotion }[], file: string): void {
    for (const { clip, face } of added) {
      this.clips.add(clip, face);
      this.data.clips.push({ name: clip.name || file, seconds: clip.duration, springs: false, rate: USUAL_RATE, reference: null });
    }
    this.playback.list();
    this.playback.choose(this.data.clips.length - added.length);
  }

  /** The tracks of a clip whose nodes the model has, by name, and which part of all they are. */
  private fit(clip: AnimationClip): { clip: AnimationClip; share: number } {
    const tracks = clip.tracks.filter(({ name }) => this.clips.knows(name.slice(0, name.lastIndexOf("."))));
    return { clip: new AnimationClip(clip.name, clip.duration, tracks), share: clip.tracks.length ? tracks.length / clip.tracks.length : 0 };
  }
}
