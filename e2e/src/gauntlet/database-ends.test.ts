import {
  ALL_TOOL_SCOPES,
  freePort,
  newOwner,
  runCommand,
  smallDisk,
  startProduct,
  until,
  type AllInOneProcess,
} from '@bridge/testing';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callOn, type ActionCaller } from '../call.ts';
import { create, done, pageHtml, unique } from '../stage.ts';

const CASE_MS_MAX = 180_000;
/** Size of the test disk, in MiB. Creating a Postgres cluster needs 160 MiB. */
const DISK_MIB = 320;

let data: string;
let product: AllInOneProcess | undefined;
let removeDisk: () => void;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'bridge-'));
  // When the tests run as root, Postgres runs under another user, which must be able to enter the folder.
  chmodSync(data, 0o755);
  removeDisk = () => undefined;
});
afterEach(async () => {
  await product?.stop();
  product = undefined;
  removeDisk();
  rmSync(data, { recursive: true, force: true });
});

/** A running product, with a World and a key for calls. */
interface RunningProduct {
  readonly call: ActionCaller;
  readonly word: string;
  readonly env: Readonly<Record<string, string>>;
  readonly status: (path: string) => Promise<number>;
}

async function start(): Promise<RunningProduct> {
  const internal = `127.0.0.1:${await freePort()}`;
  product = await startProduct({
    data,
    env: { BRIDGE_LIMITS: 'off', BRIDGE_INTERNAL_LISTEN: internal },
  });
  const owner = await newOwner(product.baseUrl, product.env);
  const { secret } = await owner.makeKey({ scopes: ALL_TOOL_SCOPES });
  const call = callOn('act', product.baseUrl, secret);
  const word = unique('ends');
  done(await call('worlds.found', { word, idempotency_key: unique('found') }));
  return {
    call,
    word,
    env: product.env,
    status: async (path) => (await fetch(`http://${internal}/${path}`)).status,
  };
}

function killPostgres(): void {
  const [pid] = readFileSync(join(data, 'db', 'cluster', 'postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(pid), 'SIGKILL');
}

/** Number of restarts of Postgres that the product printed. The log has the sentence too, inside longer lines that do not match. */
function restarts(): number {
  const said = product?.program.output().match(/^Postgres runs again, after \d+\.\d s\.$/gm);
  return said?.length ?? 0;
}

/** Returns true when a call succeeds. A refusal must have the code `service_unavailable`. */
async function answersAgain(call: ActionCaller): Promise<boolean> {
  const outcome = await call('worlds.list', {});
  if (!outcome.ok) expect(outcome.error.code).toBe('service_unavailable');
  return outcome.ok;
}

describe('the end of the embedded Postgres', () => {
  // Verifies: storage.database-ends.
  it(
    'fails only the calls in flight: the product restarts it, no acknowledged change is lost, and the terminal reports it',
    { timeout: CASE_MS_MAX },
    async () => {
      const { call, word, status } = await start();
      const made = await create(call, word, pageHtml('Kept'));
      for (let kill = 1; kill <= 3; kill += 1) {
        killPostgres();
        // Database sessions outlive the killed Postgres for a moment, so a successful call does not prove the restart.
        await until('Postgres to run again', () => restarts() === kill);
        await until('the product to answer again', () => answersAgain(call));
      }
      const read = done(await call('builder.get', { page_id: made.page_id }));
      expect(read).toMatchObject({ raw_html: pageHtml('Kept') });
      expect(await status('readyz')).toBe(200);
    },
  );

  // Verifies: storage.database-ends.
  it(
    'on a full disk is named in refusals, /readyz, doctor and the terminal, keeps a second product locked out, and heals once there is space',
    { timeout: CASE_MS_MAX },
    async (context) => {
      mkdirSync(join(data, 'db'), { mode: 0o755 });
      const disk = smallDisk(join(data, 'db'), DISK_MIB);
      if (disk === null) return context.skip('only root can mount a small disk');
      removeDisk = () => disk.remove();
      const { call, word, env, status } = await start();
      const made = await create(call, word, pageHtml('Kept'));
      await disk.fill();
      killPostgres();
      const refusal = await until('the disk to be named', async () => {
        const outcome = await call('worlds.list', {});
        if (outcome.ok) return null;
        expect(outcome.error.code).toBe('service_unavailable');
        return outcome.error.details['reason'] === 'disk_full' ? outcome.error : null;
      });
      expect(refusal).toMatchObject({ status: 503, message: expect.stringContaining('is full') });
      await until('the product to be out of traffic', async () => (await status('readyz')) === 503);
      expect(await status('livez')).toBe(200);
      await expect(runCommand(['doctor'], env)).rejects.toThrow(
        /WRONG {2}database +the disk of the database is full: free some space/,
      );
      await expect(startProduct({ data })).rejects.toThrow(/is in use by another instance/);
      expect(product?.program.output()).toContain('its disk is full: free some space');

      disk.empty();
      await until('the product to answer again', () => answersAgain(call));
      await until('the product to be ready', async () => (await status('readyz')) === 200);
      await create(call, word, pageHtml('After'));
      const read = done(await call('builder.get', { page_id: made.page_id }));
      expect(read).toMatchObject({ raw_html: pageHtml('Kept') });
      expect((await runCommand(['doctor'], env)).stdout).toContain('well   database');
    },
  );
});
