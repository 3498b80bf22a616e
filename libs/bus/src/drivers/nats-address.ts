import { ProgramStartError } from '@bridge/kernel';
import {
  credsAuthenticator,
  nkeyAuthenticator,
  usernamePasswordAuthenticator,
  type Authenticator,
} from 'nats';
import { readFileSync } from 'node:fs';

const DEFAULT_PORT = '4222';
/** Matches a credentials file that the NATS tool `nsc` wrote: it contains a user's JWT and its seed. */
const CREDS_FILE = /-----BEGIN NATS USER JWT-----[^]+-----BEGIN USER NKEY SEED-----/;
const SEED = /^SU[A-Z2-7]{56}$/m;

/** The parsed address of the NATS broker (BRIDGE_BUS). */
export interface NatsAddress {
  /** `host:port` of each server of the cluster. */
  readonly servers: readonly string[];
  /** True when one of the addresses has the scheme tls:; all connections then use TLS. */
  readonly tls: boolean;
  /** Login from the first address with `user:password@`, used for all servers. */
  readonly login: Authenticator | undefined;
}

/** Returns the login in a URL; undefined when it has none, null when its percent-encoding is malformed. */
function loginOf({ username, password }: URL): Authenticator | undefined | null {
  if (username === '') return undefined;
  try {
    return usernamePasswordAuthenticator(
      decodeURIComponent(username),
      decodeURIComponent(password),
    );
  } catch {
    return null;
  }
}

/** Parses `nats://a,nats://user:password@b:4222,tls://c`. Throws ProgramStartError; its text never contains a password. */
export function parseNatsAddress(text: string): NatsAddress {
  const parts = text.split(',').map((part, index) => {
    const url = URL.parse(part.trim());
    const login = url === null ? null : loginOf(url);
    const scheme = url?.protocol ?? '';
    if (url === null || login === null || !['nats:', 'tls:'].includes(scheme) || !url.hostname)
      throw new ProgramStartError(
        `Part ${index + 1} of BRIDGE_BUS is no address of a NATS server: write nats://host:port, several with commas, and special characters of a password as in %25 for %.`,
      );
    return { url, login };
  });
  return {
    servers: parts.map(({ url }) => `${url.hostname}:${url.port === '' ? DEFAULT_PORT : url.port}`),
    tls: parts.some(({ url }) => url.protocol === 'tls:'),
    login: parts.find(({ login }) => login !== undefined)?.login,
  };
}

function readCredentials(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    return CREDS_FILE.test(text) || SEED.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the NATS login from the file in BRIDGE_NATS_CREDS: a `.creds` file or a user's nkey seed. Each connection reads
 * the file again, so a rotated file needs no restart; an unreadable new file is ignored.
 */
export function natsCredentials(path: string): Authenticator {
  let text =
    readCredentials(path) ??
    (() => {
      throw new ProgramStartError(
        `BRIDGE_NATS_CREDS names ${path}, which cannot be read or holds neither NATS credentials nor a user seed.`,
      );
    })();
  const current = (): string => (text = readCredentials(path) ?? text);
  return (nonce) => {
    const bytes = Buffer.from(current(), 'utf8');
    if (CREDS_FILE.test(text)) return credsAuthenticator(bytes)(nonce);
    return nkeyAuthenticator(Buffer.from(SEED.exec(text)?.[0] ?? '', 'utf8'))(nonce);
  };
}
