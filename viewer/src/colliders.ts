// What springs are pushed out of (blue) or kept inside of (violet), hung on the nodes they move with.

import {
  BackSide,
  CapsuleGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshLambertMaterial,
  type Object3D,
  PlaneGeometry,
  Quaternion,
  SphereGeometry,
  Vector3,
} from "three";
import type { ColliderFacts } from "./facts";

/** Half the side of the square that stands for an endless plane, as a part of the model's size. */
const PLANE_REACH = 0.35;

export class Colliders {
  private readonly shapes: { facts: ColliderFacts; mesh: Mesh }[];
  readonly group = new Group();

  constructor(
    facts: ColliderFacts[],
    private readonly nodes: (Object3D | undefined)[],
    private readonly size: number,
  ) {
    this.shapes = facts.map((one) => ({ facts: one, mesh: new Mesh(undefined, painted(one)) }));
    for (const one of this.shapes) this.group.add(one.mesh);
  }

  /** The radius follows the largest scale of the node (VRMC_springBone 1.0 §Colliders). */
  update(): void {
    for (const { facts, mesh } of this.shapes) {
      const node = this.nodes[facts.node];
      mesh.visible = node !== undefined;
      if (!node) continue;
      const scale = node.getWorldScale(new Vector3());
      const radius = facts.radius * Math.max(Math.abs(scale.x), Math.abs(scale.y), Math.abs(scale.z));
      const start = new Vector3(...facts.offset).applyMatrix4(node.matrixWorld);
      const turn = node.getWorldQuaternion(new Quaternion());
      if (facts.shape === "capsule") this.capsule(mesh, start, new Vector3(...facts.tail).applyMatrix4(node.matrixWorld), radius);
      else if (facts.shape === "plane") this.plane(mesh, start, new Vector3(...facts.normal).applyQuaternion(turn));
      else this.sphere(mesh, start, radius);
    }
  }

  private sphere(mesh: Mesh, centre: Vector3, radius: number): void {
    shaped(mesh, `s${radius}`, () => new SphereGeometry(radius, 32, 20));
    mesh.position.copy(centre);
  }

  private capsule(mesh: Mesh, start: Vector3, end: Vector3, radius: number): void {
    const along = end.clone().sub(start);
    const length = along.length();
    shaped(mesh, `c${radius},${length.toFixed(6)}`, () => new CapsuleGeometry(radius, length, 10, 28));
    mesh.position.copy(start).addScaledVector(along, 0.5);
    if (length > 0) mesh.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), along.divideScalar(length));
  }

  private plane(mesh: Mesh, point: Vector3, normal: Vector3): void {
    const side = 2 * PLANE_REACH * this.size;
    shaped(mesh, "p", () => new PlaneGeometry(side, side));
    mesh.position.copy(point);
    mesh.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), normal.normalize());
  }
}

function shaped(mesh: Mesh, key: string, make: () => Mesh["geometry"]): void {
  if (mesh.userData["key"] === key) return;
  mesh.geometry.dispose();
  mesh.geometry = make();
  mesh.userData["key"] = key;
}

function painted(facts: ColliderFacts): MeshLambertMaterial {
  const side = facts.shape === "plane" ? DoubleSide : facts.inside ? BackSide : undefined;
  return new MeshLambertMaterial({
    color: facts.inside ? "#9b5de5" : "#2f8fe0",
    transparent: true,
    opacity: 0.4,
    depthWrite: false,
    ...(side === undefined ? {} : { side }),
  });
}
