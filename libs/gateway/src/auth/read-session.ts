import type { DatabaseClient } from '@bridge/db';
import {
  BridgeError,
  isBridgeError,
  type Clock,
  type RandomIdGenerator,
  type Logger,
} from '@bridge/kernel';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import type { openAuth } from './open-auth.ts';
import { findOwnerByUser, type OwnerAccount } from './owner.store.ts';

/** Maximum age of a session in ms, even when it is in use. Spec: accounts.session-length. */
export const SESSION_MS_MAX = 7 * 24 * 3_600_000;

/** The result of a method of `OwnerSessionService`, with the cookies that the HTTP reply must set. */
export interface OwnerSessionResultWithCookies<T> {
  readonly value: T;
  readonly cookies: readonly string[];
}
/** The dependencies of the sign-in and the sessions of owners. */
export interface SessionDeps {
  readonly db: DatabaseClient;
  readonly ids: RandomIdGenerator;
  readonly log: Logger;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  readonly baseUrl: string;
  readonly secret: string;
}

/**
 * Returns the error service_unavailable for a failure of the auth library, whose database is then unavailable. Returns a
 * BridgeError as it is.
 */
export function signInUnavailable(cause: unknown): BridgeError {
  return isBridgeError(cause)
    ? cause
    : new BridgeError('service_unavailable', { part: 'sign-in' }, { cause, retryAfterS: 1 });
}

/** A function that returns the auth library, which is opened at the first use. */
export type AuthLibraryOpener = () => ReturnType<typeof openAuth>;

/** Returns the headers with which the auth library finds the session of a Cookie header. */
export function headersOf(cookie: string | undefined): Headers {
  return new Headers(cookie === undefined ? {} : { cookie });
}

/** Returns the owner of a session; throws session_required when the owner does not exist any more. */
export async function ownerOf({ db }: SessionDeps, userId: string): Promise<OwnerAccount> {
  const owner = await findOwnerByUser(db, userId);
  if (owner === undefined) throw new BridgeError('session_required', {});
  return owner;
}

/** Returns the owner whose session a Cookie header names, and records a use of the session; null without a valid session. */
export async function readSession(
  deps: SessionDeps,
  auth: AuthLibraryOpener,
  cookie: string | undefined,
): Promise<OwnerSessionResultWithCookies<OwnerAccount | null>> {
  // Most requests carry no cookie; they must not load the auth library.
  if (cookie === undefined) return { value: null, cookies: [] };
  const { api } = await auth();
  try {
    const { headers, response } = await api.getSession({
      headers: headersOf(cookie),
      returnHeaders: true,
    });
    const cookies = headers.getSetCookie();
    if (response === null) return { value: null, cookies };
    const ageMs = deps.clock.now() - response.session.createdAt.getTime();
    if (ageMs > SESSION_MS_MAX) return { value: null, cookies: [] };
    return { value: await ownerOf(deps, response.user.id), cookies };
  } catch (error) {
    throw signInUnavailable(error);
  }
}

/** Reads a session without recording a use of it; null when it is not valid. */
export async function peekSession(
  deps: SessionDeps,
  auth: AuthLibraryOpener,
  cookie: string | undefined,
): Promise<{ readonly token: string } | null> {
  const { api } = await auth();
  try {
    const query = { disableRefresh: true };
    const found = await api.getSession({ headers: headersOf(cookie), query });
    const isOld = deps.clock.now() - (found?.session.createdAt.getTime() ?? 0) > SESSION_MS_MAX;
    return found === null || isOld ? null : { token: found.session.token };
  } catch (error) {
    throw signInUnavailable(error);
  }
}
