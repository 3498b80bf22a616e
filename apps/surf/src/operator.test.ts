import { accessKeyOf, BLOB_USERS, prepareStore } from '@bridge/blobs';
import {
  describeWith,
  freePort,
  momaObject,
  ROOT,
  runCommand,
  server,
  startApp,
  until,
  type StartedProgram,
} from '@bridge/testing';
import { existsSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';

/** The NATS users of the deployed broker configuration that this test needs. */
const USERS = [
  'gateway',
  'worlds',
  'builder',
  'publisher',
  'surf',
  'account',
  'generator',
  'sites',
  'ctl',
];
const secretOf = (user: string): string => `secret${user}`;
const RECORDS = 1_500;
const REPLICAS = ['one', 'two'] as const;

/** The name of one of the two surf processes that the test starts. */
type ReplicaName = (typeof REPLICAS)[number];
const WAIT_MS = 60_000;

function objects(path: string, word: string): string {
  const rows = Array.from({ length: RECORDS }, (_, at) => momaObject(at + 1, `${word} ${at + 1}`));
  writeFileSync(path, JSON.stringify(rows));
  return path;
}

/**
 * A running product in separate processes, two of which are replicas of the surf service. The tests run the archive commands of
 * `ctl` against it.
 */
interface ReplicatedTestProduct {
  readonly folder: string;
  /**
   * Returns the settings of a process with data folder `name`: addresses and credentials of `user` for NATS and the S3 store.
   */
  readonly envOf: (user: string, name: string) => Readonly<Record<string, string>>;
  readonly replicas: Readonly<Record<ReplicaName, StartedProgram>>;
  readonly stop: () => Promise<void>;
}

async function open(): Promise<ReplicatedTestProduct> {
  for (const user of USERS)
    vi.stubEnv(`BRIDGE_NATS_${user.toUpperCase()}_PASSWORD`, secretOf(user));
  const config = join(ROOT, 'deploy', 'nats', 'nats.passwords.conf');
  const nats = await server('nats', { own: true, args: ['-c', config] });
  const s3 = await server('s3', { own: true });
  const url = `s3+${s3.url}/${s3.bucket}`;
  const { accessKey, secretKey } = s3;
  const users = Object.fromEntries(BLOB_USERS.map((user) => [user, secretOf(user)]));
  await prepareStore({ url, accessKey, secretKey, region: 'us-east-1' }, users);
  const folder = mkdtempSync(join(tmpdir(), 'bridge-operator-'));
  const envOf: ReplicatedTestProduct['envOf'] = (user, name) => ({
    BRIDGE_BUS: nats.url.replace('//', `//${user}:${secretOf(user)}@`),
    BRIDGE_BLOBS: url,
    BRIDGE_S3_KEY: accessKeyOf(user === 'surf' ? 'surf' : 'ctl'),
    BRIDGE_S3_SECRET: secretOf(user === 'surf' ? 'surf' : 'ctl'),
    BRIDGE_DATA: join(folder, name),
  });
  const start = async (name: ReplicaName): Promise<StartedProgram> => {
    const internal = `127.0.0.1:${await freePort()}`;
    return startApp('surf', { ...envOf('surf', name), BRIDGE_INTERNAL_LISTEN: internal }, () =>
      fetch(`http://${internal}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  };
  const replicas = { one: await start('one'), two: await start('two') };
  return {
    folder,
    envOf,
    replicas,
    stop: async () => {
      for (const one of Object.values(replicas)) await one.stop();
      await nats.stop();
      await s3.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The members of the output of `archive stats --json` that the test reads. */
interface StatsOutput {
  readonly stats: { readonly version: string; readonly documents: number };
  readonly replicas: readonly {
    readonly version: string | null;
    readonly trouble: string | null;
  }[];
}

describeWith(
  'two surf services behind the broker and the store as they are deployed',
  open,
  ({ stop }) => stop(),
  (opened) => {
    // Verifies: search.damaged-folder.
    test(
      'load an operator’s import and roll it back; no other user may send these messages',
      { timeout: 240_000 },
      async () => {
        const { folder, envOf } = opened();
        const ctl = async (user: string, ...args: string[]): Promise<unknown> => {
          const command = ['archive', ...args, '--json'];
          const { stdout } = await runCommand(command, envOf(user, 'elsewhere'));
          return JSON.parse(stdout);
        };
        const stats = async (): Promise<StatsOutput> => (await ctl('ctl', 'stats')) as StatsOutput;
        const file = objects(join(folder, 'objects.json'), 'Window');
        // The command ends when both replicas serve the new version.
        expect(await ctl('ctl', 'import', file, '--swap')).toMatchObject({
          exit: 0,
          documents: RECORDS,
        });
        const { stats: made, replicas } = await stats();
        expect(made.documents).toBe(RECORDS);
        expect(replicas.map(({ version }) => version)).toEqual([made.version, made.version]);
        const own = (name: ReplicaName): string =>
          join(folder, name, 'search', `refs-${made.version}.sqlite`);
        expect(REPLICAS.map((name) => existsSync(own(name)))).toEqual([true, true]);
        expect(await ctl('ctl', 'explain', 'window popova', 'moma:7')).toMatchObject({
          id: 'moma:7',
        });
        await expect(ctl('gateway', 'stats')).rejects.toThrow(/ended with 1/);

        expect(await ctl('ctl', 'rollback')).toEqual({ ok: true });
        await until(
          'both to serve the starter archive',
          async () => (await stats()).replicas.every(({ version }) => version === 'starter'),
          WAIT_MS,
        );
        expect((await stats()).stats.documents).toBeGreaterThan(4_000);
        expect(await ctl('ctl', 'rollback')).toEqual({ ok: true });

        // Damages the index file of the first replica. The replica reports it as `trouble` until it has downloaded the version
        // again.
        truncateSync(own('one'), 10_000);
        await until(
          'both to serve the import, whole',
          async () =>
            (await stats()).replicas.every(
              ({ version, trouble }) => version === made.version && trouble === null,
            ),
          WAIT_MS,
        );
      },
    );
  },
);
