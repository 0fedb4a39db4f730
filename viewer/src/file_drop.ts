// Files that are dropped onto the page: a pose is taken, clips for the same skeleton are added, and anything else is
// answered with the command that shows it.

import { AnimationClip } from "three";
import type { Clips } from "./clips";
import { byId } from "./dom";
import { loadModel, type Model } from "./model";
import type { PageData } from "./page_data";
import type { Panel } from "./panel";
import type { Playback } from "./playback";
import { quote } from "./pose_export";
import { isPoseFile, takePose } from "./pose_import";
import type { Store } from "./state";

/** Bytes that a page reads of a dropped file. */
const LARGEST = 256 << 20;
const USUAL_RATE = 30;

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
      if (suffix === "vrma") return `A page retargets no motions. Try: pantin view ${quote(this.data.title)} --motion ${quote(file.name)}`;
      if (["glb", "gltf", "vrm"].includes(suffix)) return await this.motion(file, show);
    } catch (error) {
      return `${file.name} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    }
    return `This page takes pose files (.json) and clips for this skeleton (.glb, .gltf). ${show}`;
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
    for (const { clip } of fitting) {
      this.clips.add(clip);
      this.data.clips.push({ name: clip.name || file.name, seconds: clip.duration, springs: false, rate: USUAL_RATE, reference: null });
    }
    this.playback.list();
    this.playback.choose(this.data.clips.length - fitting.length);
    return fitting.length === 1 ? `Clip of ${file.name} added` : `${fitting.length} clips of ${file.name} added`;
  }

  /** The tracks of a clip whose nodes the model has, by name, and which part of all they are. */
  private fit(clip: AnimationClip): { clip: AnimationClip; share: number } {
    const tracks = clip.tracks.filter(({ name }) => this.clips.knows(name.slice(0, name.lastIndexOf("."))));
    return { clip: new AnimationClip(clip.name, clip.duration, tracks), share: clip.tracks.length ? tracks.length / clip.tracks.length : 0 };
  }
}
