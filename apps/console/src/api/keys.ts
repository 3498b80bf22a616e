import type { KeyRecord } from '@bridge/contracts';
import { queryOptions } from '@tanstack/react-query';
import { send } from './client.ts';

const KEYS = '/api/agent-bridge/keys';

/** An action of the service, as the public list names it. */
export interface ActionInfo {
  readonly action: string;
  readonly scope: string;
  readonly tool?: string;
  readonly mutating: boolean;
  readonly available: boolean;
}
/** What the public manifest says about scopes and addresses. */
export interface ServiceManifest {
  readonly read_scopes: readonly string[];
  readonly draft_scopes: readonly string[];
  readonly optional_scopes: readonly string[];
  readonly mcp_url: string;
  readonly api_url: string;
}
/** Request of a new key. */
export interface NewKey {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly worlds: readonly string[] | null;
  readonly expires_in_days: number | null;
  readonly audit_all: boolean;
}
/** A key with its secret, which is shown once. */
export interface KeyWithSecret {
  readonly key: KeyRecord;
  readonly secret: string;
}

/** Reads the public manifest. */
export const manifestQuery = queryOptions({
  queryKey: ['manifest'],
  queryFn: ({ signal }) => send<ServiceManifest>('GET', '/api/agent-bridge/manifest', { signal }),
  staleTime: Infinity,
});

/** Reads the public list of actions. */
export const actionsQuery = queryOptions({
  queryKey: ['actions'],
  queryFn: async ({ signal }) =>
    (
      await send<{ readonly actions: readonly ActionInfo[] }>('GET', '/api/agent-bridge/actions', {
        signal,
      })
    ).actions,
  staleTime: Infinity,
});

/** Reads the keys of the account, newest first. */
export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: async ({ signal }) =>
    (await send<{ readonly keys: readonly KeyRecord[] }>('GET', KEYS, { signal })).keys,
});

/** Makes a key. */
export function makeKey(key: NewKey): Promise<KeyWithSecret> {
  return send('POST', KEYS, { body: key });
}

/** What a successor has other than its key. */
export interface RotationWish {
  readonly scopes: readonly string[];
  /** Hours for which the old secret works on; 0 ends it at once. */
  readonly overlap_h: number;
}

/** Makes the successor of a key. */
export function rotateKey(keyId: string, wish: RotationWish): Promise<KeyWithSecret> {
  return send('POST', KEYS, { body: { action: 'rotate', key_id: keyId, ...wish } });
}

/** A change of one key; its scopes only shrink. */
export interface KeyWish {
  readonly name?: string;
  readonly scopes?: readonly string[];
  readonly expires_in_days?: number;
}

/** Changes name, scopes or end of a key. */
export function changeKey(keyId: string, wish: KeyWish): Promise<unknown> {
  return send('POST', `/api/console/keys/${keyId}`, { body: wish });
}

/** Revokes a key. */
export function revokeKey(keyId: string): Promise<unknown> {
  return send('POST', KEYS, { body: { action: 'revoke', key_id: keyId } });
}

/** Revokes every key of the account. */
export function revokeAllKeys(): Promise<unknown> {
  return send('POST', KEYS, { body: { action: 'revoke_all' } });
}
