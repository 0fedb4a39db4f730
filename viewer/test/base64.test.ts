// Node's own encoder is the oracle; this Node may decode text itself or not, as browsers do.

import assert from "node:assert/strict";
import { test } from "node:test";
import { base64, bytesOf } from "../src/base64";

test("bytes become text and come back, also more than are converted at a time", () => {
  for (const length of [0, 1, 2, 3, 0x8000 * 2 + 5]) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 7) % 256);
    assert.equal(base64(bytes), Buffer.from(bytes).toString("base64"));
    assert.deepEqual(new Uint8Array(bytesOf(base64(bytes))), bytes);
  }
});
