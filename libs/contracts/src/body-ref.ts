import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { sha256Hex } from './common.ts';
import { newline } from './records.ts';

const facts = {
  bytes: z.int().nonnegative(),
  /** Unicode code points of the text. */
  chars: z.int().nonnegative(),
  sha256: sha256Hex,
  newline,
};
const BASE64_CHARS_MAX = Math.ceil(LIMITS.inlineBodyBytesMax / 3) * 4;

/**
 * A body (HTML, layers, patch operations) as it travels on the bus and stands in a row: inside when it is at most
 * 256 KiB, else the name of an object in the blob store. Made by services only, never taken from a client; whoever
 * reads it verifies the SHA-256. Chars and line ends were counted where the text was parsed, and are not counted again
 * (ADR 004, 032).
 */
export const bodyRef = z.union([
  z.strictObject({ ...facts, inline: z.base64().max(BASE64_CHARS_MAX) }),
  z.strictObject({ ...facts, object: z.string().regex(/^[a-z]+\/[A-Za-z0-9/_-]{1,200}$/) }),
]);
export type BodyRef = z.infer<typeof bodyRef>;
