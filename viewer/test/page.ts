// What the tests share: the data of a page with nothing in it.

import type { PageData } from "../src/page_data";

export function pageData(parts: Partial<PageData> = {}): PageData {
  const studio = { zenith: [1, 1, 1], horizon: [0, 0, 0], ground: [0, 0, 0], panels: [], lamps: [], alone: 1 };
  const lists = ["summary", "statistics", "licence", "notes", "names", "parents", "joints", "tails", "skeletons", "clips"];
  const more = ["properties", "blendShapes", "expressions", "poses", "colliders", "boneShapes", "springs", "constraints", "findings", "findingCounts", "weightScale", "posed"];
  const empty = Object.fromEntries([...lists, ...more].map((name) => [name, []]));
  return { title: "model.glb", format: "glb", ...empty, studio, ...parts } as unknown as PageData;
}
