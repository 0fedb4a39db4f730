// Joint names over the view: of the selected and the hovered joint, or of all that have room.

import { type PageData, nodeName } from "./page_data";
import type { SkeletonOverlay } from "./skeleton";
import type { Stage } from "./stage";

const MAX_LABELS = 160;
/** Pixels kept free around a name. */
const ROOM = { x: 8, y: 15 };

export class Labels {
  private readonly spans: HTMLSpanElement[] = [];

  constructor(
    private readonly holder: HTMLElement,
    private readonly data: PageData,
    private readonly skeleton: SkeletonOverlay,
    private readonly stage: Stage,
  ) {}

  update(all: boolean, chosen: number | null, hovered: number | null): void {
    const wanted = [hovered, chosen, ...(all ? this.skeleton.above.keys() : [])];
    const nodes = [...new Set(wanted)].filter((node) => node !== null && this.skeleton.has(node)) as number[];
    const taken: { x: number; y: number; wide: number }[] = [];
    let used = 0;
    for (const node of nodes) {
      if (used >= MAX_LABELS) break;
      const position = this.stage.toWindow(this.skeleton.positionOf(node));
      const name = nodeName(this.data, node);
      const wide = name.length * 6.5;
      const crowded = position && taken.some((label) => near(label, position, wide));
      if (!position || (crowded && node !== chosen && node !== hovered)) continue;
      taken.push({ ...position, wide });
      this.put(used++, name, position, node === chosen);
    }
    for (let index = used; index < this.spans.length; index++) (this.spans[index] as HTMLElement).hidden = true;
  }

  private put(index: number, name: string, position: { x: number; y: number }, chosen: boolean): void {
    let span = this.spans[index];
    if (!span) {
      span = document.createElement("span");
      this.holder.append(span);
      this.spans.push(span);
    }
    span.hidden = false;
    span.textContent = name;
    span.classList.toggle("chosen", chosen);
    span.style.transform = `translate(${Math.round(position.x + 8)}px, ${Math.round(position.y - 8)}px)`;
  }
}

function near(label: { x: number; y: number; wide: number }, position: { x: number; y: number }, wide: number): boolean {
  const apart = position.x < label.x ? label.x - position.x < wide + ROOM.x : position.x - label.x < label.wide + ROOM.x;
  return apart && Math.abs(label.y - position.y) < ROOM.y;
}
