// Bytes as text of a page, and back.

/** Bytes that become text at a time. */
const PART = 0x8000;

export function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += PART) parts.push(String.fromCharCode(...bytes.subarray(at, at + PART)));
  return btoa(parts.join(""));
}

/** Browsers since 2025 decode text themselves, which takes a sixteenth of the time; the types do not have it yet. */
const { fromBase64 } = Uint8Array as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };

export function bytesOf(text: string): ArrayBuffer {
  if (fromBase64) return fromBase64.call(Uint8Array, text).buffer;
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let index = 0; index < raw.length; index++) bytes[index] = raw.charCodeAt(index);
  return bytes.buffer;
}
