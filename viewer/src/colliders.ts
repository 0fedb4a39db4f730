// Colliders that push springs out (blue) or keep them inside (violet), where Pantin's simulation has them: by the rules
// of the profile "spec", which simulates the springs of a page (src/pantin/kernels/spring_colliders.py).

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
import type { ColliderData } from "./page_data";

/** Half the side of the square that represents an infinite plane, relative to the model's size. */
const PLANE_REACH = 0.35;

/** A collider in world space: `direction` leads to the other end of a capsule, or is the normal of a plane. */
interface WorldCollider {
  position: Vector3;
  direction: Vector3;
  radius: number;
}

/** The geometry of a collider, along `upright` before it is rotated; `key` identifies it, to reuse it. */
interface DrawnCollider {
  key: string;
  make: () => BufferGeometry;
  middle: Vector3;
  upright: Vector3;
}

interface Shape<Data> {
  /** Whether both sides are drawn. */
  flat: boolean;
  toWorld(data: Data, node: Matrix4): WorldCollider;
  /** Null where nothing is drawn. */
  draw(world: WorldCollider, size: number): DrawnCollider | null;
}

type Kind = ColliderData["shape"];

const SHAPES: { [S in Kind]: Shape<Extract<ColliderData, { shape: S }>> } = {
  sphere: {
    flat: false,
    toWorld: (data, node) => ({
      position: new Vector3(...data.offset).applyMatrix4(node),
      direction: new Vector3(),
      radius: data.radius,
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
    toWorld: (data, node) => {
      const position = new Vector3(...data.offset).applyMatrix4(node);
      const end = new Vector3(...data.tail).applyMatrix4(node);
      return { position, direction: end.sub(position), radius: data.radius };
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
    toWorld: (data, node) => ({
      position: new Vector3(...data.offset).applyMatrix4(node),
      direction: normalOf(node, new Vector3(...data.normal)),
      radius: 0,
    }),
    draw: ({ position, direction }, size) => {
      const side = 2 * PLANE_REACH * size;
      // A plane on a flattened node has no normal and pushes nothing.
      if (direction.length() === 0) return null;
      return { key: "p", make: () => new PlaneGeometry(side, side), middle: position, upright: new Vector3(0, 0, 1) };
    },
  },
};

/**
 * The unit normal of a plane in world space: by the inverse transpose, computed from cofactors, which also exist
 * where the node is flattened.
 */
function normalOf(node: Matrix4, normal: Vector3): Vector3 {
  const column = (index: number): Vector3 => new Vector3().setFromMatrixColumn(node, index);
  const [x, y, z] = [column(0), column(1), column(2)];
  const across = [y.clone().cross(z), z.clone().cross(x), x.clone().cross(y)] as const;
  const found = new Vector3()
    .addScaledVector(across[0], normal.x)
    .addScaledVector(across[1], normal.y)
    .addScaledVector(across[2], normal.z);
  return found.multiplyScalar(x.dot(across[0]) < 0 ? -1 : 1).normalize();
}

export class Colliders {
  private readonly entries: { data: ColliderData; mesh: Mesh }[];
  readonly group = new Group();

  constructor(
    data: ColliderData[],
    private readonly nodes: (Object3D | undefined)[],
    private readonly size: number,
  ) {
    this.entries = data.map((collider) => ({ data: collider, mesh: new Mesh(undefined, colliderMaterial(collider)) }));
    for (const { mesh } of this.entries) this.group.add(mesh);
  }

  update(): void {
    for (const { data, mesh } of this.entries) {
      const node = this.nodes[data.node];
      const shape = SHAPES[data.shape] as Shape<ColliderData>;
      const world = node && shape.toWorld(data, node.matrixWorld);
      const drawn = world ? shape.draw(world, this.size) : null;
      mesh.visible = drawn !== null;
      if (!world || !drawn) continue;
      updateGeometry(mesh, drawn);
      mesh.position.copy(drawn.middle);
      if (world.direction.length() > 0) mesh.quaternion.setFromUnitVectors(drawn.upright, world.direction.normalize());
    }
  }

  /** The vertices of a collider in world space; none where it is not drawn. */
  vertices(index: number): number[] {
    const found = this.entries[index];
    if (!found?.mesh.visible) return [];
    found.mesh.updateWorldMatrix(true, false);
    const positions = found.mesh.geometry.getAttribute("position");
    const out: number[] = [];
    for (let index = 0; index < positions.count; index++) {
      out.push(...new Vector3().fromBufferAttribute(positions, index).applyMatrix4(found.mesh.matrixWorld).toArray());
    }
    return out;
  }
}

function updateGeometry(mesh: Mesh, drawn: DrawnCollider): void {
  if (mesh.userData["key"] === drawn.key) return;
  mesh.geometry.dispose();
  mesh.geometry = drawn.make();
  mesh.userData["key"] = drawn.key;
}

function colliderMaterial(data: ColliderData): MeshLambertMaterial {
  const side = SHAPES[data.shape].flat ? DoubleSide : data.inside ? BackSide : undefined;
  return new MeshLambertMaterial({
    color: data.inside ? "#9b5de5" : "#2f8fe0",
    transparent: true,
    opacity: 0.4,
    depthWrite: false,
    ...(side === undefined ? {} : { side }),
  });
}
