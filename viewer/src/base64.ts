// Bytes as text of a page.

/** Bytes that become text at a time. */
const PART = 0x8000;

export function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += PART) parts.push(String.fromCharCode(...bytes.subarray(at, at + PART)));
  return btoa(parts.join(""));
}
