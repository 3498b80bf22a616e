import { BridgeError } from '@bridge/kernel';
import { hash } from 'node:crypto';
import { openAuth } from './open-auth.ts';
import { normalizeEmail, type OwnerAccount } from './owner.store.ts';
import {
  headersOf,
  ownerOf,
  peekSession,
  readSession,
  signInUnavailable,
  type AuthLibraryOpener,
  type SessionDeps,
  type OwnerSessionResultWithCookies,
} from './read-session.ts';

/** Maximum number of characters of a User-Agent header that are stored. */
const AGENT_CHARS_MAX = 200;

/** Sign-in and sessions of owners, built on the auth library. */
export interface OwnerSessionService {
  /** Returns the owner whose session a Cookie header names, and records a use of the session; null without a valid session. */
  current(cookie: string | undefined): Promise<OwnerSessionResultWithCookies<OwnerAccount | null>>;
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
  ): Promise<OwnerSessionResultWithCookies<OwnerAccount>>;
  /**
   * Signs an owner in with a password that was set a moment ago. The limit of wrong passwords does not apply, because an
   * owner who has forgotten the password has tried several.
   */
  signInWithNewPassword(
    credentials: { readonly email: string; readonly password: string },
    agent: string | undefined,
  ): Promise<OwnerSessionResultWithCookies<OwnerAccount>>;
  signOut(cookie: string | undefined): Promise<OwnerSessionResultWithCookies<null>>;
  /**
   * Changes the password and ends all other sessions of the owner. Throws session_required, invalid_input (rule `credentials`)
   * for a wrong current password, and rate_limited.
   */
  changePassword(
    cookie: string | undefined,
    change: { readonly currentPassword: string; readonly newPassword: string },
    address: string,
    /** The User-Agent header; the session of the new password replaces the present one in the list of browsers. */
    agent: string | undefined,
  ): Promise<OwnerSessionResultWithCookies<null>>;
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

function hashEmail(email: string): string {
  return hash('sha256', normalizeEmail(email), 'base64url').slice(0, 22);
}

/**
 * Runs the check of a password. When the auth library refuses it, throws the error of `refusalOf` for the library's HTTP status.
 * @param end ends the check; an `invalid_input` counts as a wrong password
 */
async function checkPassword<T>(
  end: (isWrong: boolean) => void,
  check: () => Promise<T>,
  refusalOf: (status: number) => BridgeError,
): Promise<T> {
  let isWrong = false;
  try {
    return await check();
  } catch (error) {
    const status = authErrorStatus(error);
    if (status === undefined || status >= 500) throw signInUnavailable(error);
    const refusal = refusalOf(status);
    isWrong = refusal.code === 'invalid_input';
    throw refusal;
  } finally {
    end(isWrong);
  }
}

/** Sets the User-Agent header, which the auth library stores with a new session. */
function withAgent(headers: Headers, agent: string | undefined): Headers {
  headers.set('user-agent', agent?.slice(0, AGENT_CHARS_MAX) ?? '');
  return headers;
}

async function startSession(
  deps: SessionDeps,
  auth: AuthLibraryOpener,
  { email, password }: { readonly email: string; readonly password: string },
  agent: string | undefined,
): Promise<OwnerSessionResultWithCookies<OwnerAccount>> {
  const { api } = await auth();
  const { headers, response } = await api.signInEmail({
    body: { email: normalizeEmail(email), password },
    headers: withAgent(new Headers(), agent),
    returnHeaders: true,
  });
  return { value: await ownerOf(deps, response.user.id), cookies: headers.getSetCookie() };
}

/** Opens the sign-in and the sessions of owners. The auth library is loaded at the first call that needs it. */
export function openSessions(deps: SessionDeps): OwnerSessionService {
  let opened: ReturnType<typeof openAuth> | undefined;
  const auth: AuthLibraryOpener = () => (opened ??= openAuth(deps));
  return {
    current: (cookie) => readSession(deps, auth, cookie),
    isValid: async (cookie) => (await peekSession(deps, auth, cookie)) !== null,
    tokenOf: async (cookie) => (await peekSession(deps, auth, cookie))?.token ?? null,

    async signIn(credentials, address, agent) {
      return checkPassword(
        deps.limiter.startSignIn(hashEmail(credentials.email), address),
        () => startSession(deps, auth, credentials, agent),
        () => credentialsError('', 'the e-mail address or the password is wrong'),
      );
    },

    signInWithNewPassword: (credentials, agent) =>
      startSession(deps, auth, credentials, agent).catch((error: unknown) => {
        throw signInUnavailable(error);
      }),

    async signOut(cookie) {
      const { api } = await auth();
      const { headers } = await api
        .signOut({ headers: headersOf(cookie), returnHeaders: true })
        .catch((error: unknown) => {
          throw signInUnavailable(error);
        });
      return { value: null, cookies: headers.getSetCookie() };
    },

    async changePassword(cookie, change, address, agent) {
      const { value: owner } = await readSession(deps, auth, cookie);
      if (owner === null) throw new BridgeError('session_required', {});
      const { api } = await auth();
      const input = {
        body: { ...change, revokeOtherSessions: true },
        headers: withAgent(headersOf(cookie), agent),
        returnHeaders: true,
      } as const;
      const { headers } = await checkPassword(
        deps.limiter.startSignIn(hashEmail(owner.email), address),
        () => api.changePassword(input),
        (status) =>
          status === 401
            ? new BridgeError('session_required', {})
            : credentialsError('currentPassword', 'the current password is wrong'),
      );
      return { value: null, cookies: headers.getSetCookie() };
    },
  };
}
