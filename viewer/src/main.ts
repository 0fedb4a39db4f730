// Entry point: reads the page data, loads the model and connects the parts.

import { Box3, SkinnedMesh, Vector3 } from "three";
import { byId, create } from "./dom";
import { Comparison, match, namesOf } from "./comparison";
import { type PageData, readBytes, readPageData } from "./page_data";
import { ExportDialog, stem } from "./export_dialog";
import { Gizmo } from "./gizmo";
import { type FindingActions, FindingList, markFindings } from "./findings";
import { History } from "./history";
import { Inspector } from "./inspector";
import { Labels } from "./labels";
import { MaterialList } from "./material_list";
import * as link from "./share_link";
import { listen } from "./server_events";
import { loadModel, type Model } from "./model";
import { Panel } from "./panel";
import { Pointer } from "./pointer";
import { collectPose, type PoseTexts, poseTexts } from "./pose_export";
import { SceneObjects } from "./scene_objects";
import { BlendShapes } from "./blend_shapes";
import { FileDrop } from "./file_drop";
import { PageCopy } from "./page_copy";
import { poseClip, poseMotion } from "./pose_clip";
import { FourControls } from "./four_dimensions/controls";
import { JointSliders } from "./four_dimensions/joint_sliders";
import { parseTurns } from "./four_dimensions/planes";
import { fourPoseTexts } from "./four_dimensions/pose_texts";
import { Stage } from "./stage";
import { type Shown, Store } from "./state";
import { hasGpu, hasWebGL } from "./studio";
import { Theme } from "./theme";
import { Toolbar } from "./toolbar";
import { Playback } from "./playback";
import { Tree } from "./tree";
import { recordTurn, videoType } from "./turntable_video";
import { variantNames } from "./variants";
import { ViewPanel } from "./view_panel";

/** The parts of the page that several functions connect. */
interface Parts {
  data: PageData;
  store: Store;
  model: Model;
  stage: Stage;
  objects: SceneObjects;
  comparison: Comparison | null;
  theme: Theme;
  panel: Panel;
  four: FourControls | null;
  history: History;
  copy: PageCopy;
  drop?: FileDrop;
}

async function start(): Promise<void> {
  const copy = new PageCopy();
  const data = readPageData();
  if (!data.four) for (const id of ["tab-button-four", "tab-four"]) byId(id).remove();
  const canvas = byId<HTMLCanvasElement>("view");
  if (!hasWebGL(canvas)) return startWithoutView(data);
  const model = await loadModel(readBytes("model"));
  const store = new Store();
  const boxes = { rest: boundingBox(data, model, "bounds"), moving: boundingBox(data, model, "moving") };
  const stage = new Stage(canvas, boxes, data.front, data.studio);
  const page = initialState(data, store, model, hasGpu(stage.renderer));
  const objects = new SceneObjects(data, store, model, readBytes("frames"), stage);
  const comparison = await Comparison.load(data, store, stage, objects);
  const theme = new Theme(stage, [objects, comparison?.objects].flatMap((shown) => (shown ? [shown.materials] : [])));
  const panel = new Panel(data);
  const four = objects.four && data.four && new FourControls(store, objects.four, data.four.distance);
  const parts: Parts = { data, store, model, stage, objects, comparison, theme, panel, four, history: new History(store), copy };
  const playback = addFrameUpdates(parts);
  addControls(parts, playback);
  restore(parts, page);
  store.on(["selected", "layout"], () => cover(parts));
  stage.cover(panel.covered());
  if (page.camera) stage.setCamera(page.camera);
  else stage.frame();
  store.change(["shown", "clip", "selected", "turntable", "layout"], () => undefined);
  stage.afterFrame.push(() => markReady(() => [objects, comparison?.objects].forEach((shown) => shown?.repose())));
  panel.onResize = () => stage.cover(panel.covered());
  sayBlank(parts);
  addEventListener("hashchange", () => follow(parts));
  expose(parts, playback);
  if (data.live) listen(data.live, () => history.replaceState(null, "", address(parts)));
}

