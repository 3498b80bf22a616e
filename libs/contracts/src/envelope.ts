import { z } from 'zod';
import { accountId, keyId, word } from './common.ts';

/** Version of the envelope, sent as header `Bridge-V`; a breaking change is a new number served beside the old. */
export const ENVELOPE_VERSION = '1';
/** Names of the message headers; everything else of a call is in its body. */
export const HEADER = {
  version: 'Bridge-V',
  /** Absolute time in ms since the epoch after which nobody waits for the answer. */
  deadline: 'Bridge-Deadline',
  request: 'Bridge-Request',
  trace: 'traceparent',
} as const;

/** Where a call came in: a surface of the product, or `public` for what anybody may read. */
export const surface = z.enum(['act', 'mcp', 'console', 'ctl', 'public']);
export type Surface = z.infer<typeof surface>;

/** In whose name a call is made; nothing behind the gateway ever sees a key. */
export const callContext = z.object({
  /** Null for what the public may read. */
  account_id: accountId.nullable(),
  /** Null when the owner acts in person. */
  key_id: keyId.nullable(),
  scopes: z.array(z.string()),
  /** Words a key is limited to; null for the whole account. */
  worlds: z.array(word).nullable(),
  surface,
});
/** The caller of one call, as services see it. */
export type CallPrincipal = z.infer<typeof callContext>;

/** Body of a request on the bus. `fp` is the fingerprint of a keyed call. Spec: idempotency.fingerprint. */
export const requestEnvelope = z.object({
  ctx: callContext,
  fp: z.string().optional(),
  input: z.unknown(),
});

/** Body of a reply on the bus. `busy` promises that nothing was done. */
export const replyEnvelope = z.union([
  z.object({ ok: z.literal(true), result: z.unknown(), replayed: z.boolean().optional() }),
  z.object({
    ok: z.literal(false),
    error: z.object({
      code: z.string(),
      details: z.record(z.string(), z.unknown()),
      retry_after_s: z.number().optional(),
    }),
  }),
  z.object({ busy: z.literal(true), retry_ms: z.number() }),
]);
export type ReplyEnvelope = z.infer<typeof replyEnvelope>;
