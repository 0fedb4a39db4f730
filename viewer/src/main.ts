// Entry point: reads the page data, loads the model and connects the parts.

import { Box3, Vector3 } from "three";
import { byId } from "./dom";
import { type PageData, readBytes, readPageData } from "./page_data";
import { listFindings } from "./findings";
import { Inspector } from "./inspector";
import { Labels } from "./labels";
import * as link from "./share_link";
import { listen } from "./server_events";
import { loadModel, type Model } from "./model";
import { Panel } from "./panel";
import { Pointer } from "./pointer";
import { SceneObjects } from "./scene_objects";
import { BlendShapes } from "./blend_shapes";
import { Slices } from "./slices";
import { Stage } from "./stage";
import { Store } from "./state";
import { Theme } from "./theme";
import { Toolbar } from "./toolbar";
import { Playback } from "./playback";
import { Tree } from "./tree";

async function start(): Promise<void> {
  const data = readPageData();
  const model = await loadModel(readBytes("model"));
  const store = new Store();
  const seen = initialState(data, store);
  const stage = new Stage(byId<HTMLCanvasElement>("view"), boundingBox(data, model), data.front);
  const objects = new SceneObjects(data, store, model, stage);
  const theme = new Theme(stage, objects.materials);
  const panel = new Panel(data);
  const playback = addFrameUpdates(data, store, model, stage, objects, panel);
  const address = (): string => `#${link.write(store.state, stage.cameraPosition(), theme.dark)}`;
  addControls(data, store, stage, theme, panel, playback, address);

  if (new URLSearchParams(location.hash.slice(1)).get("dark") === "1") theme.choose(true);
  store.on(["selected"], () => stage.cover(panel.covered()));
  stage.cover(panel.covered());
  if (seen) stage.setCamera(seen);
  else stage.frame();
  store.change(["shown", "clip", "selected", "turntable"], () => undefined);
  stage.afterFrame.push(() => markReady(() => objects.repose()));
  expose(data, store, stage, model, objects);
  if (data.live) listen(data.live, () => history.replaceState(null, "", address()));
}

/** The initial state: from the model, then from the link. */
function initialState(data: PageData, store: Store): link.CameraPosition | null {
  const { state } = store;
  state.clip = data.clip;
  state.playing = data.clip !== null;
  state.shown.colliders = data.colliders.length > 0;
  state.shown.wireframe = data.slices.length > 0;
  state.slice = Math.floor(data.slices.length / 2);
  const { names, clips, slices, poses, expressions } = data;
  return link.read(location.hash, state, names.length, clips.length, slices.length, poses.length, expressions.length);
}

function boundingBox(data: PageData, model: Model): Box3 {
  const { bounds } = data;
  if (!bounds) return new Box3().setFromObject(model.root);
  return new Box3(new Vector3(...bounds.min), new Vector3(...bounds.max));
}

/** The parts that are updated with each frame: pointer, names, sliders. */
function addFrameUpdates(data: PageData, store: Store, model: Model, stage: Stage, objects: SceneObjects, panel: Panel): Playback {
  const { skeleton, poser } = objects;
  const pointer = new Pointer(stage, store, skeleton, model, poser, !data.slices.length);
  const labels = new Labels(byId("labels"), data, skeleton, stage);
  const playback = new Playback(data, store);
  const shapes = new BlendShapes(data, store, model);
  stage.beforeFrame.push((seconds) => playback.advance(seconds));
  stage.beforeFrame.push(() => {
    if (objects.update(pointer.hovered, isReady())) {
      panel.approximate(poser.approximate);
      shapes.update();
    }
    return store.state.turntable;
  });
  stage.afterFrame.push(() => {
    const { shown, selected } = store.state;
    const on = skeleton.visible;
    labels.update(on && shown.names, on ? selected : null, on ? pointer.hovered : null);
  });
  new Slices(data, store, model.nodes);
  return playback;
}

/** The controls: tree, card, findings, buttons and keys. */
function addControls(
  data: PageData,
  store: Store,
  stage: Stage,
  theme: Theme,
  panel: Panel,
  playback: Playback,
  address: () => string,
): void {
  new Tree(data, store);
  const inspector = new Inspector(data, store, !data.slices.length);
  listFindings(data, store);
  new Toolbar(store, {
    play: () => playback.toggle(),
    step: (way) => playback.step(way),
    frame: () => stage.frame(),
    resetBone: () => inspector.resetBone(),
    theme: () => theme.choose(!theme.dark),
    link: () => panel.copy(new URL(address(), location.href).href),
    panel: () => {
      panel.toggle();
      stage.cover(panel.covered());
    },
  });
}

/** For the console, and for the tests that compare three.js's vertices with Pantin's. */
function expose(data: PageData, store: Store, stage: Stage, model: Model, objects: SceneObjects): void {
  const vertices = (node: number, surface = 0): number[] => {
    objects.pose();
    return objects.poser.vertices(node, surface);
  };
  const collider = (index: number): number[] => {
    objects.pose();
    objects.colliders.update();
    return objects.colliders.vertices(index);
  };
  Object.assign(window, { pantin: { data, store, stage, model, skeleton: objects.skeleton, vertices, collider } });
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
