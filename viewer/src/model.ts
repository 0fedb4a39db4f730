// The model as loaded by three.js, with a map from Pantin's node indices to three.js's objects.

import {
  Group,
  LinearFilter,
  LinearMipmapLinearFilter,
  LoadingManager,
  Material,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  type SkinnedMesh,
  Texture,
} from "three";
import { followSpecification } from "./model_lights";
import { GLTFLoader, type GLTF } from "three/examples/jsm/loaders/GLTFLoader.js";
import { MToonMaterialLoaderPlugin } from "@pixiv/three-vrm-materials-mtoon";
import { VRMMaterialsV0CompatPlugin } from "@pixiv/three-vrm-materials-v0compat";

/** A surface of a node: glTF calls it a primitive. */
export interface Surface {
  node: number;
  surface: number;
  mesh: Mesh | SkinnedMesh;
}

export interface Model {
  root: Object3D;
  gltf: GLTF;
  /** By node index; undefined for nodes that are not in the scene. */
  nodes: (Object3D | undefined)[];
  surfaces: Surface[];
}

/** One grey pixel, in place of images that are not in the page: nothing is fetched. */
const NO_IMAGE = "data:image/gif;base64,R0lGODlhAQABAIAAALCwsAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==";

export async function loadModel(data: ArrayBuffer): Promise<Model> {
  followSpecification();
  const manager = new LoadingManager();
  manager.setURLModifier((url) => (/^(blob|data):/.test(url) ? url : NO_IMAGE));
  const loader = new GLTFLoader(manager);
  loader.register((parser) => new VRMMaterialsV0CompatPlugin(parser));
  loader.register((parser) => new MToonMaterialLoaderPlugin(parser));
  const gltf = await loader.parseAsync(data, "");
  for (const object of gltf.parser.associations.keys()) {
    if (object instanceof Texture) smooth(object);
    if (object instanceof Material) keepUnlit(object);
  }
  const nodes: (Object3D | undefined)[] = [];
  // A file without nodes has no scene.
  const root = (gltf.scene as Group | undefined) ?? new Group();
  root.traverse((object) => {
    const node = gltf.parser.associations.get(object)?.nodes;
    if (node !== undefined && nodes[node] === undefined) nodes[node] = object;
  });
  hide(gltf.parser.json as Json, nodes);
  return { root, gltf, nodes, surfaces: surfacesOf(nodes) };
}

interface Json {
  nodes?: { extensions?: { KHR_node_visibility?: { visible?: boolean } } }[];
}

/** Hide what a file hides (KHR_node_visibility), which GLTFLoader does not read: meshes and lights below such nodes. */
function hide({ nodes: listed = [] }: Json, nodes: (Object3D | undefined)[]): void {
  listed.forEach(({ extensions }, index) => {
    const object = nodes[index];
    if (object && extensions?.KHR_node_visibility?.visible === false) object.visible = false;
  });
}

/** Colours of a material without lighting are shown as they are (KHR_materials_unlit): bright light is not compressed. */
export function keepUnlit(material: Material): void {
  if (material instanceof MeshBasicMaterial) material.toneMapped = false;
}

/** Filter within and between mip levels, as `render` does, unless a file asks for visible texels: text and patterns
 * would flicker. */
function smooth(texture: Texture): void {
  if (texture.magFilter !== LinearFilter || texture.minFilter === LinearMipmapLinearFilter) return;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
}

/** A mesh with one primitive is the node's object itself; several primitives are its children. */
function surfacesOf(nodes: (Object3D | undefined)[]): Surface[] {
  const known = new Set<Object3D | undefined>(nodes);
  const found: Surface[] = [];
  nodes.forEach((object, node) => {
    if (!object) return;
    const meshes = isMesh(object) ? [object] : object.children.filter((child) => !known.has(child) && isMesh(child));
    meshes.forEach((mesh, surface) => found.push({ node, surface, mesh: mesh as Mesh }));
  });
  return found;
}

function isMesh(object: Object3D): object is Mesh {
  return object instanceof Mesh;
}
