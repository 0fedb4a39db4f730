// Joint names over the view: of the selected and the hovered joint, or of all that have room.

import { Vector3 } from "three";
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
    const nodes = [...new Set(wanted)].filter((one) => one !== null && this.skeleton.has(one)) as number[];
    const taken: { x: number; y: number; wide: number }[] = [];
    let used = 0;
    for (const node of nodes) {
      if (used >= MAX_LABELS) break;
      const place = this.project(this.skeleton.positionOf(node));
      const name = nodeName(this.data, node);
      const wide = name.length * 6.5;
      const crowded = place && taken.some((one) => near(one, place, wide));
      if (!place || (crowded && node !== chosen && node !== hovered)) continue;
      taken.push({ ...place, wide });
      this.put(used++, name, place, node === chosen);
    }
    for (let at = used; at < this.spans.length; at++) (this.spans[at] as HTMLElement).hidden = true;
  }

  private project(point: Vector3): { x: number; y: number } | null {
    const seen = point.clone().project(this.stage.camera);
    if (seen.z > 1 || Math.abs(seen.x) > 1 || Math.abs(seen.y) > 1) return null;
    const { clientWidth, clientHeight } = this.holder;
    return { x: ((seen.x + 1) / 2) * clientWidth, y: ((1 - seen.y) / 2) * clientHeight };
  }

  private put(at: number, name: string, place: { x: number; y: number }, chosen: boolean): void {
    let span = this.spans[at];
    if (!span) {
      span = document.createElement("span");
      this.holder.append(span);
      this.spans.push(span);
    }
    span.hidden = false;
    span.textContent = name;
    span.classList.toggle("chosen", chosen);
    span.style.transform = `translate(${Math.round(place.x + 8)}px, ${Math.round(place.y - 8)}px)`;
  }
}

function near(one: { x: number; y: number; wide: number }, place: { x: number; y: number }, wide: number): boolean {
  const apart = place.x < one.x ? one.x - place.x < wide + ROOM.x : place.x - one.x < one.wide + ROOM.x;
  return apart && Math.abs(one.y - place.y) < ROOM.y;
}
