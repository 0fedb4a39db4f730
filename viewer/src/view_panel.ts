// The tab about the view: where the camera is, what surfaces show, which meshes are seen, pictures to save.

import { Box3, Camera, Vector3 } from "three";
import { CHANNEL_NAMES } from "./channels";
import { byId, create } from "./dom";
import { eyeCamera } from "./gaze";
import type { Model } from "./model";
import { type PageData, nodeName } from "./page_data";
import type { SceneObjects } from "./scene_objects";
import { PRESETS, type Preset, type PictureOptions, type Stage } from "./stage";
import { CHANNELS, type Channel, GAZES, type Gaze, type Store } from "./state";
import { variantNames } from "./variants";

/** Meshes that are listed. */
const MAX_MESHES = 400;
const PRESET_NAMES: Record<Preset, string> = { front: "Front", back: "Back", left: "Left", right: "Right", top: "Top", bottom: "Bottom" };
const GAZE_NAMES: Record<Gaze, string> = { pose: "Pose", camera: "Camera", target: "Point" };
/** What a selection without size is framed with, as a part of the model. */
const LEAST_FRAME = 0.04;

export interface ViewActions {
  savePicture(options: PictureOptions): void;
  saveVideo(seconds: number): void;
}

export class ViewPanel {
  private readonly holder = byId("view-options");
  private readonly updates: (() => void)[] = [];

  constructor(
    private readonly data: PageData,
    private readonly store: Store,
    private readonly model: Model,
    private readonly stage: Stage,
    private readonly objects: SceneObjects,
    private readonly actions: ViewActions,
  ) {
    this.addCamera();
    if (!data.four) this.addSurfaces();
    if (data.lookAt) this.addGaze();
    if (!data.four) this.addMeshes();
    this.addPictures();
    store.on(["shown", "pose", "selected"], () => this.update());
    this.update();
  }

  private update(): void {
    for (const update of this.updates) update();
  }

  private section(title: string): HTMLElement {
    const box = create("div", "options");
    box.append(create("h2", "sub", title));
    this.holder.append(box);
    return box;
  }

  private button(text: string, run: () => void, style = "plain"): HTMLButtonElement {
    const button = create("button", style, text);
    button.type = "button";
    button.addEventListener("click", run);
    return button;
  }

  /** Buttons of which one is pressed. */
  private choice<Value>(name: string, values: [Value, string][], current: () => Value, choose: (value: Value) => void): HTMLElement {
    const row = create("div", "choice");
    row.setAttribute("role", "group");
    row.setAttribute("aria-label", name);
    for (const [value, text] of values) {
      const button = this.button(text, () => choose(value), "");
      row.append(button);
      this.updates.push(() => button.setAttribute("aria-pressed", String(current() === value)));
    }
    return row;
  }

  private checkbox(text: string, current: () => boolean, change: (on: boolean) => void): HTMLElement {
    const label = create("label", "check");
    const input = create("input");
    input.type = "checkbox";
    input.addEventListener("change", () => change(input.checked));
    label.append(input, create("span", "", text));
    label.title = text;
    this.updates.push(() => (input.checked = current()));
    return label;
  }

  private select<Value extends string>(name: string, values: [Value, string][], current: () => string, choose: (value: Value) => void): HTMLElement {
    const label = create("label", "labelled");
    const input = create("select", "field");
    for (const [value, text] of values) {
      const option = create("option", "", text);
      option.value = value;
      input.append(option);
    }
    input.addEventListener("change", () => choose(input.value as Value));
    label.append(create("span", "", name), input);
    this.updates.push(() => (input.value = current()));
    return label;
  }

  private addCamera(): void {
    const { stage } = this;
    const box = this.section("Camera");
    const presets = create("div", "choice presets");
    presets.setAttribute("role", "group");
    presets.setAttribute("aria-label", "View direction");
    for (const name of Object.keys(PRESETS) as Preset[]) {
      const button = this.button(PRESET_NAMES[name], () => stage.preset(name), "");
      button.dataset["preset"] = name;
      presets.append(button);
    }
    const lenses: [boolean, string][] = [[false, "Perspective"], [true, "Orthographic"]];
    const lens = this.choice("Projection", lenses, () => stage.isOrthographic, (on) => {
      stage.isOrthographic = on;
      this.update();
    });
    lens.id = "projection";
    stage.onCamera.push(() => this.update());
    const frame = this.button("Frame selection", () => this.frameSelection());
    frame.id = "frame-selection";
    const line = create("div", "line");
    line.append(frame, this.button("Frame model", () => stage.frame()));
    box.append(presets, lens, line);
    this.addCameras(box);
  }

  /** The cameras of the file, and the eyes of a character. */
  private addCameras(box: HTMLElement): void {
    const { stage, store, model } = this;
    model.gltf.cameras.filter((camera) => camera instanceof Camera).forEach((camera, index) => {
      const name = camera.name || camera.parent?.name || `camera ${index}`;
      const button = this.button(`Camera: ${name}`, () => stage.lookThrough(camera), "plain wide");
      button.dataset["camera"] = String(index);
      box.append(button);
    });
    if (this.data.firstPerson === null || this.data.humanoid["head"] === undefined) return;
    box.append(
      this.checkbox("First-person view", () => store.state.firstPerson, (on) => {
        store.change(["shown"], (state) => (state.firstPerson = on));
        const eyes = on ? eyeCamera(this.data, model.nodes) : null;
        if (eyes) stage.lookThrough(eyes);
        else stage.frame();
      }),
    );
  }

