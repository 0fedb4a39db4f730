// Which rows of a tree are visible: those whose ancestors are all unfolded.

export interface TreeRow {
  node: number;
  depth: number;
  isParent: boolean;
  /** Where it is among the children of its parent, from 1, and how many they are. */
  position: number;
  siblings: number;
}

/** Rows that an unfolded tree may have when the page opens; deeper levels of a larger one are folded. */
const COMFORTABLE = 120;

export class Forest {
  private readonly children = new Map<number, number[]>();

  constructor(private readonly parents: number[]) {
    parents.forEach((parent, node) => {
      const known = this.children.get(parent);
      if (known) known.push(node);
      else this.children.set(parent, [node]);
    });
  }

  childrenOf(node: number): number[] {
    return this.children.get(node) ?? [];
  }

  ancestorsOf(node: number): number[] {
    const found: number[] = [];
    for (let above = this.parents[node] ?? -1; above >= 0; above = this.parents[above] ?? -1) found.push(above);
    return found;
  }

  /** The visible rows in depth-first order, at most `most`. */
  rows(folded: ReadonlySet<number>, most: number): TreeRow[] {
    const found: TreeRow[] = [];
    const stack = this.level(-1, 0);
    for (let row = stack.pop(); row && found.length < most; row = stack.pop()) {
      found.push(row);
      if (!folded.has(row.node)) stack.push(...this.level(row.node, row.depth + 1));
    }
    return found;
  }

  private level(parent: number, depth: number): TreeRow[] {
    const nodes = this.childrenOf(parent);
    const row = (node: number, index: number): TreeRow => {
      return { node, depth, isParent: this.children.has(node), position: index + 1, siblings: nodes.length };
    };
    return nodes.map(row).reverse();
  }

  /** The nodes to fold at first: those below the deepest level that leaves a comfortable number of rows. */
  foldedAtFirst(): Set<number> {
    const below = (nodes: number[]): number[] => nodes.flatMap((node) => this.childrenOf(node));
    let level = this.childrenOf(-1);
    for (let count = level.length; level.length; count += level.length) {
      if (count + below(level).length > COMFORTABLE) break;
      level = below(level);
    }
    const folded = new Set<number>();
    for (; level.length; level = below(level)) for (const node of level) if (this.children.has(node)) folded.add(node);
    return folded;
  }
}
