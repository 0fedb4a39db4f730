// What springs are pushed out of (blue) or kept inside of (violet), where Pantin's simulation has it: by the rules of
// the profile "spec", with which the springs of a page are simulated (src/pantin/kernels/spring_colliders.py).

import {
  BackSide,
  type BufferGeometry,
  CapsuleGeometry,
  DoubleSide,
  Group,
  type Matrix4,
  Mesh,
  MeshLambertMaterial,
  type Object3D,
  PlaneGeometry,
  SphereGeometry,
  Vector3,
} from "three";
import type { ColliderFacts } from "./facts";

/** Half the side of the square that stands for an endless plane, as a part of the model's size. */
const PLANE_REACH = 0.35;

/** A collider in the world: `direction` leads to the other end of a capsule, or is the normal of a plane. */
interface Placed {
  position: Vector3;
  direction: Vector3;
  radius: number;
}

/** A shape as triangles: the key changes when they do; they stand upright, along `upright`, before they are placed. */
interface Drawn {
  key: string;
  make: () => BufferGeometry;
  middle: Vector3;
  upright: Vector3;
}

interface Shape<Facts> {
  /** Whether both sides are to be seen. */
  flat: boolean;
  place(facts: Facts, node: Matrix4): Placed;
  /** Null where there is nothing to see. */
  draw(placed: Placed, size: number): Drawn | null;
}

type Kind = ColliderFacts["shape"];

const SHAPES: { [S in Kind]: Shape<Extract<ColliderFacts, { shape: S }>> } = {
  sphere: {
    flat: false,
    place: (facts, node) => ({
      position: new Vector3(...facts.offset).applyMatrix4(node),
      direction: new Vector3(),
      radius: facts.radius,
    }),
    draw: ({ position, radius }) => ({
      key: `s${radius}`,
      make: () => new SphereGeometry(radius, 32, 20),
      middle: position,
      upright: new Vector3(0, 1, 0),
    }),
  },
  capsule: {
    flat: false,
    place: (facts, node) => {
      const position = new Vector3(...facts.offset).applyMatrix4(node);
      const end = new Vector3(...facts.tail).applyMatrix4(node);
      return { position, direction: end.sub(position), radius: facts.radius };
    },
    draw: ({ position, direction, radius }) => {
      const length = direction.length();
      return {
        key: `c${radius},${length.toFixed(6)}`,
        make: () => new CapsuleGeometry(radius, length, 10, 28),
        middle: position.clone().addScaledVector(direction, 0.5),
        upright: new Vector3(0, 1, 0),
      };
    },
  },
  plane: {
    flat: true,
    place: (facts, node) => ({
      position: new Vector3(...facts.offset).applyMatrix4(node),
      direction: normalOf(node, new Vector3(...facts.normal)),
      radius: 0,
    }),
    draw: ({ position, direction }, size) => {
      const side = 2 * PLANE_REACH * size;
      // Without a normal, on a node that is flattened, it pushes nothing.
      if (direction.length() === 0) return null;
      return { key: "p", make: () => new PlaneGeometry(side, side), middle: position, upright: new Vector3(0, 0, 1) };
    },
  },
};

/**
 * The unit normal of a plane that moves with a node: by the inverse transpose, which cofactors give up to its
 * length, also where the node is flattened to a plane.
 */
function normalOf(node: Matrix4, normal: Vector3): Vector3 {
  const column = (at: number): Vector3 => new Vector3().setFromMatrixColumn(node, at);
  const [x, y, z] = [column(0), column(1), column(2)];
  const across = [y.clone().cross(z), z.clone().cross(x), x.clone().cross(y)] as const;
  const found = new Vector3()
    .addScaledVector(across[0], normal.x)
    .addScaledVector(across[1], normal.y)
    .addScaledVector(across[2], normal.z);
  return found.multiplyScalar(x.dot(across[0]) < 0 ? -1 : 1).normalize();
}

export class Colliders {
  private readonly hung: { facts: ColliderFacts; mesh: Mesh }[];
  readonly group = new Group();

  constructor(
    facts: ColliderFacts[],
    private readonly nodes: (Object3D | undefined)[],
    private readonly size: number,
  ) {
    this.hung = facts.map((one) => ({ facts: one, mesh: new Mesh(undefined, painted(one)) }));
    for (const { mesh } of this.hung) this.group.add(mesh);
  }

  update(): void {
    for (const { facts, mesh } of this.hung) {
      const node = this.nodes[facts.node];
      const shape = SHAPES[facts.shape] as Shape<ColliderFacts>;
      const placed = node && shape.place(facts, node.matrixWorld);
      const drawn = placed ? shape.draw(placed, this.size) : null;
      mesh.visible = drawn !== null;
      if (!placed || !drawn) continue;
      shaped(mesh, drawn);
      mesh.position.copy(drawn.middle);
      if (placed.direction.length() > 0) mesh.quaternion.setFromUnitVectors(drawn.upright, placed.direction.normalize());
    }
  }

  /** The corners of a collider as they are drawn, in world space; none where it is not. */
  vertices(index: number): number[] {
    const found = this.hung[index];
    if (!found?.mesh.visible) return [];
    found.mesh.updateWorldMatrix(true, false);
    const positions = found.mesh.geometry.getAttribute("position");
    const out: number[] = [];
    for (let at = 0; at < positions.count; at++) {
      out.push(...new Vector3().fromBufferAttribute(positions, at).applyMatrix4(found.mesh.matrixWorld).toArray());
    }
    return out;
  }
}

function shaped(mesh: Mesh, drawn: Drawn): void {
  if (mesh.userData["key"] === drawn.key) return;
  mesh.geometry.dispose();
  mesh.geometry = drawn.make();
  mesh.userData["key"] = drawn.key;
}

function painted(facts: ColliderFacts): MeshLambertMaterial {
  const side = SHAPES[facts.shape].flat ? DoubleSide : facts.inside ? BackSide : undefined;
  return new MeshLambertMaterial({
    color: facts.inside ? "#9b5de5" : "#2f8fe0",
    transparent: true,
    opacity: 0.4,
    depthWrite: false,
    ...(side === undefined ? {} : { side }),
  });
}
