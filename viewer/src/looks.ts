// How surfaces are painted: as their materials say, by weight, by normal, and with their edges.

import {
  DoubleSide,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshNormalMaterial,
  MeshStandardMaterial,
  SkinnedMesh,
} from "three";
import type { Facts } from "./facts";
import type { PosedSurface } from "./frames";
import { heatMaterial, paintWeights, WEIGHTLESS } from "./heat";
import type { Model, Surface } from "./model";
import { SEEN, UNSEEN } from "./stage";
import type { State } from "./state";

const MOST_METAL = 0.25;

export class Looks {
  private readonly heat;
  private readonly normals = new MeshNormalMaterial({ side: DoubleSide });
  /** For surfaces without normals, which are flat (glTF 2.0 §3.7.2.1). */
  private readonly flatNormals = new MeshNormalMaterial({ side: DoubleSide, flatShading: true });
  private readonly wire = new MeshBasicMaterial({ wireframe: true, transparent: true, opacity: 0.5 });
  private readonly own = new Map<Mesh, Material | Material[]>();
  private readonly wires = new Map<Mesh, Mesh>();
  private readonly sliced: boolean;

  constructor(
    facts: Facts,
    private readonly model: Model,
    private readonly posed: PosedSurface[],
  ) {
    this.heat = heatMaterial(facts.ramp);
    this.sliced = facts.slices.length > 0;
    for (const one of model.surfaces) {
      one.mesh.frustumCulled = false;
      this.own.set(one.mesh, one.mesh.material);
      for (const material of [one.mesh.material].flat()) {
        keepEdgesAbove(material);
        dull(material);
      }
    }
    for (const material of [this.heat, this.normals, this.flatNormals, WEIGHTLESS]) keepEdgesAbove(material);
  }

  set edges(colour: string) {
    this.wire.color.set(colour);
  }

  /** Whether a weight map is shown, of the joint that is selected. */
  mapped(state: State): boolean {
    return state.shown.heat && state.selected !== null;
  }

  paint(state: State): void {
    const joint = state.selected === null ? undefined : this.model.nodes[state.selected];
    for (const surface of this.model.surfaces) {
      const twin = this.posed.find((one) => one.surface === surface);
      const material = this.material(surface, state, joint);
      const weights = surface.mesh.geometry.getAttribute("uv3");
      if (twin && weights) twin.mesh.geometry.setAttribute("uv3", weights);
      this.show(surface.mesh, material, state, !twin?.ours);
      if (twin) this.show(twin.mesh, material, state, twin.ours);
    }
  }

  private material(surface: Surface, state: State, joint: Model["nodes"][number]): Material | Material[] {
    if (this.mapped(state) && !this.sliced) return paintWeights(surface, joint) ? this.heat : WEIGHTLESS;
    if (!state.shown.normals) return this.own.get(surface.mesh) ?? WEIGHTLESS;
    return surface.mesh.geometry.hasAttribute("normal") ? this.normals : this.flatNormals;
  }

  /** A mesh is put out of sight on a layer: made invisible, it would hide the nodes below it too. */
  private show(mesh: Mesh, material: Material | Material[], state: State, seen: boolean): void {
    mesh.material = material;
    mesh.layers.set(seen && state.shown.mesh ? SEEN : UNSEEN);
    this.edged(mesh, seen && state.shown.wireframe && !this.sliced);
  }

  private edged(mesh: Mesh, on: boolean): void {
    let wire = this.wires.get(mesh);
    if (!wire && on) {
      wire = this.twin(mesh);
      this.wires.set(mesh, wire);
      mesh.add(wire);
    }
    if (wire) wire.visible = on;
  }

  /** The same vertices drawn as lines: skin and blend amounts are shared, not copied. */
  private twin(mesh: Mesh): Mesh {
    let wire: Mesh;
    if (mesh instanceof SkinnedMesh) {
      const skinned = new SkinnedMesh(mesh.geometry, this.wire);
      skinned.bind(mesh.skeleton, mesh.bindMatrix);
      wire = skinned;
    } else wire = new Mesh(mesh.geometry, this.wire);
    if (mesh.morphTargetInfluences) wire.morphTargetInfluences = mesh.morphTargetInfluences;
    wire.frustumCulled = false;
    wire.renderOrder = 1;
    wire.raycast = () => undefined;
    return wire;
  }
}

/** There is nothing to mirror here (a sky takes ten seconds to make without a graphics card), so that full metal
 * would be black. */
function dull(material: Material): void {
  if (material instanceof MeshStandardMaterial) material.metalness = Math.min(material.metalness, MOST_METAL);
}

/** Push faces back by a hair, so that lines on them are not eaten. */
function keepEdgesAbove(material: Material): void {
  material.polygonOffset = true;
  material.polygonOffsetFactor = 1;
  material.polygonOffsetUnits = 1;
}
