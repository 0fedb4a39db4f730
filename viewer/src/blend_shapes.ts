// Blend shapes: a slider for each, which overrides the clip; one for each expression of a VRM and for each pose of a
// Rigy source.

import { byId, create, slider } from "./dom";
import type { FourScene } from "./four_dimensions/scene";
import { type ExpressionData, type PageData, nodeName } from "./page_data";
import type { Model } from "./model";
import type { Poser } from "./pose";
import type { Store } from "./state";

export class BlendShapes {
  private readonly sliders = new Map<string, (value: number) => void>();
  private readonly expressions: ((value: number) => void)[] = [];

  constructor(
    private readonly data: PageData,
    private readonly store: Store,
    private readonly model: Model,
    private readonly poser: Poser,
    private readonly four: FourScene | null = null,
  ) {
    const holder = byId("shapes");
    if (data.expressions.length) holder.append(create("h2", "sub", "Expressions"));
    data.expressions.forEach((expression, index) => holder.append(this.expression(expression, index)));
    if (data.expressions.length && data.blendShapes.length === 1) holder.append(create("h2", "sub", "Blend shapes"));
    for (const { node, names } of data.blendShapes) {
      if (data.blendShapes.length > 1) holder.append(create("h2", "sub", nodeName(data, node)));
      names.forEach((name, index) => holder.append(this.row(`${node}.${index}`, name)));
    }
    if (data.poses.length) holder.append(create("h2", "sub", "Poses"));
    data.poses.forEach(({ name }, index) => holder.append(this.pose(index, name)));
    if (!data.blendShapes.length && !data.poses.length && !data.expressions.length) holder.append(create("p", "empty", "This model has no blend shapes."));
  }

  private expression({ name, binds }: ExpressionData, index: number): HTMLElement {
    const control = slider(name, { min: 0, max: 1, step: 0.01 }, (value) =>
      this.store.change(["pose"], (state) => {
        if (value || this.poser.plays(index)) state.expressions.set(index, value);
        else state.expressions.delete(index);
        // The slider that was moved last counts.
        for (const [node, shape] of binds) state.weights.delete(`${node}.${shape}`);
      }),
    );
    control.row.dataset["expression"] = name;
    this.expressions.push(control.set);
    return control.row;
  }

  /** Keep a slider at a value of the state. */
  private follow(set: (value: number) => void, value: () => number): void {
    set(value());
    this.store.on(["pose"], () => set(value()));
  }

  private row(key: string, name: string): HTMLElement {
    const control = slider(name, { min: 0, max: 1, step: 0.01 }, (value) =>
      this.store.change(["pose"], (state) => state.weights.set(key, value)),
    );
    control.row.dataset["shape"] = key;
    this.sliders.set(key, control.set);
    return control.row;
  }

  private pose(index: number, name: string): HTMLElement {
    const control = slider(name, { min: 0, max: 1, step: 0.01 }, (value) =>
      this.store.change(["pose"], (state) => {
        if (value) state.poses.set(index, value);
        else state.poses.delete(index);
      }),
    );
    control.row.dataset["pose"] = name;
    this.follow(control.set, () => this.store.state.poses.get(index) ?? 0);
    return control.row;
  }

  /** Set the sliders to the current weights. */
  update(): void {
    this.expressions.forEach((set, index) => set(this.poser.expressed.get(index) ?? 0));
    for (const { node, names } of this.data.blendShapes) {
      const held = this.model.surfaces.find((surface) => surface.node === node)?.mesh.morphTargetInfluences;
      names.forEach((_, index) => {
        const weight = held?.[index] ?? this.store.state.weights.get(`${node}.${index}`) ?? this.four?.weightOf(node, index);
        this.sliders.get(`${node}.${index}`)?.(weight ?? 0);
      });
    }
  }
}
