// Materials of surfaces: their own, the weight map, normals, and wireframes.

import {
  type BufferAttribute,
  Color,
  DoubleSide,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshNormalMaterial,
  MeshStandardMaterial,
  SkinnedMesh,
} from "three";
import { ChannelMaterials } from "./channels";
import { FirstPerson } from "./first_person";
import type { PageData } from "./page_data";
import type { PosedSurface } from "./posed_surfaces";
import { dominantColours, weightMapMaterial, setValues, setWeights, UNSKINNED } from "./weight_map";
import type { Model, Surface } from "./model";
import { VISIBLE, HIDDEN } from "./stage";
import type { State } from "./state";

/** Without a studio there is nothing to reflect, and full metal would be black. */
const MAX_METALNESS = 0.25;

export class SurfaceMaterials {
  private readonly heat;
  private readonly normals = new MeshNormalMaterial({ side: DoubleSide });
  /** For surfaces without normals, which are flat shaded (glTF 2.0 §3.7.2.1). */
  private readonly flatNormals = new MeshNormalMaterial({ side: DoubleSide, flatShading: true });
  private readonly wire = new MeshBasicMaterial({ wireframe: true, transparent: true, opacity: 0.5 });
  private readonly own = new Map<Mesh, Material | Material[]>();
  private readonly wires = new Map<Mesh, Mesh>();
  /** Materials of the chosen variant. */
  private varied = new Map<Mesh, Material>();
  private readonly channels = new ChannelMaterials();
  private readonly dominant = new MeshLambertMaterial({ vertexColors: true, side: DoubleSide });
  /** Vertex colours of a surface: those of the file, and those of the strongest joints. */
  private readonly colours = new Map<Mesh, { own: BufferAttribute | undefined; dominant: BufferAttribute | null }>();
  private readonly firstPerson: FirstPerson;
  private readonly metalness = new Map<MeshStandardMaterial, number>();
  /** Distances from the other model, by `node.surface`. */
  private readonly distances = new Map<string, Float32Array>();

  constructor(
    data: PageData,
    private readonly model: Model,
    private readonly posed: PosedSurface[],
    frames: ArrayBuffer,
  ) {
    this.heat = weightMapMaterial(data.weightScale);
    for (const { node, surface, values, count } of data.distances?.surfaces ?? [])
      this.distances.set(`${node}.${surface}`, new Float32Array(frames, values, count));
    this.firstPerson = new FirstPerson(data, model);
    for (const surface of model.surfaces) {
      surface.mesh.frustumCulled = false;
      this.own.set(surface.mesh, surface.mesh.material);
      this.prepare(surface.mesh.material);
    }
    for (const material of [this.heat, this.normals, this.flatNormals, this.dominant, UNSKINNED]) keepEdgesAbove(material);
  }

  private prepare(materials: Material | Material[]): void {
    for (const material of [materials].flat()) {
      keepEdgesAbove(material);
      if (material instanceof MeshStandardMaterial) this.metalness.set(material, material.metalness);
    }
  }

  /** Materials of a variant, by mesh; none for those of the file. */
  set variant(materials: Map<Mesh, Material>) {
    for (const material of materials.values()) if (![...this.varied.values()].includes(material)) this.prepare(material);
    this.varied = materials;
  }

  set edges(colour: string) {
    this.wire.color.set(colour);
  }

  /** Whether a weight map of the selected joint is shown. */
  mapped(state: State): boolean {
    return state.shown.heat && state.selected !== null;
  }

  paint(state: State): void {
    for (const [material, metalness] of this.metalness)
      material.metalness = state.shown.studio ? metalness : Math.min(metalness, MAX_METALNESS);
    const joint = state.selected === null ? undefined : this.model.nodes[state.selected];
    for (const surface of this.model.surfaces) {
      const twin = this.posed.find((candidate) => candidate.surface === surface);
      const material = this.material(surface, state, joint);
      const weights = surface.mesh.geometry.getAttribute("uv3");
      if (twin && weights) twin.mesh.geometry.setAttribute("uv3", weights);
      const isSeen = !state.hidden.has(surface.node) && this.firstPerson.sees(surface, state.firstPerson);
      const meshes = twin ? [surface.mesh, twin.mesh] : [surface.mesh];
      for (const mesh of meshes) this.colour(mesh, surface, material === this.dominant);
      this.show(surface.mesh, material, state, isSeen && !twin?.isShown);
      if (twin) this.show(twin.mesh, material, state, isSeen && twin.isShown);
    }
  }

  private material(surface: Surface, state: State, joint: Model["nodes"][number]): Material | Material[] {
    const distances = this.distances.get(`${surface.node}.${surface.surface}`);
    if (state.shown.distances && distances) {
      setValues(surface, distances);
      return this.heat;
    }
    if (this.mapped(state)) return setWeights(surface, joint) ? this.heat : UNSKINNED;
    const own = this.varied.get(surface.mesh) ?? this.own.get(surface.mesh) ?? UNSKINNED;
    if (state.channel === "dominant") return this.dominantOf(surface.mesh) ? this.dominant : UNSKINNED;
    if (state.channel !== "lit") return this.channels.of(state.channel, surface.mesh, own);
    if (!state.shown.normals) return own;
    return surface.mesh.geometry.hasAttribute("normal") ? this.normals : this.flatNormals;
  }

  private dominantOf(mesh: Mesh): BufferAttribute | null {
    let known = this.colours.get(mesh);
    if (!known) {
      const own = mesh.geometry.getAttribute("color") as BufferAttribute | undefined;
      known = { own, dominant: dominantColours(mesh, (joint) => jointColour(this.model.nodes.indexOf(joint))) };
      this.colours.set(mesh, known);
    }
    return known.dominant;
  }

  /** Give a surface the colours of its strongest joints, or its own again. */
  private colour(mesh: Mesh, surface: Surface, isDominant: boolean): void {
    const known = this.colours.get(surface.mesh);
    const wanted = isDominant ? known?.dominant : known?.own;
    if (!known || mesh.geometry.getAttribute("color") === wanted) return;
    if (wanted) mesh.geometry.setAttribute("color", wanted);
    else mesh.geometry.deleteAttribute("color");
  }

  /** A mesh is hidden through its layer: `visible = false` would hide its child nodes too. */
  private show(mesh: Mesh, material: Material | Material[], state: State, seen: boolean): void {
    mesh.material = material;
    mesh.layers.set(seen && state.shown.mesh ? VISIBLE : HIDDEN);
    this.edged(mesh, seen && state.shown.wireframe);
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

  /** The same vertices drawn as lines: skin and blend weights are shared. */
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

/** Push faces back slightly, so that lines on them are fully visible. */
function keepEdgesAbove(material: Material): void {
  material.polygonOffset = true;
  material.polygonOffsetFactor = 1;
  material.polygonOffsetUnits = 1;
}

/** A colour for a joint: neighbours in the tree, whose indices are near, differ (golden angle). */
function jointColour(joint: number): Color {
  const turn = (joint * 0.61803398875) % 1;
  return new Color().setHSL(turn, 0.62, [0.42, 0.58, 0.7][joint % 3] ?? 0.5);
}
