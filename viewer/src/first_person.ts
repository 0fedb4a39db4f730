// The view through the eyes of a character (VRMC_vrm 1.0, firstPerson): some meshes are for others to see, some only for
// the character; of the rest, triangles that the head moves are left out.

import { type BufferAttribute, type Mesh, type Object3D, SkinnedMesh, Uint32BufferAttribute } from "three";
import type { Model, Surface } from "./model";
import type { FirstPersonFlag, PageData } from "./page_data";
import { influencesOf } from "./weight_map";

export class FirstPerson {
  private readonly flags: Map<number, FirstPersonFlag>;
  private readonly indices = new Map<Mesh, { whole: BufferAttribute | null; headless: BufferAttribute | null }>();
  private readonly isCharacter: boolean;

  constructor(
    private readonly data: PageData,
    private readonly model: Model,
  ) {
    this.isCharacter = data.firstPerson !== null;
    this.flags = new Map(data.firstPerson ?? []);
  }

  /** Whether a surface is seen, by the character itself or by others; its triangles are chosen too. */
  sees(surface: Surface, isSelf: boolean): boolean {
    if (!this.isCharacter) return true;
    const flag = this.flags.get(surface.node) ?? "auto";
    if (flag === "auto") this.cut(surface.mesh, isSelf);
    return flag !== (isSelf ? "thirdPersonOnly" : "firstPersonOnly");
  }

  private cut(mesh: Mesh, isSelf: boolean): void {
    let known = this.indices.get(mesh);
    if (!known && !isSelf) return;
    if (!known) this.indices.set(mesh, (known = { whole: mesh.geometry.index, headless: this.headless(mesh) }));
    mesh.geometry.setIndex(isSelf ? known.headless : known.whole);
  }

  /** The triangles that nothing in the head moves. */
  private headless(mesh: Mesh): BufferAttribute | null {
    const { geometry } = mesh;
    const head = this.model.nodes[this.data.humanoid["head"] ?? -1];
    const isOfHead = (joint: Object3D): boolean => {
      for (let above: Object3D | null = joint; above; above = above.parent) if (above === head) return true;
      return false;
    };
    if (!head) return geometry.index;
    if (!(mesh instanceof SkinnedMesh)) return isOfHead(mesh) ? new Uint32BufferAttribute([], 1) : geometry.index;
    const heads = new Map<Object3D, boolean>(mesh.skeleton.bones.map((bone) => [bone, isOfHead(bone)]));
    const count = geometry.getAttribute("position").count;
    const isHead = Array.from({ length: count }, (_, vertex) => influencesOf(mesh, vertex).some(({ joint }) => heads.get(joint)));
    const corners = geometry.index ? Array.from(geometry.index.array) : Array.from({ length: count }, (_, vertex) => vertex);
    const kept: number[] = [];
    for (let corner = 0; corner + 2 < corners.length; corner += 3) {
      const triangle = corners.slice(corner, corner + 3);
      if (!triangle.some((vertex) => isHead[vertex])) kept.push(...triangle);
    }
    return new Uint32BufferAttribute(kept, 1);
  }
}
