// The page begins here: read what Pantin wrote into it, load the model, put the parts together.

import { Box3, Vector3 } from "three";
import { Clips } from "./clips";
import { Colliders } from "./colliders";
import { byId } from "./dom";
import { readBytes, readFacts } from "./facts";
import { listFindings } from "./findings";
import { posedSurfaces } from "./frames";
import { Inspector } from "./inspector";
import { Labels } from "./labels";
import * as link from "./link";
import { listen } from "./live";
import { Looks } from "./looks";
import { loadModel } from "./model";
import { Panel } from "./panel";
import { Pointer } from "./pointer";
import { Poser } from "./pose";
import { Shadow } from "./shadow";
import { Shapes } from "./shapes";
import { SkeletonOverlay } from "./skeleton";
import { Slices } from "./slices";
import { Stage } from "./stage";
import { Store } from "./state";
import { Theme } from "./theme";
import { Toolbar } from "./toolbar";
import { Transport } from "./transport";
import { Tree } from "./tree";

async function start(): Promise<void> {
  const facts = readFacts();
  const store = new Store();
  const { state } = store;
  const model = await loadModel(readBytes("model"));
  const bounds = facts.bounds
    ? new Box3(new Vector3(...facts.bounds.min), new Vector3(...facts.bounds.max))
    : new Box3().setFromObject(model.root);
  const stage = new Stage(byId<HTMLCanvasElement>("view"), bounds, facts.front);
  stage.scene.add(model.root);

  const flat = facts.slices.length > 0;
  state.clip = facts.clip;
  state.playing = facts.clip !== null;
  state.shown.colliders = facts.colliders.length > 0;
  state.shown.wireframe = flat;
  state.slice = Math.floor(facts.slices.length / 2);
  const seen = link.read(location.hash, state, facts.names.length, facts.clips.length, facts.slices.length);

  const posed = posedSurfaces(facts, model.surfaces, readBytes("frames"), stage.scene);
  const looks = new Looks(facts, model, posed);
  const clips = new Clips(model.root, model.gltf.animations);
  const poser = new Poser(store, model, clips, posed);
  const skeleton = new SkeletonOverlay(facts, model.nodes, stage.size, stage.overlay);
  const colliders = new Colliders(facts.colliders, model.nodes, stage.size);
  stage.scene.add(colliders.group);
  const pointer = new Pointer(stage, store, skeleton, model, poser, !flat);
  const labels = new Labels(byId("labels"), facts, skeleton, stage);
  const theme = new Theme(stage, looks);
  const transport = new Transport(facts, store);
  const shapes = new Shapes(facts, store, model);
  const inspector = new Inspector(facts, store, !flat);
  const panel = new Panel(facts);
  new Tree(facts, store);
  new Slices(facts, store, model.nodes);
  listFindings(facts, store);

  const address = (): string => `#${link.written(state, stage.seen(), theme.dark)}`;
  new Toolbar(store, {
    play: () => transport.toggle(),
    nudge: (way) => transport.nudge(way),
    frame: () => stage.frame(facts.front),
    resetBone: () => inspector.resetBone(),
    theme: () => theme.choose(!theme.dark),
    link: () => panel.copy(new URL(address(), location.href).href),
    panel: () => {
      panel.toggle();
      stage.cover(panel.covered());
    },
  });

  const shadow = new Shadow(stage.scene, stage.box);
  const casting = [model.root, ...posed.map((one) => one.mesh)];
  let stale = true;
  const repaint = (): void => {
    looks.paint(state);
    stage.show(state.shown.grid, state.shown.axes);
    skeleton.visible = state.shown.skeleton;
    colliders.group.visible = state.shown.colliders;
    shadow.visible = state.shown.mesh;
    stage.controls.autoRotate = state.turntable;
    stage.draw();
  };
  const repose = (): void => {
    stale = true;
    stage.draw();
  };
  store.on(["shown", "selected", "turntable", "slice"], repaint);
  store.on(["pose", "time", "clip", "slice"], repose);
  stage.beforeFrame.push((seconds) => transport.advance(seconds));
  stage.beforeFrame.push(() => {
    if (stale) {
      if (poser.apply()) looks.paint(state);
      panel.approximate(poser.approximate);
      shapes.update();
      colliders.update();
      if (document.documentElement.dataset["ready"]) shadow.update(stage.renderer, casting);
      stale = false;
    }
    if (skeleton.visible) skeleton.update(state.selected, pointer.hovered);
    return state.turntable;
  });
  stage.afterFrame.push(() => {
    const named = skeleton.visible;
    labels.update(named && state.shown.names, named ? state.selected : null, named ? pointer.hovered : null);
  });
  if (new URLSearchParams(location.hash.slice(1)).get("dark") === "1") theme.choose(true);
  store.on(["selected"], () => stage.cover(panel.covered()));
  stage.cover(panel.covered());
  if (seen) stage.look(seen);
  else stage.frame(facts.front);
  store.change(["shown", "clip", "selected", "turntable"], () => undefined);

  // For the console, and for the tests that hold three.js's vertices against Pantin's.
  const vertices = (node: number, surface = 0): number[] => {
    if (poser.apply()) looks.paint(state);
    return poser.vertices(node, surface);
  };
  Object.assign(window, { pantin: { facts, store, stage, skeleton, vertices } });
  stage.afterFrame.push(() => settle(repose));
  if (facts.live) listen(() => history.replaceState(null, "", address()));
}

/** The first frame is shown as soon as it can be; the shadow, whose programs take time to compile, with the next. */
function settle(again: () => void): void {
  const { dataset } = document.documentElement;
  if (dataset["ready"] === undefined) again();
  dataset["ready"] = dataset["ready"] === undefined ? "first" : "all";
}

start().catch((error: unknown) => {
  const holder = byId("problems");
  holder.hidden = false;
  holder.textContent = `The model cannot be shown: ${error instanceof Error ? error.message : String(error)}`;
  document.documentElement.setAttribute("data-failed", "");
  if (readFacts().live) listen(() => undefined);
});