/** The initial state: from the model, then from the link. */
function initialState(data: PageData, store: Store, model: Model, gpu: boolean): Partial<link.Page> {
  const { state } = store;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const hasMesh = model.surfaces.length > 0 || Boolean(data.four?.bodies.length);
  state.clip = data.clip;
  state.playing = data.clip !== null && !still;
  state.shown.skeleton = !hasMesh;
  state.shown.colliders = !hasMesh && !data.joints.length;
  state.shown.wireframe = data.four !== null;
  state.shown.studio = gpu;
  state.shown.live = isLively(data);
  state.shown.distances = Boolean(data.distances ?? data.other?.distances);
  state.four.turns = parseTurns(data.four?.start.rotate ?? "") ?? [];
  state.four.offset = data.four?.start.w ?? 0;
  for (const [node, edit] of data.pose?.edits ?? []) state.edits.set(node, edit);
  for (const [shape, weight] of data.pose?.weights ?? []) state.weights.set(shape, weight);
  for (const [index, weight] of data.pose?.expressions ?? []) state.expressions.set(index, weight);
  const { names, clips, poses, expressions } = data;
  const counts = { nodes: names.length, clips: clips.length, poses: poses.length, expressions: expressions.length, variants: variantNames(model).length };
  const page = link.read(location.hash, state, counts);
  state.time = Math.min(state.time, state.clip === null ? 0 : (clips[state.clip]?.seconds ?? 0));
  return page;
}

/** Whether anything moves by itself when the model is posed. */
function isLively(data: PageData): boolean {
  return data.springs.length + data.constraints.length > 0;
}

/** What this model does not have, and so no button either: the words for who presses the key of it. */
function absentParts({ data, model }: Parts): Partial<Record<keyof Shown, string>> {
  const absent: Partial<Record<keyof Shown, string>> = {};
  if (!isLively(data)) absent.live = "This model has no springs and no constraints";
  if (data.other) return absent;
  if (!data.colliders.length && !data.boneShapes.length) absent.colliders = "This model has no colliders";
  if (!data.joints.length) absent.skeleton = absent.names = "This model has no joints";
  if (data.four) return { ...absent, gizmo: "Handles are for models in three dimensions" };
  if (!model.surfaces.length) absent.mesh = absent.wireframe = absent.normals = "This model has no meshes";
  if (!model.surfaces.some(({ mesh }) => mesh instanceof SkinnedMesh)) absent.heat = "This model has no skin";
  return absent;
}

/** Keep the centre of the view in what the panel and the card of the selected node leave free. */
function cover({ store, stage, panel, objects }: Parts): void {
  const { selected } = store.state;
  panel.makeRoom(selected === null ? null : stage.toWindow(objects.skeleton.positionOf(selected)));
  stage.cover(panel.covered());
}

/** Show what a link says that was pasted into the open page. */
function follow(parts: Parts): void {
  const { data, store, stage, model } = parts;
  let page: Partial<link.Page> = {};
  store.change(["selected", "shown", "clip", "time", "pose", "four", "turntable", "tool", "layout"], (state) => {
    for (const held of [state.edits, state.weights, state.expressions, state.poses, state.four.joints]) held.clear();
    Object.assign(state, { selected: null, time: 0, speed: 1, gaze: "pose", channel: "lit", loop: "loop", space: "local" });
    page = initialState(data, store, model, hasGpu(stage.renderer));
  });
  restore(parts, page);
  if (page.camera) stage.setCamera(page.camera);
}

/** A stage without anything on it says why, beside the findings. */
function sayBlank({ data, model, panel, objects }: Parts): void {
  const hasMesh = model.surfaces.some(({ mesh }) => mesh.geometry.getAttribute("position")?.count > 0);
  const bad = data.findingCounts.some(([, severity]) => severity === "error");
  const isLost = bad && !hasMesh && !data.four && data.summary.some(([name]) => name === "meshes");
  const hasOthers = objects.skeleton.above.size > 0 || data.colliders.length + data.boneShapes.length > 0 || Boolean(data.four?.bodies.length);
  if (hasMesh || (hasOthers && !isLost)) return;
  const lost = hasOthers ? "The meshes of this model could not be read. The findings say why." : "Nothing to show: parts of this model could not be read. The findings say why.";
  panel.blank(bad ? lost : "Nothing to show: this file has no meshes and no joints.");
  if (data.findings.length) panel.open("findings");
}

/** What a link says about the page itself. */
function restore({ theme, panel, four }: Parts, page: Partial<link.Page>): void {
  if (four) panel.open("four");
  if (page.dark !== undefined) theme.choose(page.dark);
  if (page.tab !== undefined) panel.open(page.tab);
  if (page.folded !== undefined && page.folded !== panel.folded) panel.toggle();
}

