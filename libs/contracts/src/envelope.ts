import { z } from 'zod';
import { accountId, keyId, word } from './common.ts';

/**
 * Version of the format of bus messages, sent as header `Bridge-V`. After a breaking change, services accept both versions.
 */
export const ENVELOPE_VERSION = '1';
/** Names of the headers of a bus message; all other data of a call are in the message body. */
export const HEADER = {
  version: 'Bridge-V',
  /** Time at which the caller stops waiting, in ms since the Unix epoch. */
  deadline: 'Bridge-Deadline',
  request: 'Bridge-Request',
  trace: 'traceparent',
} as const;

/**
 * Schema of the interface through which a call arrived: `act` (HTTP), `mcp`, `console`, the operator’s tool `ctl`, or
 * `public` for a read without credentials.
 */
export const surface = z.enum(['act', 'mcp', 'console', 'ctl', 'public']);
/** The interface through which a call arrived, such as `act` (HTTP) or `mcp`. */
export type CallSurfaceKind = z.infer<typeof surface>;

/** Schema of the caller's account and rights in a bus request. It never contains the key's secret. */
export const callContext = z.object({
  /** Null when a visitor reads without credentials. */
  account_id: accountId.nullable(),
  /** Null when the owner calls, signed in with a password. */
  key_id: keyId.nullable(),
  scopes: z.array(z.string()),
  /**
   * Words (unique names) of the Worlds (public identities) to which the key is limited; null when it may use all of the
   * account.
   */
  worlds: z.array(word).nullable(),
  /** True for a key whose owner permits it to read the journal (audit log) of the whole account. */
  audit_all: z.boolean().optional(),
  surface,
});
/** The account and rights of a call's caller, as services receive them. */
export type CallPrincipal = z.infer<typeof callContext>;

/**
 * Schema of the body of a bus request. `fp` is the fingerprint of the input (a hash that recognizes a repeated call); it is
 * absent when the call has no idempotency key. Spec: idempotency.fingerprint.
 */
export const requestEnvelope = z.object({
  ctx: callContext,
  fp: z.string().optional(),
  input: z.unknown(),
});

/** Schema of the body of a bus reply. A reply with code `busy` guarantees that the call had no effect. */
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
/** Body of a bus reply: the result, or an error of the catalogue. */
export type ReplyEnvelope = z.infer<typeof replyEnvelope>;
