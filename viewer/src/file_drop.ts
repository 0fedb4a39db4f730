// Files that are dropped onto the page: a pose is taken, clips for the same skeleton and motions for a VRM are added, a
// model is opened, and anything else is answered with the command that shows it.

import { AnimationClip } from "three";
import type { Clips } from "./clips";
import { withCompanions } from "./companion_files";
import { byId, counted } from "./dom";
import { droppedData, jsonOf, obstacle, suffixOf } from "./dropped_model";
import type { FaceMotion } from "./face_motion";
import { loadModel, type Model } from "./model";
import { type PageData, USUAL_RATE } from "./page_data";
import type { Panel } from "./panel";
import type { Playback } from "./playback";
import { quote } from "./pose_export";
import { isPoseFile, takePose } from "./pose_import";
import type { Store } from "./state";
import { vrmaMotion } from "./vrma_motion";

/** Bytes that a page reads of a dropped file. */
const LARGEST = 192 << 20;
/** Files of motion for any skeleton: which bone is which is found by Pantin. */
const MOTIONS = ["vrma", "bvh", "fbx"];
const MODELS = ["glb", "gltf", "vrm"];
/** Files that the command shows and the page cannot read. */
const OTHER_MODELS = /\.(fbx|usd[acz]?|g4b|g4tf|g3b|g3tf|g4mf|obj|stl|n?off|4off|npz|rig[ys]\.ya?ml)$/i;

export class FileDrop {
  constructor(
    private readonly data: PageData,
    private readonly store: Store,
    private readonly model: Model,
    private readonly clips: Clips,
    panel: Panel,
    private readonly playback: Playback,
    private readonly open: (data: PageData, model: ArrayBuffer) => void,
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
      const files = [...(event.dataTransfer?.files ?? [])];
      const file = files.find(({ name }) => MODELS.includes(suffixOf(name))) ?? files[0];
      if (file) void this.take(file, files).then((words) => panel.say(words));
    });
    byId("close-dropped").addEventListener("click", () => this.dialog.close());
  }

  private readonly dialog = byId<HTMLDialogElement>("dropped");

  /** Do what can be done with a file, of those that were dropped with it; gives a sentence about it. */
  async take(file: File, files = [file]): Promise<string> {
    const show = `Open it with: pantin view ${quote(file.name)}`;
    if (files.reduce((sum, { size }) => sum + size, 0) > LARGEST) return `${file.name} is too large to drop here. ${show}`;
    const suffix = suffixOf(file.name);
    try {
      if (suffix === "json") return this.pose(file.name, JSON.parse(await file.text()));
      if (suffix === "vrma" && this.data.humanoid["hips"] !== undefined) return await this.vrma(file);
      if (MOTIONS.includes(suffix)) return this.refuseMotion(file);
      if (MODELS.includes(suffix)) return await this.gltf(file, files, show);
    } catch (error) {
      return `${file.name} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    }
    const others = OTHER_MODELS.test(file.name) ? `. ${show}` : "";
    return `Supported here: models and clips (.glb, .gltf, .vrm), pose files (.json) and, for a VRM, motions (.vrma)${others}`;
  }

  private pose(name: string, json: unknown): string {
    if (this.data.four) return "Pose files of 4D models are not supported here: use pantin pose";
    if (!isPoseFile(json)) return `${name} is not a pose file (expected nodes, blend or expressions)`;
    const { nodes, shapes, unknown } = takePose(json, this.data, this.model, this.clips, this.store);
    const missing = unknown.length ? `; not in this model: ${unknown.slice(0, 3).join(", ")}${unknown.length > 3 ? ` and ${unknown.length - 3} more` : ""}` : "";
    return `Pose applied: ${nodes} nodes, ${shapes} weights${missing}`;
  }

  /** Add the clips that this model can play, or open the model of the file; where it has both, the user chooses. */
  private async gltf(file: File, files: File[], show: string): Promise<string> {
    const given = await file.arrayBuffer();
    const json = jsonOf(given);
    const data = await withCompanions(given, json, files);
    const reason = obstacle(json);
    if (reason) return `${file.name} cannot be opened here: ${reason}. ${show}`;
    const loaded = await loadModel(data.slice(0));
    const fitting = loaded.gltf.animations.map((clip) => this.fit(clip)).filter(({ share }) => share >= 0.5);
    const add = (): string => {
      this.add(fitting, file.name);
      return fitting.length === 1 ? `Added 1 clip from ${file.name}` : `Added ${fitting.length} clips from ${file.name}`;
    };
    const open = (): string => {
      this.open(droppedData(file.name, json, loaded, this.data), data);
      return `Opening ${file.name}`;
    };
    if (!loaded.surfaces.length && loaded.gltf.animations.length) return fitting.length ? add() : this.refuseMotion(file);
    // The frame of a notebook has no way back.
    if (window.parent !== window) return fitting.length ? add() : `A notebook view shows one model. ${show}`;
    return fitting.length ? this.choose(file.name, fitting.length, add, open) : open();
  }

  /** Ask what to do with a file that is a model and has clips for the one that is shown. */
  private choose(name: string, clips: number, add: () => string, open: () => string): Promise<string> {
    byId("dropped-title").textContent = name;
    byId("dropped-about").textContent = `This file is a model with ${counted(clips, "clip")} for the skeleton shown here.`;
    return new Promise((done) => {
      const answers = { "add-dropped": add, "open-dropped": open };
      for (const [id, run] of Object.entries(answers))
        byId(id).onclick = () => {
          done(run());
          this.dialog.close();
        };
      this.dialog.onclose = () => done("");
      this.dialog.showModal();
    });
  }

  /** A motion for any VRM, on the bones that the model says are those of a human. */
  private async vrma(file: File): Promise<string> {
    const motion = vrmaMotion(await loadModel(await file.arrayBuffer()), this.data, this.model, this.clips);
    if (!motion) return `${file.name} contains no VRM animation (VRMC_vrm_animation)`;
    if (!motion.clip.tracks.length && motion.face.isEmpty) return `${file.name} animates nothing in this model`;
    this.add([motion], file.name);
    return `Added the motion from ${file.name}${motion.missing.length ? `; without effect on this model: ${motion.missing.join(", ")}` : ""}`;
  }

  private refuseMotion(file: File): string {
    const needed = "The viewer plays .vrma on a VRM, and clips made for this skeleton";
    const model = OTHER_MODELS.test(file.name) ? `, or to open it: pantin view ${quote(file.name)}` : "";
    return `${needed}. Try: pantin view ${quote(this.data.title)} --motion ${quote(file.name)}${model}`;
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
