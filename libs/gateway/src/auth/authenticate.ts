import { BridgeError, hashAgentKey, isAgentKey } from '@bridge/kernel';
import type { IncomingMessage } from 'node:http';
import type { Principal } from '../dispatch.ts';
import type { AgentKeyRights } from '../keys/key.store.ts';
import type { KeyRightsReader } from '../keys/key-rights.ts';

/** The name of the header that can carry a key instead of `Authorization`. Spec: keys.two-headers. */
export const KEY_HEADER = 'x-service-agent-key';

/** Returns all values of a header, from the raw list: Node’s `headers` joins or drops repeated headers. */
function valuesOf(request: Pick<IncomingMessage, 'rawHeaders'>, name: string): readonly string[] {
  const values: string[] = [];
  const { rawHeaders } = request;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() === name) values.push(rawHeaders[i + 1] ?? '');
  }
  return values;
}

/**
 * Returns the key that a request presents, or null. The scheme `Bearer` is case-insensitive. Throws ambiguous_credentials for a
 * repeated header and for two different keys; the same key in both headers is accepted.
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

/**
 * Number of leading bytes of a key’s hash that the address of a draft’s preview contains, to identify the key that requested
 * it.
 */
const MARK_BYTES = 6;

/** Matches an Authorization header with a key but without the Bearer scheme. */
const KEY_WITHOUT_BEARER = /^(?!bearer )(?:[a-z0-9-]+ +)?ak_/i;

/** Returns the error for a request without a key: key_malformed when only the scheme `Bearer` is missing, else key_missing. */
function missingKeyError(request: Pick<IncomingMessage, 'rawHeaders'>): BridgeError {
  const [authorization = ''] = valuesOf(request, 'authorization');
  return KEY_WITHOUT_BEARER.test(authorization)
    ? new BridgeError('key_malformed', { cause: 'scheme' })
    : new BridgeError('key_missing', {});
}

/**
 * Resolves the key of a request to a principal. Form and checksum are checked before the database is read; the rights are
 * read from the database for every request. Throws key_missing, key_malformed, key_invalid; key_revoked and key_expired only
 * for a key whose hash is stored. No later code receives the key. Spec: keys.refusals, keys.form.
 */
export async function authenticate(
  rights: KeyRightsReader,
  request: Pick<IncomingMessage, 'rawHeaders'>,
  onEnded: (right: AgentKeyRights, code: 'key_revoked' | 'key_expired') => void,
): Promise<Principal> {
  const key = presentedKey(request);
  if (key === null) throw missingKeyError(request);
  if (!isAgentKey(key)) throw new BridgeError('key_malformed', {});
  const hash = hashAgentKey(key);
  const right = await rights.of(hash);
  if (right === undefined) throw new BridgeError('key_invalid', {});
  if (right.revoked || right.expired) {
    const code = right.revoked ? 'key_revoked' : 'key_expired';
    onEnded(right, code);
    throw new BridgeError(code, {});
  }
  return {
    accountId: right.account_id,
    keyId: right.key_id,
    scopes: new Set(right.scopes),
    worlds: right.worlds,
    auditAll: right.audit_all,
    limits: right.limits,
    keyMark: hash.toString('hex', 0, MARK_BYTES),
  };
}