function address({ store, stage, theme, panel }: Parts): string {
  const page = { camera: stage.cameraPosition(), dark: theme.dark, tab: panel.tab, folded: panel.folded };
  return `#${link.write(store.state, page)}`;
}

/** A box around what the page shows: of both models, at rest or moving; that of the objects where none is known. */
function boundingBox(data: PageData, model: Model, which: "bounds" | "moving"): Box3 {
  const whole = new Box3();
  for (const { min, max } of [data, data.other].flatMap((shown) => shown?.[which] ?? [])) {
    whole.union(new Box3(new Vector3(...min), new Vector3(...max)));
  }
  if (!whole.isEmpty()) return whole;
  return which === "moving" ? boundingBox(data, model, "bounds") : new Box3().setFromObject(model.root);
}

/** The parts that are updated with each frame: pointer, names, sliders. */
function addFrameUpdates({ data, store, model, stage, objects, comparison, panel, four }: Parts): Playback {
  const { skeleton, poser } = objects;
  const gizmo = new Gizmo(data, stage, store, model, objects);
  const pointer = new Pointer(data, stage, store, skeleton, model, poser, !data.four, gizmo);
  pointer.prepare();
  const labels = new Labels(byId("labels"), data, skeleton, stage);
  const playback = new Playback(data, store);
  const shapes = new BlendShapes(data, store, model, poser, objects.four);
  stage.beforeFrame.push((seconds) => playback.advance(seconds), (seconds) => four?.advance(seconds) ?? false);
  stage.beforeFrame.push((seconds) => {
    if (objects.update(pointer.hovered, isReady(), seconds)) {
      panel.approximate(poser.approximate);
      shapes.update();
      four?.update();
    }
    gizmo.update();
    comparison?.objects.update(null, isReady(), seconds);
    return store.state.turntable || objects.isMoving || (comparison?.objects.isMoving ?? false);
  });
  stage.afterFrame.push(() => {
    const { shown, selected } = store.state;
    const on = skeleton.visible;
    labels.update(on && shown.names, on ? selected : null, on ? pointer.hovered : null);
  });
  return playback;
}

/** The controls: tree, card, findings, buttons and keys. */
function addControls(parts: Parts, playback: Playback): void {
  const { data, store, stage, model, objects, theme, panel, four, history } = parts;
  // What follows one of these is undone apart from what was before it.
  for (const gesture of ["pointerdown", "keydown", "change", "focusin", "drop"]) addEventListener(gesture, () => history.mark(), { capture: true });
  new Tree(data, store);
  const inspector = new Inspector(data, store, stage.size, !data.four);
  if (four) new JointSliders(store);
  const materials = new MaterialList(model);
  addFindings(parts, playback, materials);
  const view = new ViewPanel(data, store, model, stage, objects, {
    savePicture: (options) => void stage.picture(options).then((blob) => panel.save(blob, `${stem(data.title)}.png`)),
    saveVideo: (seconds) => void saveVideo(parts, seconds),
  });
  playback.onResize = () => stage.cover(panel.covered());
  panel.onOpen = (name) => name === "materials" && materials.fill();
  // Springs, which move by themselves, are no part of a pose.
  const posed = (write: () => Uint8Array) => (): Uint8Array => {
    objects.pose();
    return write();
  };
  const dialog = new ExportDialog(panel, data.title, () => currentPose(parts), {
    clip: data.four ? null : posed(() => poseClip(data, model, objects.clips)),
    motion: data.humanoid["hips"] === undefined ? null : posed(() => poseMotion(data, store.state, model, objects.clips)),
  });
  parts.drop = new FileDrop(data, store, model, objects.clips, panel, playback, (shown, bytes) => {
    // The way back leads to this pose and view.
    window.history.replaceState(null, "", address(parts));
    parts.copy.open(shown, bytes);
  });
  new Toolbar(store, absentParts(parts), {
    say: (words) => panel.say(words),
    canUndo: () => history.canUndo,
    canRedo: () => history.canRedo,
    play: () => (four && !data.clips.length ? four : playback).toggle(),
    step: (way) => playback.step(way),
    frame: () => stage.frame(),
    frameSelection: () => view.frameSelection(),
    preset: (name) => stage.preset(name),
    projection: () => (stage.isOrthographic = !stage.isOrthographic),
    undo: () => (history.canUndo ? history.undo() : panel.say("Nothing to undo")),
    redo: () => (history.canRedo ? history.redo() : panel.say("Nothing to redo")),
    resetBone: () => inspector.resetBone(),
    theme: () => theme.choose(!theme.dark),
    link: () => panel.copyLink(new URL(address(parts), location.href).href),
    exportPose: () => dialog.open(),
    picture: () => void stage.picture(view.picture).then((blob) => panel.save(blob, `${stem(data.title)}.png`)),
    panel: () => {
      panel.toggle();
      stage.cover(panel.covered());
    },
  });
}

