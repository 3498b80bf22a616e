import { BridgeError, hashAgentKey, isAgentKey } from '@bridge/kernel';
import type { IncomingMessage } from 'node:http';
import type { Principal } from '../dispatch.ts';
import type { KeyRights } from '../keys/key-rights.ts';

/** The second header that may carry a key. Spec: keys.two-headers. */
export const KEY_HEADER = 'x-service-agent-key';

/** All values of a header, also of one that Node would otherwise join or drop. */
function valuesOf(request: Pick<IncomingMessage, 'rawHeaders'>, name: string): readonly string[] {
  const values: string[] = [];
  const { rawHeaders } = request;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() === name) values.push(rawHeaders[i + 1] ?? '');
  }
  return values;
}

/**
 * The key a request presents; null when it presents none. The scheme may be written in any case. Throws
 * ambiguous_credentials for a header sent twice or two headers that differ; the same key in both is fine.
 */
export function presentedKey(request: Pick<IncomingMessage, 'rawHeaders'>): string | null {
  const bearers = valuesOf(request, 'authorization');
  const others = valuesOf(request, KEY_HEADER);
  if (bearers.length > 1 || others.length > 1) throw new BridgeError('ambiguous_credentials', {});
  const [, bearer] = /^bearer +(.*)$/i.exec(bearers[0] ?? '') ?? [];
  const [other] = others;
  if (bearer !== undefined && other !== undefined && bearer !== other)
    throw new BridgeError('ambiguous_credentials', {});
  return bearer ?? other ?? null;
}

/** A key where Authorization has no scheme, or another one than Bearer. */
const KEY_WITHOUT_BEARER = /^(?!bearer )(?:[a-z0-9-]+ +)?ak_/i;

/** The refusal of a request in which no key was found: what is wrong with a key that stands there in another form. */
function missing(request: Pick<IncomingMessage, 'rawHeaders'>): BridgeError {
  const [authorization = ''] = valuesOf(request, 'authorization');
  return KEY_WITHOUT_BEARER.test(authorization)
    ? new BridgeError('key_malformed', { cause: 'scheme' })
    : new BridgeError('key_missing', {});
}

/**
 * Turns the presented key into a principal: form and checksum first, without touching the database, then one indexed
 * read, never cached. Throws key_missing, key_malformed, key_invalid, and key_revoked or key_expired only for a secret
 * that is on record. Nothing behind this sees the key. Spec: keys.refusals, keys.form.
 */
export async function authenticate(
  rights: KeyRights,
  request: Pick<IncomingMessage, 'rawHeaders'>,
): Promise<Principal> {
  const key = presentedKey(request);
  if (key === null) throw missing(request);
  if (!isAgentKey(key)) throw new BridgeError('key_malformed', {});
  const right = await rights.of(hashAgentKey(key));
  if (right === undefined) throw new BridgeError('key_invalid', {});
  if (right.revoked) throw new BridgeError('key_revoked', {});
  if (right.expired) throw new BridgeError('key_expired', {});
  return {
    accountId: right.account_id,
    keyId: right.key_id,
    scopes: new Set(right.scopes),
    worlds: right.worlds,
  };
}
