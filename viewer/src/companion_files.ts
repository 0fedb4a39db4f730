// Files beside a .gltf that were dropped with it: they go into its JSON, since a page has everything in itself.

import { base64 } from "./base64";
import { isBinary } from "./dropped_model";

interface Referring {
  uri?: string;
  mimeType?: string;
}

interface Document {
  buffers?: Referring[];
  images?: Referring[];
}

/** The data of a .gltf file with those of its buffers and images that are among the files; a GLB stays as it is. */
export async function withCompanions(data: ArrayBuffer, json: Document, files: File[]): Promise<ArrayBuffer> {
  if (isBinary(data)) return data;
  const byName = new Map(files.map((file) => [file.name, file]));
  let changed = false;
  for (const part of [...(json.buffers ?? []), ...(json.images ?? [])]) {
    const file = part.uri === undefined ? undefined : byName.get(nameOf(part.uri));
    if (!file) continue;
    const type = part.mimeType ?? (file.type || "application/octet-stream");
    part.uri = `data:${type};base64,${base64(new Uint8Array(await file.arrayBuffer()))}`;
    changed = true;
  }
  return changed ? (new TextEncoder().encode(JSON.stringify(json)).buffer as ArrayBuffer) : data;
}

/** The name of the file that a URI refers to, in whichever folder. */
function nameOf(uri: string): string {
  const last = uri.split("/").pop() ?? "";
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
