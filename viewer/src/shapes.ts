// Blend shapes: a slider for each, which stands before what a clip says, and one for each expression of a VRM.

import { byId, made, slider } from "./dom";
import { type ExpressionFacts, type Facts, nodeName } from "./facts";
import type { Model } from "./model";
import type { Store } from "./state";

export class Shapes {
  private readonly sliders = new Map<string, (value: number) => void>();

  constructor(
    private readonly facts: Facts,
    private readonly store: Store,
    private readonly model: Model,
  ) {
    const holder = byId("shapes");
    if (facts.expressions.length) holder.append(made("h3", "", "Expressions"));
    for (const one of facts.expressions) holder.append(this.expression(one));
    if (facts.expressions.length && facts.blends.length === 1) holder.append(made("h3", "", "Blend shapes"));
    for (const { node, names } of facts.blends) {
      if (facts.blends.length > 1) holder.append(made("h3", "", nodeName(facts, node)));
      names.forEach((name, at) => holder.append(this.row(`${node}.${at}`, name)));
    }
    if (!facts.blends.length) holder.append(made("p", "empty", "This model has no blend shapes."));
  }

  private expression({ name, binds }: ExpressionFacts): HTMLElement {
    const made = slider(name, { min: 0, max: 1, step: 0.01 }, (value) =>
      this.store.change(["pose"], (state) => {
        for (const [node, shape, full] of binds) state.amounts.set(`${node}.${shape}`, value * full);
      }),
    );
    made.row.dataset["expression"] = name;
    made.set(0);
    this.store.on(["pose"], () => {
      if (!this.store.state.amounts.size) made.set(0);
    });
    return made.row;
  }

  private row(key: string, name: string): HTMLElement {
    const made = slider(name, { min: 0, max: 1, step: 0.01 }, (value) =>
      this.store.change(["pose"], (state) => state.amounts.set(key, value)),
    );
    made.row.dataset["shape"] = key;
    this.sliders.set(key, made.set);
    return made.row;
  }

  /** Bring the sliders to the amounts that are shown. */
  update(): void {
    for (const { node, names } of this.facts.blends) {
      const held = this.model.surfaces.find((one) => one.node === node)?.mesh.morphTargetInfluences;
      names.forEach((_, at) => this.sliders.get(`${node}.${at}`)?.(held?.[at] ?? 0));
    }
  }
}
