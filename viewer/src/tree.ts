// The nodes as a searchable tree; joints have the colour of their skeleton.

import { byId, create } from "./dom";
import { type PageData, nodeName } from "./page_data";
import type { Store } from "./state";

/** Rows beyond this are found by searching: a list of fifty thousand would block the page. */
const MAX_ROWS = 4000;

/** Levels with full indentation, and with a smaller one; deeper levels are not indented further. */
const SHALLOW = 8;
const DEEPEST = 60;

export class Tree {
  private readonly rows = new Map<number, HTMLElement>();
  private readonly list = byId("tree");

  constructor(
    private readonly data: PageData,
    private readonly store: Store,
  ) {
    const search = byId<HTMLInputElement>("search");
    search.addEventListener("input", () => this.fill(search.value));
    this.list.addEventListener("keydown", (event) => this.step(event));
    this.fill("");
    store.on(["selected"], () => this.mark());
  }

  private fill(words: string): void {
    const { data } = this;
    const wanted = words.toLowerCase();
    const colours = new Map(data.skeletons.flatMap((skeleton) => skeleton.joints.map((node) => [node, skeleton.colour])));
    const joints = new Set(data.joints);
    this.rows.clear();
    const rows: HTMLElement[] = [];
    for (const [node, depth] of depthFirst(data.parents)) {
      const name = nodeName(data, node);
      if (wanted && !name.toLowerCase().includes(wanted)) continue;
      if (rows.length >= MAX_ROWS) break;
      const row = create("button", joints.has(node) ? "row joint" : "row");
      row.type = "button";
      row.setAttribute("role", "treeitem");
      row.setAttribute("aria-level", String(depth + 1));
      row.dataset["node"] = String(node);
      row.style.paddingLeft = `${8 + (wanted ? 0 : indent(depth))}px`;
      const dot = create("i");
      dot.style.background = colours.get(node) ?? "";
      row.append(dot, create("span", "", name));
      row.addEventListener("click", () => this.store.select(node));
      this.rows.set(node, row);
      rows.push(row);
    }
    this.list.replaceChildren(...(rows.length ? rows : [create("p", "empty", "No matching nodes.")]));
    this.mark();
  }

  private mark(): void {
    const { selected } = this.store.state;
    const row = selected === null ? undefined : this.rows.get(selected);
    // The tab key stops at one row; arrow keys move from there.
    const stop = row ?? this.rows.values().next().value;
    for (const item of this.rows.values()) {
      item.setAttribute("aria-selected", String(item === row));
      item.tabIndex = item === stop ? 0 : -1;
    }
    row?.querySelector("span")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  private step(event: KeyboardEvent): void {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    const nodes = [...this.rows.keys()];
    const index = nodes.indexOf(this.store.state.selected ?? -1) + way;
    const next = nodes[Math.min(Math.max(index, 0), nodes.length - 1)];
    if (next === undefined) return;
    this.store.select(next);
    this.rows.get(next)?.focus();
  }
}

function indent(depth: number): number {
  return Math.min(depth, SHALLOW) * 12 + Math.min(Math.max(depth - SHALLOW, 0), DEEPEST) * 4;
}

/** Nodes with their depth, in depth-first order. */
function depthFirst(parents: number[]): [number, number][] {
  const children = new Map<number, number[]>();
  parents.forEach((parent, node) => {
    const known = children.get(parent);
    if (known) known.push(node);
    else children.set(parent, [node]);
  });
  const found: [number, number][] = [];
  const stack: [number, number][] = (children.get(-1) ?? []).map((node): [number, number] => [node, 0]).reverse();
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    found.push(entry);
    const [node, depth] = entry;
    for (const child of (children.get(node) ?? []).slice().reverse()) stack.push([child, depth + 1]);
  }
  return found;
}
