// Bones of rigs with thousands of joints, as one mesh: four corners each, in fixed shades. Renderers without a GPU draw
// each instance of an instanced mesh as a mesh of its own, which took seconds for 20,000 joints.

import { BufferAttribute, BufferGeometry, type Color, DynamicDrawUsage, type Matrix4, Mesh, MeshBasicMaterial } from "three";

/** The corners of a bone along +Y of length 1 and radius 1, and how light they are: three at its joint, and its end. */
const CORNERS = [0, 1, 2].map((corner) => {
  const angle = (corner * 2 * Math.PI) / 3;
  return [Math.cos(angle), 0, Math.sin(angle)] as const;
});
const SHADES = [1, 0.75, 0.5, 0.8];
const SIDES = [0, 3, 1, 1, 3, 2, 2, 3, 0];

/** Has the methods of an InstancedMesh that the skeleton needs. */
export class MergedBones extends Mesh<BufferGeometry, MeshBasicMaterial> {
  private readonly places: BufferAttribute;
  private readonly colours: BufferAttribute;

  constructor(count: number) {
    super(new BufferGeometry(), new MeshBasicMaterial({ vertexColors: true }));
    this.places = new BufferAttribute(new Float32Array(count * 12), 3).setUsage(DynamicDrawUsage);
    this.colours = new BufferAttribute(new Float32Array(count * 12), 3).setUsage(DynamicDrawUsage);
    const index = new Uint32Array(count * SIDES.length);
    for (let at = 0; at < index.length; at++) index[at] = Math.floor(at / SIDES.length) * 4 + (SIDES[at % SIDES.length] as number);
    this.geometry.setAttribute("position", this.places).setAttribute("color", this.colours).setIndex(new BufferAttribute(index, 1));
    this.frustumCulled = false;
  }

  setMatrixAt(bone: number, { elements }: Matrix4): void {
    const [array, first] = [this.places.array, bone * 12];
    for (let axis = 0; axis < 3; axis++) {
      const [x, y, z, origin] = [0, 4, 8, 12].map((column) => elements[column + axis]) as [number, number, number, number];
      CORNERS.forEach(([along, , across], corner) => (array[first + corner * 3 + axis] = origin + x * along + z * across));
      array[first + 9 + axis] = origin + y;
    }
    this.places.needsUpdate = true;
  }

  setColorAt(bone: number, { r, g, b }: Color): void {
    const { array } = this.colours;
    SHADES.forEach((shade, corner) => {
      const at = bone * 12 + corner * 3;
      [array[at], array[at + 1], array[at + 2]] = [r * shade, g * shade, b * shade];
    });
    this.colours.needsUpdate = true;
  }
}
