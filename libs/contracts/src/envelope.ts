import { z } from 'zod';
import { accountId, keyId, word } from './common.ts';

/** Version of the envelope, sent as header `Bridge-V`; a breaking change is a new number served beside the old. */
export const ENVELOPE_VERSION = '1';
/** Names of the message headers; all other data of a call are in its body. */
export const HEADER = {
  version: 'Bridge-V',
  /** Time after which the caller no longer waits, in ms since the epoch. */
  deadline: 'Bridge-Deadline',
  request: 'Bridge-Request',
  trace: 'traceparent',
} as const;

/** The surface through which a call came; `public` for reads without credentials. */
export const surface = z.enum(['act', 'mcp', 'console', 'ctl', 'public']);
export type Surface = z.infer<typeof surface>;

/** The account and the rights of a call; keys never leave the gateway. */
export const callContext = z.object({
  /** Null for a read by a visitor. */
  account_id: accountId.nullable(),
  /** Null for a call of the owner. */
  key_id: keyId.nullable(),
  scopes: z.array(z.string()),
  /** Words of the Worlds to which a key is limited; null for the whole account. */
  worlds: z.array(word).nullable(),
  /** True for a key whose owner permits it to read the journal of the whole account. */
  audit_all: z.boolean().optional(),
  surface,
});
/** The caller of one call, as services receive it. */
export type CallPrincipal = z.infer<typeof callContext>;

/**
 * Schema of the body of a request on the bus. `fp` is the fingerprint of a call with an idempotency key.
 * Spec: idempotency.fingerprint.
 */
export const requestEnvelope = z.object({
  ctx: callContext,
  fp: z.string().optional(),
  input: z.unknown(),
});

/** Schema of the body of a reply on the bus. `busy` promises that the call had no effect. */
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
