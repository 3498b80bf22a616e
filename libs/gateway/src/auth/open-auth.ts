import type { DatabaseClient } from '@bridge/db';
import { type RandomIdGenerator, type Logger, isLoopback } from '@bridge/kernel';
import { LIMITS } from '@bridge/contracts';
import { hashPassword, verifyPassword } from './password.ts';

/** Time in seconds without use after which a session ends. Spec: accounts.session-length. */
const IDLE_S = 12 * 3_600;
/** Minimum interval in seconds between two writes of a session’s last use. */
const REFRESH_S = 600;

const PREFIXES: Readonly<Record<string, string>> = { user: 'usr', session: 'ses', account: 'crd' };
const STAMPS = { createdAt: 'created_at', updatedAt: 'updated_at' };

/** Dependencies and settings with which the auth library is opened. */
export interface AuthLibraryOptions {
  readonly db: DatabaseClient;
  readonly ids: RandomIdGenerator;
  readonly log: Logger;
  /** Base URL of the app origin, which serves API and console. */
  readonly baseUrl: string;
  readonly secret: string;
}

/**
 * Returns the name of the session cookie. On https the prefix `__Host-` binds it to host and TLS. On loopback the name contains
 * the port: browsers share cookies between ports, so two local installations would otherwise replace each other’s cookie.
 */
export function sessionCookieName(baseUrl: string): string {
  const { protocol, hostname, port } = new URL(baseUrl);
  if (protocol === 'https:') return '__Host-session';
  return isLoopback(hostname) && port !== '' ? `bridge-session-${port}` : 'bridge-session';
}

/** Maps the records of the auth library to the product’s tables and columns. */
const TABLES = {
  user: { modelName: 'owner', fields: { emailVerified: 'email_verified', ...STAMPS } },
  session: {
    modelName: 'session',
    expiresIn: IDLE_S,
    updateAge: REFRESH_S,
    fields: {
      userId: 'user_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      ...STAMPS,
    },
  },
  account: {
    modelName: 'credential',
    fields: {
      userId: 'user_id',
      providerId: 'provider_id',
      accountId: 'provider_account_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      ...STAMPS,
    },
  },
  verification: { modelName: 'verification', fields: { expiresAt: 'expires_at', ...STAMPS } },
};

/**
 * Opens the auth library on the product’s tables. The import is dynamic because the library takes 20 MB of memory and most
 * gateways serve only agents for days. The library’s routes, rate limits and origin checks are not mounted: the gateway has its
 * own.
 */
export async function openAuth({ db, ids, log, baseUrl, secret }: AuthLibraryOptions) {
  const { betterAuth } = await import('better-auth');
  return betterAuth({
    appName: 'Agent Bridge',
    baseURL: baseUrl,
    secret,
    database: { db: db.kysely, type: 'postgres', schemaName: 'gateway' },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: {
      level: 'warn',
      log: (level, message) => log[level === 'error' ? 'error' : 'warn']({ auth: message }, 'auth'),
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: LIMITS.passwordCharsMin,
      maxPasswordLength: LIMITS.passwordCharsMax,
      password: {
        hash: hashPassword,
        verify: ({ hash, password }) => verifyPassword(password, hash),
      },
    },
    ...TABLES,
    advanced: {
      // The configured cookie name has the prefix already; the library would add a second one.
      useSecureCookies: false,
      cookiePrefix: 'bridge',
      cookies: {
        session_token: {
          name: sessionCookieName(baseUrl),
          attributes: {
            httpOnly: true,
            sameSite: 'lax',
            path: '/',
            secure: baseUrl.startsWith('https:'),
          },
        },
      },
      database: { generateId: ({ model }) => ids.make(PREFIXES[model] ?? 'row') },
    },
  });
}
