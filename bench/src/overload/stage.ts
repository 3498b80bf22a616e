import {
  ALL_TOOL_SCOPES,
  newOwner,
  startSplit,
  withoutRates,
  type SplitProduct,
} from '@bridge/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The product with its services in separate processes, started for an overload test, with agent keys and functions to call it.
 */
export interface OverloadSetup {
  readonly split: SplitProduct;
  readonly secrets: readonly string[];
  readonly word: string;
  /** Returns the bytes of a POST request to the act endpoint. */
  request(secret: string, action: string, payload: object): Buffer;
  /** Creates another account with an agent key, and returns the secret of the key. */
  stranger(): Promise<string>;
  call(secret: string, action: string, payload: object): Promise<ActionCallResponse>;
  stop(): Promise<void>;
}
/** HTTP status and JSON body of a response of the act endpoint. */
export interface ActionCallResponse {
  readonly status: number;
  readonly body: {
    readonly ok: boolean;
    readonly result?: Record<string, unknown>;
    readonly error?: { readonly code: string };
  };
}

/** Starts each service in its own process, with two gateways, and creates `keys` agent keys. `env`: additional settings. */
export async function openStage(
  limits: 'default' | 'without rates',
  keys: number,
  env: Readonly<Record<string, string>> = {},
): Promise<OverloadSetup> {
  const folder = mkdtempSync(join(tmpdir(), 'bridge-overload-'));
  const split = await startSplit({
    env: { BRIDGE_LIMITS: limits === 'default' ? 'default' : withoutRates(folder), ...env },
    replicas: { gateway: 2, builder: 1 },
  });
  const owner = await newOwner(split.baseUrl, split.env);
  const secrets: string[] = [];
  for (let n = 0; n < keys; n += 1)
    secrets.push((await owner.makeKey({ scopes: ALL_TOOL_SCOPES })).secret);
  const { host } = new URL(split.baseUrl);
  const word = 'overload-world';
  const call: OverloadSetup['call'] = async (secret, action, payload) => {
    const answer = await fetch(`${split.baseUrl}/api/agent-bridge/act`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ action, payload }),
    });
    return { status: answer.status, body: (await answer.json()) as ActionCallResponse['body'] };
  };
  const stage: OverloadSetup = {
    split,
    secrets,
    word,
    request: (secret, action, payload) => {
      const body = JSON.stringify({ action, payload });
      const head = [
        'POST /api/agent-bridge/act HTTP/1.1',
        `Host: ${host}`,
        `Authorization: Bearer ${secret}`,
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(body)}`,
      ];
      return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
    },
    stranger: async () => {
      const other = await newOwner(split.baseUrl, split.env);
      return (await other.makeKey({ scopes: ALL_TOOL_SCOPES })).secret;
    },
    call,
    stop: async () => {
      await split.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return stage;
}
