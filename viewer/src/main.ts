// The page begins here: read what Pantin wrote into it, load the model, put the parts together.

import { Box3, Vector3 } from "three";
import { byId } from "./dom";
import { type Facts, readBytes, readFacts } from "./facts";
import { listFindings } from "./findings";
import { Inspector } from "./inspector";
import { Labels } from "./labels";
import * as link from "./link";
import { listen } from "./live";
import { loadModel, type Model } from "./model";
import { Panel } from "./panel";
import { Pointer } from "./pointer";
import { Scenery } from "./scenery";
import { Shapes } from "./shapes";
import { Slices } from "./slices";
import { Stage } from "./stage";
import { Store } from "./state";
import { Theme } from "./theme";
import { Toolbar } from "./toolbar";
import { Transport } from "./transport";
import { Tree } from "./tree";

async function start(): Promise<void> {
  const facts = readFacts();
  const model = await loadModel(readBytes("model"));
  const store = new Store();
  const seen = begin(facts, store);
  const stage = new Stage(byId<HTMLCanvasElement>("view"), boxOf(facts, model), facts.front);
  const scenery = new Scenery(facts, store, model, stage);
  const theme = new Theme(stage, scenery.looks);
  const panel = new Panel(facts);
  const transport = furnish(facts, store, model, stage, scenery, panel);
  const address = (): string => `#${link.written(store.state, stage.seen(), theme.dark)}`;
  equip(facts, store, stage, theme, panel, transport, address);

  if (new URLSearchParams(location.hash.slice(1)).get("dark") === "1") theme.choose(true);
  store.on(["selected"], () => stage.cover(panel.covered()));
  stage.cover(panel.covered());
  if (seen) stage.look(seen);
  else stage.frame();
  store.change(["shown", "clip", "selected", "turntable"], () => undefined);
  stage.afterFrame.push(() => settle(() => scenery.repose()));
  expose(facts, store, stage, scenery);
  if (facts.live) listen(facts.live, () => history.replaceState(null, "", address()));
}

/** What is shown at first: what the model has, then what the link says. */
function begin(facts: Facts, store: Store): link.Seen | null {
  const { state } = store;
  state.clip = facts.clip;
  state.playing = facts.clip !== null;
  state.shown.colliders = facts.colliders.length > 0;
  state.shown.wireframe = facts.slices.length > 0;
  state.slice = Math.floor(facts.slices.length / 2);
  return link.read(location.hash, state, facts.names.length, facts.clips.length, facts.slices.length);
}

function boxOf(facts: Facts, model: Model): Box3 {
  const { bounds } = facts;
  if (!bounds) return new Box3().setFromObject(model.root);
  return new Box3(new Vector3(...bounds.min), new Vector3(...bounds.max));
}

/** The parts that show something of each frame: pointer, names, sliders. */
function furnish(facts: Facts, store: Store, model: Model, stage: Stage, scenery: Scenery, panel: Panel): Transport {
  const { skeleton, poser } = scenery;
  const pointer = new Pointer(stage, store, skeleton, model, poser, !facts.slices.length);
  const labels = new Labels(byId("labels"), facts, skeleton, stage);
  const transport = new Transport(facts, store);
  const shapes = new Shapes(facts, store, model);
  stage.beforeFrame.push((seconds) => transport.advance(seconds));
  stage.beforeFrame.push(() => {
    if (scenery.update(pointer.hovered, isReady())) {
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
  new Slices(facts, store, model.nodes);
  return transport;
}

/** The parts that are pressed: tree, card, findings, buttons and keys. */
function equip(
  facts: Facts,
  store: Store,
  stage: Stage,
  theme: Theme,
  panel: Panel,
  transport: Transport,
  address: () => string,
): void {
  new Tree(facts, store);
  const inspector = new Inspector(facts, store, !facts.slices.length);
  listFindings(facts, store);
  new Toolbar(store, {
    play: () => transport.toggle(),
    nudge: (way) => transport.nudge(way),
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

/** For the console, and for the tests that hold three.js's vertices against Pantin's. */
function expose(facts: Facts, store: Store, stage: Stage, scenery: Scenery): void {
  const vertices = (node: number, surface = 0): number[] => {
    scenery.pose();
    return scenery.poser.vertices(node, surface);
  };
  const collider = (index: number): number[] => {
    scenery.pose();
    scenery.colliders.update();
    return scenery.colliders.vertices(index);
  };
  Object.assign(window, { pantin: { facts, store, stage, skeleton: scenery.skeleton, vertices, collider } });
}

function isReady(): boolean {
  return document.documentElement.dataset["ready"] !== undefined;
}

/** The first frame is shown as soon as it can be; the shadow, whose programs take time to compile, with the next. */
function settle(again: () => void): void {
  const ready = isReady();
  document.documentElement.dataset["ready"] = ready ? "all" : "first";
  if (!ready) again();
}

start().catch((error: unknown) => {
  const holder = byId("problems");
  holder.hidden = false;
  holder.textContent = `The model cannot be shown: ${error instanceof Error ? error.message : String(error)}`;
  document.documentElement.setAttribute("data-failed", "");
  const { live } = readFacts();
  if (live) listen(live, () => undefined);
});