  /** Frame the selected node: its meshes, or the joint and the joints below it. */
  frameSelection(): void {
    const { selected } = this.store.state;
    if (selected === null) return this.stage.frame();
    const box = new Box3();
    const { skeleton, poser } = this.objects;
    for (const { node, surface } of this.model.surfaces) {
      if (node !== selected) continue;
      const flat = poser.vertices(node, surface);
      for (let at = 0; at < flat.length; at += 3) box.expandByPoint(new Vector3(flat[at], flat[at + 1], flat[at + 2]));
    }
    if (box.isEmpty()) {
      const children = this.data.parents.flatMap((parent, node) => (parent === selected ? [node] : []));
      for (const node of [selected, ...children]) box.expandByPoint(skeleton.positionOf(node));
      const size = box.getSize(new Vector3()).length();
      box.expandByScalar(Math.max(size * 0.5, LEAST_FRAME * this.stage.size));
    }
    this.stage.frameBox(box);
  }

  private addSurfaces(): void {
    const { store, model } = this;
    const box = this.section("Surfaces");
    const channels = CHANNELS.map((channel): [Channel, string] => [channel, CHANNEL_NAMES[channel]]);
    const shown = this.select("Show", channels, () => store.state.channel, (channel) => store.change(["shown"], (state) => (state.channel = channel)));
    shown.id = "channel";
    box.append(shown);
    const names = variantNames(model);
    if (!names.length) return;
    const variants: [string, string][] = [["", "As in the file"], ...names.map((name, index): [string, string] => [String(index), name])];
    const variant = this.select("Variant", variants, () => String(store.state.variant ?? ""), (value) =>
      store.change(["shown"], (state) => (state.variant = value ? Number(value) : null)),
    );
    variant.id = "variant";
    box.append(variant);
  }

  private addGaze(): void {
    const { store } = this;
    const box = this.section("Look at");
    const gazes = GAZES.map((gaze): [Gaze, string] => [gaze, GAZE_NAMES[gaze]]);
    const row = this.choice("Look-at target", gazes, () => store.state.gaze, (gaze) =>
      store.change(["pose"], (state) => {
        state.gaze = gaze;
        if (gaze === "target" && state.gazeTarget.every((value) => value === 0)) state.gazeTarget = this.ahead();
      }),
    );
    row.id = "gaze";
    const note = create("p", "facts", "Drag the point in the view; deselect the node first.");
    this.updates.push(() => (note.hidden = store.state.gaze !== "target"));
    box.append(row, note);
  }

  /** A point in front of the face, where eyes look first. */
  private ahead(): [number, number, number] {
    const camera = eyeCamera(this.data, this.model.nodes);
    if (!camera) return [0, 0, 1];
    return camera.position.addScaledVector(camera.getWorldDirection(new Vector3()), this.stage.size * 0.4).toArray();
  }

  private addMeshes(): void {
    const { store, model } = this;
    const nodes = [...new Set(model.surfaces.map(({ node }) => node))];
    if (nodes.length < 2) return;
    const box = this.section("Meshes");
    const set = (hidden: Iterable<number>): void => store.change(["shown"], (state) => (state.hidden = new Set(hidden)));
    const line = create("div", "line");
    line.append(this.button("Show all", () => set([])), this.button("Hide all", () => set(nodes)));
    box.append(line);
    for (const node of nodes.slice(0, MAX_MESHES)) {
      const row = this.checkbox(nodeName(this.data, node), () => !store.state.hidden.has(node), (on) =>
        set(on ? [...store.state.hidden].filter((other) => other !== node) : [...store.state.hidden, node]),
      );
      row.dataset["mesh"] = String(node);
      box.append(row);
    }
    if (nodes.length > MAX_MESHES) box.append(create("p", "empty", `and ${nodes.length - MAX_MESHES} more`));
  }

  private options: Required<PictureOptions> = { scale: 1, transparent: false };

  get picture(): PictureOptions {
    return this.options;
  }

  private addPictures(): void {
    const box = this.section("Image and video");
    const { options } = this;
    const clear = this.checkbox("Transparent background", () => options.transparent, (on) => (options.transparent = on));
    clear.id = "transparent";
    const sizes: [string, string][] = [["1", "Window size"], ["2", "2× window"], ["4", "4× window"]];
    const size = this.select("Size", sizes, () => String(options.scale), (value) => (options.scale = Number(value)));
    const save = this.button("Save image", () => this.actions.savePicture(options));
    save.id = "save-picture";
    const video = this.button("Turntable video", () => this.actions.saveVideo(Number(seconds.value)));
    video.id = "save-video";
    const seconds = create("input", "number");
    Object.assign(seconds, { type: "number", min: "1", max: "60", value: "6", step: "any" });
    seconds.id = "video-seconds";
    seconds.setAttribute("aria-label", "Length of the turntable video in seconds");
    const line = create("div", "line");
    line.append(video, seconds, create("span", "facts", "seconds"));
    box.append(clear, size, save, line);
  }
}
