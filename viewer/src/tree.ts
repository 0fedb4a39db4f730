// The nodes as a tree that folds and is searched; joints have the colour of their skeleton.

import { byId, create } from "./dom";
import { type PageData, nodeName } from "./page_data";
import type { Store } from "./state";
import { Forest, type TreeRow } from "./tree_rows";

/** Rows beyond this are found by searching: a list of fifty thousand would block the page. */
const MAX_ROWS = 4000;

/** Pixels of a name that must be in view, and of what is before it in its row. */
const READABLE = 120;
const FOLD = 40;
/** Levels with full indentation, and with a smaller one; deeper levels are not indented further. */
const SHALLOW = 8;
const DEEPEST = 60;

export class Tree {
  private readonly rows = new Map<number, HTMLElement>();
  private readonly list = byId("tree");
  private readonly search = byId<HTMLInputElement>("search");
  private readonly forest: Forest;
  private readonly folded: Set<number>;
  private readonly joints: Set<number>;
  private readonly colours: Map<number, string>;

  constructor(
    private readonly data: PageData,
    private readonly store: Store,
  ) {
    this.forest = new Forest(data.parents);
    this.folded = this.forest.foldedAtFirst();
    this.joints = new Set(data.joints);
    this.colours = new Map(data.skeletons.flatMap(({ joints, colour }) => joints.map((node) => [node, colour])));
    this.search.addEventListener("input", () => this.fill());
    this.list.addEventListener("keydown", (event) => this.press(event));
    this.fill();
    store.on(["selected"], () => this.reveal());
  }

  private fill(): void {
    const wanted = this.search.value.toLowerCase();
    const isWanted = ({ node }: TreeRow): boolean => nodeName(this.data, node).toLowerCase().includes(wanted);
    const visible = wanted
      ? this.forest.rows(new Set(), Infinity).filter(isWanted).slice(0, MAX_ROWS)
      : this.forest.rows(this.folded, MAX_ROWS);
    this.rows.clear();
    for (const row of visible) this.rows.set(row.node, this.row(row, wanted !== ""));
    this.list.replaceChildren(...(visible.length ? this.rows.values() : [create("p", "empty", "No matching nodes.")]));
    this.mark();
  }

  private row({ node, depth, isParent, position, siblings }: TreeRow, flat: boolean): HTMLElement {
    const row = create("button", this.joints.has(node) ? "row joint" : "row");
    row.type = "button";
    row.setAttribute("role", "treeitem");
    row.dataset["node"] = String(node);
    row.style.paddingLeft = `${2 + (flat ? 0 : indent(depth))}px`;
    const fold = create("i", isParent && !flat ? "fold" : "leaf");
    if (!flat) {
      row.setAttribute("aria-level", String(depth + 1));
      row.setAttribute("aria-posinset", String(position));
      row.setAttribute("aria-setsize", String(siblings));
      if (isParent) row.setAttribute("aria-expanded", String(!this.folded.has(node)));
    }
    row.title = nodeName(this.data, node);
    const dot = create("i", "dot");
    dot.style.background = this.colours.get(node) ?? "";
    row.append(fold, dot, create("span", "", nodeName(this.data, node)));
    row.addEventListener("click", (event) => {
      if (event.target === fold && isParent) this.fold(node);
      else this.store.select(node);
    });
    return row;
  }

  /** Fold or unfold a node, which is returned. */
  private fold(node: number, on = !this.folded.has(node)): number {
    if (on) this.folded.add(node);
    else this.folded.delete(node);
    this.fill();
    this.rows.get(node)?.focus();
    return node;
  }

  /** Unfold what hides the selected node, and mark it. */
  private reveal(): void {
    const { selected } = this.store.state;
    const hidden = selected === null ? [] : this.forest.ancestorsOf(selected).filter((node) => this.folded.has(node));
    for (const node of hidden) this.folded.delete(node);
    if (hidden.length && !this.search.value) this.fill();
    else this.mark();
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
    if (row) this.bringIntoView(row);
  }

  /** Scroll to a row, sideways only as far as the beginning of its name is readable. */
  private bringIntoView(row: HTMLElement): void {
    const { list } = this;
    const before = list.scrollLeft;
    row.scrollIntoView({ block: "nearest", inline: "nearest" });
    const [from, name] = [list.getBoundingClientRect().left, row.querySelector("span")?.getBoundingClientRect()];
    if (!name) return;
    const start = name.left - from + list.scrollLeft;
    const least = start + Math.min(name.width, READABLE) - list.clientWidth;
    list.scrollLeft = Math.max(0, Math.min(Math.max(before, least), start - FOLD));
  }

  /** The keys of a tree (WAI-ARIA Authoring Practices): up, down, Home and End move; left and right fold. */
  private press(event: KeyboardEvent): void {
    const nodes = [...this.rows.keys()];
    const at = nodes.indexOf(Number((event.target as HTMLElement).dataset["node"] ?? -1));
    const node = nodes[at];
    if (node === undefined) return;
    const [isFolded, children] = [this.folded.has(node), this.forest.childrenOf(node)];
    const ways: Record<string, () => number | undefined> = {
      ArrowDown: () => nodes[Math.min(at + 1, nodes.length - 1)],
      ArrowUp: () => nodes[Math.max(at - 1, 0)],
      Home: () => nodes[0],
      End: () => nodes[nodes.length - 1],
      ArrowRight: () => (isFolded ? this.fold(node, false) : children[0]),
      ArrowLeft: () => (children.length && !isFolded ? this.fold(node, true) : this.data.parents[node]),
    };
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    const next = way();
    if (next === undefined || next < 0) return;
    this.store.select(next);
    this.rows.get(next)?.focus();
  }
}

function indent(depth: number): number {
  return Math.min(depth, SHALLOW) * 12 + Math.min(Math.max(depth - SHALLOW, 0), DEEPEST) * 4;
}
