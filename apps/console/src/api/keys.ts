import type { KeyRateLimits, KeyRecord } from '@bridge/contracts';
import { queryOptions } from '@tanstack/react-query';
import { send } from './client.ts';
import { sendKeyed } from './send-keyed.ts';

const KEYS = '/api/agent-bridge/keys';

/**
 * An action (operation for agents) in the service's public list: its name, the scope (permission) that it requires and, if
 * agents can call it through MCP, the name of its MCP tool.
 */
export interface ManifestActionEntry {
  readonly action: string;
  readonly scope: string;
  readonly tool?: string;
  /** What the action does and how it is called, in sentences for agents. */
  readonly purpose: string;
  readonly mutating: boolean;
  readonly available: boolean;
}
/**
 * The members of the service's public manifest that the console reads: sets of scopes (permissions), and the addresses of the
 * API and of the MCP endpoint.
 */
export interface ServiceManifest {
  readonly read_scopes: readonly string[];
  readonly draft_scopes: readonly string[];
  readonly optional_scopes: readonly string[];
  readonly mcp_url: string;
  readonly api_url: string;
}
/**
 * The request for a new key. `worlds: null` means all Worlds (public identities) of the account, and `expires_in_days: null`
 * means that the key never expires.
 */
export interface NewKeyRequest {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly worlds: readonly string[] | null;
  readonly expires_in_days: number | null;
  readonly audit_all: boolean;
}
/** A new key. The service returns its secret only once: it is null in the answer to a repeated request. */
export interface CreatedKey {
  readonly key: KeyRecord;
  readonly secret: string | null;
}

/**
 * Query for the public manifest of the service: sets of scopes (permissions), and the addresses of the API and the MCP
 * endpoint.
 */
export const manifestQuery = queryOptions({
  queryKey: ['manifest'],
  queryFn: ({ signal }) => send<ServiceManifest>('GET', '/api/agent-bridge/manifest', { signal }),
  staleTime: Infinity,
});

/** Query for the service's public list of actions (operations for agents). */
export const actionsQuery = queryOptions({
  queryKey: ['actions'],
  queryFn: async ({ signal }) =>
    (
      await send<{ readonly actions: readonly ManifestActionEntry[] }>(
        'GET',
        '/api/agent-bridge/actions',
        {
          signal,
        },
      )
    ).actions,
  staleTime: Infinity,
});

/** Query for the keys of the account, newest first. */
export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: async ({ signal }) =>
    (await send<{ readonly keys: readonly KeyRecord[] }>('GET', KEYS, { signal })).keys,
});

/** Creates an agent key. `key` is the idempotency key of the request. */
export function makeKey(wish: NewKeyRequest, key: string): Promise<CreatedKey> {
  return sendKeyed(KEYS, key, wish);
}

/**
 * The owner's choices when a key is replaced with a successor: the scopes (permissions) of the successor, and for how long the
 * old secret stays valid.
 */
export interface KeyRotationRequest {
  readonly key_id: string;
  readonly scopes: readonly string[];
  /** Number of hours for which the old secret stays valid; 0 revokes it at once. */
  readonly overlap_h: number;
}

/** Replaces a key with a successor that has a new secret. `key` is the idempotency key of the request. */
export function rotateKey(wish: KeyRotationRequest, key: string): Promise<CreatedKey> {
  return sendKeyed(KEYS, key, { action: 'rotate', ...wish });
}

/**
 * A change of one key; absent members stay unchanged. Scopes (permissions) can only be removed, and call rates can only be set
 * below those of the service.
 */
export interface KeyChangeRequest {
  readonly name?: string;
  readonly scopes?: readonly string[];
  readonly expires_in_days?: number;
  readonly limits?: KeyRateLimits;
}

/** Changes the name, scopes, call rates or expiry of a key. The parameter `key` is the idempotency key of the request. */
export function changeKey(
  { keyId, wish }: { readonly keyId: string; readonly wish: KeyChangeRequest },
  key: string,
): Promise<unknown> {
  return sendKeyed(`/api/console/keys/${keyId}`, key, wish);
}

/**
 * Calls the endpoint `whoami` with the secret of an agent's key, as an agent would. Resolves to the key's record. Throws
 * ServiceRequestError.
 */
export async function callWithKey(secret: string): Promise<KeyRecord> {
  return (await send<{ readonly key: KeyRecord }>('GET', '/api/agent-bridge/whoami', { secret }))
    .key;
}

/** Revokes the key `keyId` or, if it is null, all keys of the account. `key` is the idempotency key of the request. */
export function revokeKeys(keyId: string | null, key: string): Promise<unknown> {
  const what = keyId === null ? { action: 'revoke_all' } : { action: 'revoke', key_id: keyId };
  return sendKeyed(KEYS, key, what);
}
