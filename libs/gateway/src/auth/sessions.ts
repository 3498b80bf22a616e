import type { DatabaseClient } from '@bridge/db';
import {
  BridgeError,
  isBridgeError,
  type Clock,
  type RandomIdGenerator,
  type Logger,
} from '@bridge/kernel';
import { hash } from 'node:crypto';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import { openAuth } from './open-auth.ts';
import { normalizeEmail, findOwnerByUser, type OwnerAccount } from './owner.store.ts';

/** Maximum age of a session in ms, even when it is in use. Spec: accounts.session-length. */
const ABSOLUTE_MS = 7 * 24 * 3_600_000;
/** Maximum number of characters of a User-Agent header that are stored. */
const AGENT_CHARS_MAX = 200;

/** The result of a method of `Sessions`, with the cookies that the HTTP reply must set. */
export interface SessionResult<T> {
  readonly value: T;
  readonly cookies: readonly string[];
}
/** Sign-in and sessions of owners, built on the auth library. */
export interface OwnerSessionService {
  /** Returns the owner whose session a Cookie header names, and records a use of the session; null without a valid session. */
  current(cookie: string | undefined): Promise<SessionResult<OwnerAccount | null>>;
  /** True while the session of a Cookie header is valid. It does not count as a use of the session. */
  isValid(cookie: string | undefined): Promise<boolean>;
  /** Returns the token by which the session of a Cookie header is stored; null without a valid session. */
  tokenOf(cookie: string | undefined): Promise<string | null>;
  /**
   * Signs an owner in. Throws the same invalid_input (rule `credentials`) for a wrong e-mail address and a wrong password, and
   * rate_limited after too many wrong attempts.
   */
  signIn(
    credentials: { readonly email: string; readonly password: string },
    address: string,
    /** The User-Agent header, shown in the owner’s list of browsers. */
    agent: string | undefined,
  ): Promise<SessionResult<OwnerAccount>>;
  signOut(cookie: string | undefined): Promise<SessionResult<null>>;
  /**
   * Changes the password and ends all other sessions of the owner. Throws session_required, invalid_input (rule `credentials`)
   * for a wrong current password, and rate_limited.
   */
  changePassword(
    cookie: string | undefined,
    change: { readonly currentPassword: string; readonly newPassword: string },
    address: string,
  ): Promise<SessionResult<null>>;
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

function credentialsError(path: string, message: string): BridgeError {
  return new BridgeError('invalid_input', { issues: [{ path, rule: 'credentials', message }] });
}

/** Returns the HTTP status of an error of the auth library; undefined for any other error. */
function authErrorStatus(error: unknown): number | undefined {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined;
}

/** Returns service_unavailable for a failure (status 500) of the auth library, caused by its database; a BridgeError as is. */
function signInUnavailable(cause: unknown): BridgeError {
  return isBridgeError(cause)
    ? cause
    : new BridgeError('service_unavailable', { part: 'sign-in' }, { cause, retryAfterS: 1 });
}

function hashEmail(email: string): string {
  return hash('sha256', normalizeEmail(email), 'base64url').slice(0, 22);
}

/** A function that returns the auth library, which is opened at the first use. */
type AuthLibraryOpener = () => ReturnType<typeof openAuth>;

function headersOf(cookie: string | undefined): Headers {
  return new Headers(cookie === undefined ? {} : { cookie });
}

async function ownerOf({ db }: SessionDeps, userId: string): Promise<OwnerAccount> {
  const owner = await findOwnerByUser(db, userId);
  if (owner === undefined) throw new BridgeError('session_required', {});
  return owner;
}

async function current(
  deps: SessionDeps,
  auth: AuthLibraryOpener,
  cookie: string | undefined,
): Promise<SessionResult<OwnerAccount | null>> {
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
    if (ageMs > ABSOLUTE_MS) return { value: null, cookies: [] };
    return { value: await ownerOf(deps, response.user.id), cookies };
  } catch (error) {
    throw signInUnavailable(error);
  }
}

/** Reads a session without recording a use of it; null when it is not valid. */
async function peek(
  deps: SessionDeps,
  auth: AuthLibraryOpener,
  cookie: string | undefined,
): Promise<{ readonly token: string } | null> {
  const { api } = await auth();
  try {
    const query = { disableRefresh: true };
    const found = await api.getSession({ headers: headersOf(cookie), query });
    const isOld = deps.clock.now() - (found?.session.createdAt.getTime() ?? 0) > ABSOLUTE_MS;
    return found === null || isOld ? null : { token: found.session.token };
  } catch (error) {
    throw signInUnavailable(error);
  }
}

/** Opens the sign-in and the sessions of owners. The auth library is loaded at the first call that needs it. */
export function openSessions(deps: SessionDeps): OwnerSessionService {
  let opened: ReturnType<typeof openAuth> | undefined;
  const auth: AuthLibraryOpener = () => (opened ??= openAuth(deps));
  return {
    current: (cookie) => current(deps, auth, cookie),
    isValid: async (cookie) => (await peek(deps, auth, cookie)) !== null,
    tokenOf: async (cookie) => (await peek(deps, auth, cookie))?.token ?? null,

    async signIn({ email, password }, address, agent) {
      const hash = hashEmail(email);
      deps.limiter.checkSignIn(hash, address);
      const { api } = await auth();
      try {
        const { headers, response } = await api.signInEmail({
          body: { email: normalizeEmail(email), password },
          headers: new Headers({ 'user-agent': agent?.slice(0, AGENT_CHARS_MAX) ?? '' }),
          returnHeaders: true,
        });
        return { value: await ownerOf(deps, response.user.id), cookies: headers.getSetCookie() };
      } catch (error) {
        const status = authErrorStatus(error);
        if (status === undefined || status >= 500) throw signInUnavailable(error);
        deps.limiter.countWrongPassword(hash, address);
        throw credentialsError('', 'the e-mail address or the password is wrong');
      }
    },

    async signOut(cookie) {
      const { api } = await auth();
      const { headers } = await api
        .signOut({ headers: headersOf(cookie), returnHeaders: true })
        .catch((error: unknown) => {
          throw signInUnavailable(error);
        });
      return { value: null, cookies: headers.getSetCookie() };
    },

    async changePassword(cookie, change, address) {
      const { value: owner } = await current(deps, auth, cookie);
      if (owner === null) throw new BridgeError('session_required', {});
      const hash = hashEmail(owner.email);
      deps.limiter.checkSignIn(hash, address);
      const { api } = await auth();
      try {
        const { headers } = await api.changePassword({
          body: { ...change, revokeOtherSessions: true },
          headers: headersOf(cookie),
          returnHeaders: true,
        });
        return { value: null, cookies: headers.getSetCookie() };
      } catch (error) {
        const status = authErrorStatus(error);
        if (status === undefined || status >= 500) throw signInUnavailable(error);
        if (status === 401) throw new BridgeError('session_required', {});
        deps.limiter.countWrongPassword(hash, address);
        throw credentialsError('currentPassword', 'the current password is wrong');
      }
    },
  };
}
