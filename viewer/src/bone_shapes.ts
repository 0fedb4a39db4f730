// Shapes of bones, which G4MF states for physics: shown with the colliders, as they are used as such.

import { BufferAttribute, BufferGeometry, DoubleSide, type Group, Mesh, MeshLambertMaterial, type Object3D } from "three";
import type { BoneShapeData } from "./page_data";

export class BoneShapes {
  private readonly entries: { node: number; mesh: Mesh }[];

  constructor(
    data: BoneShapeData[],
    private readonly nodes: (Object3D | undefined)[],
    group: Group,
  ) {
    const material = new MeshLambertMaterial({ color: "#e08a2f", transparent: true, opacity: 0.4, depthWrite: false, side: DoubleSide });
    this.entries = data.map(({ node, corners }) => {
      const geometry = new BufferGeometry();
      geometry.setAttribute("position", new BufferAttribute(new Float32Array(corners), 3));
      geometry.computeVertexNormals();
      const mesh = new Mesh(geometry, material);
      mesh.matrixAutoUpdate = false;
      mesh.frustumCulled = false;
      group.add(mesh);
      return { node, mesh };
    });
  }

  /** Move all shapes to their bones. */
  update(): void {
    for (const { node, mesh } of this.entries) {
      const bone = this.nodes[node];
      mesh.visible = bone !== undefined;
      if (bone) mesh.matrix.copy(bone.matrixWorld);
      mesh.matrixWorldNeedsUpdate = true;
    }
  }
}
