import { builderModule } from '@bridge/builder';
import type { WebsiteRecord } from '@bridge/contracts';
import { gatewayModule, openOwnerTool, type OwnerAdministration } from '@bridge/gateway';
import {
  randomIds,
  readSettings,
  type AnyProcessModule,
  type CommonModuleDeps,
  type ProcessSettings,
} from '@bridge/kernel';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newKey } from './builder.ts';
import { ALL_TOOL_SCOPES } from './owner.ts';
import { freePort } from './program.ts';
import { startTestServices, type BlobStoreOpener, type TestServices } from './test-services.ts';
import type { WatchedMethodCallback } from './watched.ts';
import { worldsModule } from './worlds.ts';

/** A gateway running in the test process, with real services, and functions to call it. */
export interface GatewayTestRig {
  readonly base: string;
  readonly services: TestServices;
  readonly settings: ProcessSettings;
  readonly tool: OwnerAdministration;
  /** Creates a new owner with an account, without a key. */
  owner(): Promise<{
    readonly email: string;
    readonly password: string;
    readonly accountId: string;
  }>;
  /** Creates an agent key for the owner with this e-mail address, or for a new owner, and returns its secret. */
  key(scopes?: readonly string[], email?: string): Promise<string>;
  /** Founds a World (public identity) with an agent key and returns its word (unique name); default: a new name. */
  world(key: string, word?: string): Promise<string>;
  /** Creates a website with an agent key, in the World (public identity) `word` or a new one. Returns its page_id. */
  draft(key: string, html: string, word?: string): Promise<number>;
  act(
    key: string | null,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<TestHttpResponse>;
  /** Calls a tool over MCP; `version` is that of the protocol. */
  callTool(key: string, name: string, input: object, version?: string): Promise<TestHttpResponse>;
  /** Sends bytes on a new socket and returns all bytes received until it closes. */
  raw(text: string | Buffer): Promise<string>;
  stop(): Promise<void>;
}
/** An HTTP response with its complete body. */
export interface TestHttpResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body, untyped so that tests can read any property; null when it is not JSON. */
  readonly json: ReturnType<typeof JSON.parse>;
  readonly text: string;
}

/** Reads a response completely. */
export async function answerOf(response: Response): Promise<TestHttpResponse> {
  const text = await response.text();
  let json: unknown = null;
  try {
    json = JSON.parse(text);
  } catch {
    // The body is not JSON; `json` stays null.
  }
  return { status: response.status, headers: response.headers, json, text };
}

/** Performs an action with a new idempotency key and returns its result. Throws when the action is refused. */
async function resultOf(
  rig: Pick<GatewayTestRig, 'act'>,
  key: string,
  action: string,
  input: object,
): Promise<unknown> {
  const payload = { ...input, idempotency_key: newKey() };
  const { text } = await rig.act(key, { action, payload });
  const reply = JSON.parse(text) as { readonly ok: boolean; readonly result: unknown };
  if (!reply.ok) throw new Error(`${action} was refused: ${text.slice(0, 500)}`);
  return reply.result;
}

/**
 * Starts a gateway with real services on a free port. `wish` overrides settings; rate limits are off by default.
 * `services` replaces the default services, worlds and builder.
 */
export async function startGateway(
  wish: Record<string, string> = {},
  parts: Partial<CommonModuleDeps> = {},
  modules: readonly AnyProcessModule[] = [worldsModule, builderModule],
  openStore?: BlobStoreOpener,
  watch?: WatchedMethodCallback,
): Promise<GatewayTestRig> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const data = mkdtempSync(join(tmpdir(), 'bridge-gateway-'));
  const settings = readSettings({
    BRIDGE_BASE_URL: base,
    BRIDGE_DATA: data,
    BRIDGE_LIMITS: 'off',
    ...wish,
  });
  const gateway = gatewayModule('all-in-one');
  const services = await startTestServices(
    [...modules, gateway],
    { ...parts, settings },
    openStore,
    watch,
  );
  const tool = await openOwnerTool({ db: services.db, ids: randomIds, settings });
  let owners = 0;
  const rig: GatewayTestRig = {
    base,
    services,
    settings,
    tool,
    async owner() {
      owners += 1;
      const [email, password] = [`owner${owners}@example.org`, 'correct horse battery'];
      const made = await tool.ownerCreate({ email, password });
      return { email, password, accountId: made.account_id };
    },
    async key(scopes = ALL_TOOL_SCOPES, email) {
      const whose = email ?? (await rig.owner()).email;
      return (await tool.keysCreate(whose, { name: 'test', scopes })).secret;
    },
    async world(key, word = `w-${newKey().slice(-20)}`) {
      await resultOf(rig, key, 'worlds.found', { word });
      return word;
    },
    async draft(key, html, word) {
      const input = { word: word ?? (await rig.world(key)), title: 'T', raw_html: html };
      const made = await resultOf(rig, key, 'builder.create', input);
      return (made as { readonly website: WebsiteRecord }).website.page_id;
    },
    act: async (key, body, headers = {}) =>
      answerOf(
        await fetch(`${base}/api/agent-bridge/act`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...(key === null ? {} : { authorization: `Bearer ${key}` }),
            ...headers,
          },
          body:
            typeof body === 'string' || body instanceof Uint8Array
              ? (body as string)
              : JSON.stringify(body),
        }),
      ),
    callTool: async (key, name, input, version = '2025-11-25') =>
      answerOf(
        await fetch(`${base}/api/mcp`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${key}`,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            'mcp-protocol-version': version,
          },
          body: JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name, arguments: input },
          }),
        }),
      ),
    raw: (text) =>
      new Promise((resolve) => {
        const socket = connect(port, '127.0.0.1');
        let heard = '';
        socket.on('data', (chunk) => (heard += chunk.toString('latin1')));
        socket.on('error', () => undefined);
        socket.on('close', () => resolve(heard));
        socket.write(text);
      }),
    async stop() {
      await services.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
  return rig;
}
