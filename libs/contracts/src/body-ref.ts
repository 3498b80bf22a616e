import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { sha256Hex } from './common.ts';
import { newline } from './records.ts';

const facts = {
  bytes: z.int().nonnegative(),
  /** Number of Unicode code points of the text. */
  chars: z.int().nonnegative(),
  sha256: sha256Hex,
  newline,
};
const BASE64_CHARS_MAX = Math.ceil(LIMITS.inlineBodyBytesMax / 3) * 4;

/**
 * Schema of a body reference, which represents a large text (HTML, layers, patch operations) on the bus and in database
 * rows: the bytes themselves up to 256 KiB, else the name of an object in the blob store. Only services create references.
 * Each reader verifies the SHA-256 (ADR 004, 032).
 */
export const bodyRef = z.union([
  z.strictObject({ ...facts, inline: z.base64().max(BASE64_CHARS_MAX) }),
  z.strictObject({ ...facts, object: z.string().regex(/^[a-z]+\/[A-Za-z0-9/_-]{1,200}$/) }),
]);
/** A large text on the bus or in a database row: its size and SHA-256, with its bytes or the name of its stored object. */
export type BodyReference = z.infer<typeof bodyRef>;