/** The findings of the model, and of the one that it is compared with. */
function addFindings({ data, store, panel }: Pick<Parts, "data" | "store" | "panel">, playback: Playback | null, materials: MaterialList): void {
  const holder = byId("findings");
  const list = (shown: PageData, actions: FindingActions): void => {
    const part = create("div", "findings");
    if (data.other) part.append(create("h2", "sub", shown.title));
    holder.append(part);
    new FindingList(shown, actions, part);
  };
  list(data, {
    select: (node) => store.select(node),
    play: (clip) => playback?.choose(clip),
    showMaterial: (material) => {
      panel.open("materials");
      materials.reveal(material);
    },
  });
  markFindings(data.other ? [data, data.other] : [data]);
  if (!data.other) return;
  const [names, clips] = [match(data.other.names, data.names), match(namesOf(data.other.clips), namesOf(data.clips))];
  list(data.other, {
    select: (node) => store.select(names(node) ?? null),
    play: (clip) => playback?.choose(clips(clip) ?? null),
    // The list of materials is that of the first model.
    showMaterial: () => panel.say("This material belongs to the second model"),
  });
}

/** Without WebGL there is no view; what is known about the model is still there. */
async function startWithoutView(data: PageData): Promise<void> {
  document.body.classList.add("viewless");
  const panel = new Panel(data);
  const store = new Store();
  new Tree(data, store);
  const materials = new MaterialList(await loadModel(readBytes("model")));
  panel.onOpen = (name) => name === "materials" && materials.fill();
  addFindings({ data, store, panel }, null, materials);
  panel.blank("This browser does not support WebGL, so the model cannot be shown. Its nodes, findings and facts are in the panel; for an image, use pantin render.");
  document.documentElement.dataset["ready"] = "all";
}

/** Frames per second below which a video is seen to jerk. */
const SMOOTH = 10;

async function saveVideo({ data, stage, panel }: Parts, seconds: number): Promise<void> {
  const type = videoType();
  if (!type) return panel.say("This browser cannot record video");
  const length = Math.min(Math.max(seconds || 6, 1), 60);
  panel.say(`Recording one turn: ${length} seconds`);
  try {
    const { video, rate } = await recordTurn(stage, length, type[0]);
    panel.save(video, `${stem(data.title)}.${type[1]}`);
    panel.say(rate < SMOOTH ? `Turntable video saved; it jerks, since this computer drew ${rate.toFixed(1)} frames per second` : "Turntable video saved");
  } catch (error) {
    panel.say(`Video recording failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function currentPose({ data, store, model, objects }: Parts): PoseTexts {
  objects.pose();
  if (data.four && objects.four) return fourPoseTexts(data, data.four.posed, objects.four, store.state);
  return poseTexts(collectPose(data, store.state, model, objects.clips));
}

/** For the console, and for the tests that compare three.js's vertices with Pantin's. */
function expose(parts: Parts, playback: Playback): void {
  const { objects } = parts;
  const vertices = (node: number, surface = 0): number[] => {
    objects.pose();
    return objects.poser.vertices(node, surface);
  };
  const collider = (index: number): number[] => {
    objects.pose();
    objects.colliders.update();
    return objects.colliders.vertices(index);
  };
  Object.assign(window, { pantin: { ...parts, playback, skeleton: objects.skeleton, springs: objects.springs, vertices, collider } });
}

function isReady(): boolean {
  return document.documentElement.dataset["ready"] !== undefined;
}

/** The first frame is shown at once; the shadow, whose shaders take time to compile, follows with the next. */
function markReady(again: () => void): void {
  const ready = isReady();
  document.documentElement.dataset["ready"] = ready ? "all" : "first";
  if (!ready) again();
}

start().catch((error: unknown) => {
  const holder = byId("problems");
  holder.hidden = false;
  holder.textContent = `The model cannot be shown: ${error instanceof Error ? error.message : String(error)}`;
  document.documentElement.setAttribute("data-failed", "");
  const { live } = readPageData();
  if (live) listen(live, () => undefined);
});
