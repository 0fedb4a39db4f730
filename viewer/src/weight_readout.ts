// The weights of the vertex under the pointer, as numbers beside it.

import { SkinnedMesh, type Vector2 } from "three";
import { byId, create } from "./dom";
import type { Model } from "./model";
import { type PageData, nodeName } from "./page_data";
import type { SurfaceHit } from "./surface_picker";
import { influencesOf } from "./weight_map";

/** Joints that are listed. */
const MOST = 8;

export class WeightReadout {
  private readonly box = byId("readout");

  constructor(
    private readonly data: PageData,
    private readonly model: Model,
  ) {}

  show(hit: SurfaceHit | null, position: Vector2): void {
    this.box.hidden = hit === null;
    if (!hit) return;
    const rows = hit.mesh instanceof SkinnedMesh ? influencesOf(hit.mesh, hit.vertex) : [];
    const cells = rows.slice(0, MOST).flatMap(({ joint, weight }) => {
      const node = this.model.nodes.indexOf(joint);
      return [create("span", "", node < 0 ? joint.name : nodeName(this.data, node)), create("b", "", weight.toFixed(3))];
    });
    if (!cells.length) cells.push(create("span", "", "no skin"));
    const beyond = rows.length > MOST ? [create("span", "", `and ${rows.length - MOST} more`)] : [];
    this.box.replaceChildren(create("span", "vertex", `vertex ${hit.vertex}`), ...cells, ...beyond);
    const [wide, high] = [this.box.offsetWidth, this.box.offsetHeight];
    const left = position.x + 16 + wide > innerWidth ? position.x - 16 - wide : position.x + 16;
    const top = Math.min(position.y + 12, innerHeight - high - 8);
    this.box.style.transform = `translate(${Math.round(Math.max(4, left))}px, ${Math.round(top)}px)`;
  }
}
