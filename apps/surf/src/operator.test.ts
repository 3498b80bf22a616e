import {
  describeWith,
  freePort,
  ROOT,
  runCommand,
  server,
  startApp,
  type Program,
} from '@bridge/testing';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';

/** Everybody who has a user at the broker as it is deployed. */
const USERS = ['gateway', 'worlds', 'builder', 'publisher', 'surf', 'sites', 'ctl'];
const passwordOf = (user: string): string => `secret${user}`;
const RECORDS = 1_500;

function objects(path: string): void {
  const rows = Array.from({ length: RECORDS }, (_, at) => ({
    ObjectID: String(at + 1),
    Title: `Window ${at + 1}`,
    Artist: 'Lyubov Popova',
    Date: '1920',
    Medium: 'Linocut',
    Classification: 'Print',
    MoMANumber: `${at + 1}.1949`,
  }));
  writeFileSync(path, JSON.stringify(rows));
}

interface Opened {
  readonly folder: string;
  readonly url: (user: string) => string;
  readonly service: Program;
  readonly stop: () => Promise<void>;
}

async function open(): Promise<Opened> {
  for (const user of USERS)
    vi.stubEnv(`BRIDGE_NATS_${user.toUpperCase()}_PASSWORD`, passwordOf(user));
  const config = join(ROOT, 'deploy', 'nats', 'nats.passwords.conf');
  const nats = await server('nats', { own: true, args: ['-c', config] });
  const folder = mkdtempSync(join(tmpdir(), 'bridge-operator-'));
  const url = (user: string): string => nats.url.replace('//', `//${user}:${passwordOf(user)}@`);
  const internal = `127.0.0.1:${await freePort()}`;
  const service = await startApp(
    'surf',
    {
      BRIDGE_BUS: url('surf'),
      BRIDGE_SEARCH: `file:${join(folder, 'search')}`,
      BRIDGE_DATA: join(folder, 'data'),
      BRIDGE_INTERNAL_LISTEN: internal,
    },
    () =>
      fetch(`http://${internal}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
  );
  return {
    folder,
    url,
    service,
    stop: async () => {
      await service.stop();
      await nats.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

describeWith(
  'a surf service behind the broker as it is deployed',
  open,
  ({ stop }) => stop(),
  (opened) => {
    // Verifies: search.damaged-folder.
    test(
      'takes an operator’s import over the bus and serves it at once; no other user may send one',
      { timeout: 240_000 },
      async () => {
        const { folder, url } = opened();
        const file = join(folder, 'objects.json');
        objects(file);
        const ctl = async (user: string, ...args: string[]): Promise<Record<string, unknown>> => {
          const { stdout } = await runCommand(['archive', ...args, '--json'], {
            BRIDGE_BUS: url(user),
            BRIDGE_DATA: join(folder, 'elsewhere'),
          });
          return JSON.parse(stdout) as Record<string, unknown>;
        };
        expect(await ctl('ctl', 'import', file, '--swap')).toMatchObject({
          exit: 0,
          documents: RECORDS,
        });
        expect(await ctl('ctl', 'stats')).toMatchObject({ stats: { documents: RECORDS } });
        expect(await ctl('ctl', 'explain', 'window popova', 'moma:7')).toMatchObject({
          id: 'moma:7',
        });
        await expect(ctl('gateway', 'stats')).rejects.toThrow(/ended with 1/);
        expect(await ctl('ctl', 'rollback')).toEqual({ ok: true });
        const { stats } = await ctl('ctl', 'stats');
        expect((stats as { documents: number }).documents).toBeGreaterThan(4_000);
        // A damaged pointer under the running service: what it serves goes on, and the operator reads why.
        writeFileSync(join(folder, 'search', 'CURRENT'), '');
        const damaged = await ctl('ctl', 'stats');
        expect(damaged).toMatchObject({
          stats: {
            documents: expect.any(Number) as number,
            trouble: expect.stringMatching(/CURRENT names no index version/) as string,
          },
        });
        expect(await ctl('ctl', 'rollback')).toEqual({ ok: true });
        expect(await ctl('ctl', 'stats')).toMatchObject({ stats: { trouble: null } });
      },
    );
  },
);
