import type { KeyRecord } from '@bridge/contracts';
import { randomBytes } from 'node:crypto';
import { runCommand } from './product.ts';

/** Properties of an agent key that a test creates. */
export interface TestKeyOptions {
  readonly name?: string;
  readonly preset?: 'read' | 'draft';
  readonly scopes?: readonly string[];
  readonly worlds?: readonly string[] | null;
  readonly expires_in_days?: number | null;
  readonly audit_all?: boolean;
}

/** A created agent key with its secret. */
export interface KeyWithSecret {
  readonly key: KeyRecord;
  readonly secret: string;
}

/** An owner of the product with a signed-in browser session. */
export interface TestOwner {
  readonly email: string;
  readonly password: string;
  readonly cookie: string;
  /** Sends a request with the session cookie, and with the app origin in the Origin header. */
  send(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<Response>;
  makeKey(wish: TestKeyOptions): Promise<KeyWithSecret>;
}

/** Scopes of the ten actions that MCP offers as tools. */
export const ALL_TOOL_SCOPES = [
  'builder.attach',
  'builder.clear',
  'builder.create',
  'builder.get',
  'builder.list',
  'builder.patch',
  'builder.publish',
  'surf.search',
  'worlds.found',
  'worlds.list',
] as const;

/** Signs in as an existing owner. */
export async function signIn(baseUrl: string, email: string, password: string): Promise<TestOwner> {
  const entered = await fetch(`${baseUrl}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseUrl },
    body: JSON.stringify({ email, password }),
  });
  if (!entered.ok) throw new Error(`sign-in answered ${entered.status}: ${await entered.text()}`);
  const cookie = entered.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
  const send: TestOwner['send'] = (method, path, body) =>
    fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        cookie,
        origin: baseUrl,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const makeKey = async (wish: TestKeyOptions): Promise<KeyWithSecret> => {
    const made = await send('POST', '/api/agent-bridge/keys', { name: 'test', ...wish });
    if (made.status !== 201)
      throw new Error(`making a key answered ${made.status}: ${await made.text()}`);
    return (await made.json()) as KeyWithSecret;
  };
  return { email, password, cookie, send, makeKey };
}

/** Creates an owner with `ctl owner create`, and signs the owner in. */
export async function newOwner(
  baseUrl: string,
  env: Readonly<Record<string, string>>,
): Promise<TestOwner> {
  const email = `owner-${randomBytes(5).toString('hex')}@example.org`;
  const password = `pass ${randomBytes(8).toString('hex')}`;
  await runCommand(
    ['owner', 'create', '--email', email, '--name', 'Test Owner', '--password-stdin', '--json'],
    env,
    `${password}\n`,
  );
  return signIn(baseUrl, email, password);
}
