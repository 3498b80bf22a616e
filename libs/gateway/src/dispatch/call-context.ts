import { SCOPES, type CallPrincipal, type CallSurfaceKind } from '@bridge/contracts';
import type { Principal } from '../dispatch.ts';

const ALL_SCOPES: ReadonlySet<string> = new Set(SCOPES);

/** Returns the identity of an owner for a call: all scopes, all Worlds (public identities) of the account, no key. */
export function ownerPrincipal(accountId: string): Principal {
  return { accountId, keyId: null, scopes: ALL_SCOPES, worlds: null };
}

/**
 * Returns the caller’s account and rights and the surface (act, MCP, console or terminal) in the form that a bus message
 * carries.
 */
export function contextOf(
  { accountId, keyId, scopes, worlds, auditAll }: Principal,
  surface: CallSurfaceKind,
): CallPrincipal {
  return {
    account_id: accountId,
    key_id: keyId,
    scopes: [...scopes],
    worlds: worlds === null ? null : [...worlds],
    surface,
    ...(auditAll === true ? { audit_all: true } : {}),
  };
}
