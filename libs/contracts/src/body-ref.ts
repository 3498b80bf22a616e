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
 * A body (HTML, layers, patch operations) on the bus and in a row: inline up to 256 KiB, else the name of an object in the
 * blob store. Only services make references, clients never do. Every read verifies the SHA-256. The gateway counts chars and
 * line ends when it parses the text; they are not counted again (ADR 004, 032).
 */
export const bodyRef = z.union([
  z.strictObject({ ...facts, inline: z.base64().max(BASE64_CHARS_MAX) }),
  z.strictObject({ ...facts, object: z.string().regex(/^[a-z]+\/[A-Za-z0-9/_-]{1,200}$/) }),
]);
export type BodyRef = z.infer<typeof bodyRef>;
