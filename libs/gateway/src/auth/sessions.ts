import type { Db } from '@bridge/db';
import { BridgeError, isBridgeError, type Clock, type Ids, type Logger } from '@bridge/kernel';
import { createHash } from 'node:crypto';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import { openAuth } from './open-auth.ts';
import { normalEmail, ownerByUser, type Owner } from './owner.store.ts';

/** A session ends after this long even when it is used every day. Spec: accounts.session-length. */
const ABSOLUTE_MS = 7 * 24 * 3_600_000;

/** What came of a session call: the answer and the cookies to set. */
export interface WithCookies<T> {
  readonly value: T;
  readonly cookies: readonly string[];
}
/** Owners' sign-in and sessions, behind which the auth library stands. */
export interface Sessions {
  /** The signed-in owner of a Cookie header; null without a living session. */
  current(cookie: string | undefined): Promise<WithCookies<Owner | null>>;
  /** Throws invalid_input (rule `credentials`) for a wrong e-mail or password alike, rate_limited after too many. */
  signIn(
    credentials: { readonly email: string; readonly password: string },
    address: string,
  ): Promise<WithCookies<Owner>>;
  signOut(cookie: string | undefined): Promise<WithCookies<null>>;
  /** Ends every other session of the owner. Throws session_required, invalid_input (rule `credentials`). */
  changePassword(
    cookie: string | undefined,
    change: { readonly currentPassword: string; readonly newPassword: string },
    address: string,
  ): Promise<WithCookies<null>>;
}

/** What sessions work with. */
export interface SessionDeps {
  readonly db: Db;
  readonly ids: Ids;
  readonly log: Logger;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  readonly baseUrl: string;
  readonly secret: string;
}

function wrong(path: string, message: string): BridgeError {
  return new BridgeError('invalid_input', { issues: [{ path, rule: 'credentials', message }] });
}

/** Status of an error of the auth library; undefined for any other error. */
function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined;
}

/** The library logs what went wrong inside it and answers 500; all that is inside it is the database. */
function unavailable(cause: unknown): BridgeError {
  return isBridgeError(cause)
    ? cause
    : new BridgeError('service_unavailable', { part: 'sign-in' }, { cause, retryAfterS: 1 });
}

function hashOf(email: string): string {
  return createHash('sha256').update(normalEmail(email)).digest('base64url').slice(0, 22);
}

type Auth = () => ReturnType<typeof openAuth>;

function headersOf(cookie: string | undefined): Headers {
  return new Headers(cookie === undefined ? {} : { cookie });
}

async function ownerOf({ db }: SessionDeps, userId: string): Promise<Owner> {
  const owner = await ownerByUser(db, userId);
  if (owner === undefined) throw new BridgeError('session_required', {});
  return owner;
}

async function current(
  deps: SessionDeps,
  auth: Auth,
  cookie: string | undefined,
): Promise<WithCookies<Owner | null>> {
  // Most callers of public pages carry no cookie: they cost nothing.
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
    throw unavailable(error);
  }
}

/** Opens owners' sessions; the library is loaded with the first call that needs it. */
export function openSessions(deps: SessionDeps): Sessions {
  let opened: ReturnType<typeof openAuth> | undefined;
  const auth: Auth = () => (opened ??= openAuth(deps));
  return {
    current: (cookie) => current(deps, auth, cookie),

    async signIn({ email, password }, address) {
      const hash = hashOf(email);
      deps.limiter.checkSignIn(hash, address);
      const { api } = await auth();
      try {
        const { headers, response } = await api.signInEmail({
          body: { email: normalEmail(email), password },
          returnHeaders: true,
        });
        return { value: await ownerOf(deps, response.user.id), cookies: headers.getSetCookie() };
      } catch (error) {
        const status = statusOf(error);
        if (status === undefined || status >= 500) throw unavailable(error);
        deps.limiter.countWrongPassword(hash, address);
        throw wrong('', 'the e-mail address or the password is wrong');
      }
    },

    async signOut(cookie) {
      const { api } = await auth();
      const { headers } = await api
        .signOut({ headers: headersOf(cookie), returnHeaders: true })
        .catch((error: unknown) => {
          throw unavailable(error);
        });
      return { value: null, cookies: headers.getSetCookie() };
    },

    async changePassword(cookie, change, address) {
      const { value: owner } = await current(deps, auth, cookie);
      if (owner === null) throw new BridgeError('session_required', {});
      const hash = hashOf(owner.email);
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
        const status = statusOf(error);
        if (status === undefined || status >= 500) throw unavailable(error);
        if (status === 401) throw new BridgeError('session_required', {});
        deps.limiter.countWrongPassword(hash, address);
        throw wrong('currentPassword', 'the current password is wrong');
      }
    },
  };
}
