import {
  faultProxy,
  faultyStore,
  startSplit,
  type FaultProxy,
  type FaultyStore,
  type Replica,
  type Split,
  type SplitService,
} from '@bridge/testing';
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A connection between one process and one server, with a fault proxy on it. */
export interface Link {
  /** As `builder 2 to Postgres`. */
  readonly name: string;
  readonly to: 'NATS' | 'Postgres' | 'S3';
  readonly proxy: FaultProxy;
}

/** The disk of the blob store: a small one of its own where that can be mounted, else the store says that it is full. */
export interface Disk {
  readonly how: string;
  fill(): void;
  free(): void;
}

/** The split product with everything in reach that can be harmed. */
export interface Rig {
  readonly split: Split;
  readonly links: readonly Link[];
  readonly store: FaultyStore;
  readonly disk: Disk;
  /** Processes that may be killed and frozen; the content origin stays, to be asked afterwards. */
  readonly victims: readonly Replica[];
  stop(): Promise<void>;
}

const DEPENDENCIES = { NATS: 'BRIDGE_BUS', Postgres: 'BRIDGE_DB', S3: 'BRIDGE_BLOBS' } as const;
/** What each service is connected to. */
const LINKS: Readonly<Partial<Record<SplitService, readonly Link['to'][]>>> = {
  gateway: ['NATS', 'Postgres', 'S3'],
  worlds: ['NATS', 'Postgres'],
  builder: ['NATS', 'Postgres', 'S3'],
  publisher: ['NATS', 'S3'],
};
const DISK_MIB = 512;
const FILL_CHUNK = Buffer.alloc(1024 * 1024);

/** A file system of its own for the store, which only root can mount. */
function smallDisk(folder: string): Disk | null {
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', folder]);
  if (mounted.status !== 0) return null;
  const ballast = join(folder, 'ballast');
  return {
    how: `a disk of ${DISK_MIB} MiB, filled to the last byte`,
    fill: () => {
      const file = openSync(ballast, 'w');
      try {
        for (let size = FILL_CHUNK.length; size >= 1;) {
          try {
            writeSync(file, FILL_CHUNK, 0, size);
          } catch {
            size = Math.floor(size / 2);
          }
        }
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast, { force: true }),
  };
}

function behind(settings: string, front: string): string {
  const url = new URL(settings.replace(/^s3\+/, ''));
  url.host = new URL(front).host;
  return settings.startsWith('s3+') ? `s3+${url.href}` : url.href;
}

/** Starts two gateways, two builders, two publishers and one Worlds service, each connection over a fault proxy. */
export async function startRig(onStep: (step: string) => void): Promise<Rig> {
  const folder = mkdtempSync(join(tmpdir(), 'bridge-torture-'));
  const disk = smallDisk(folder);
  const links: Link[] = [];
  let front: FaultyStore | null = null;
  let split: Split | null = null;
  const stop = async (): Promise<void> => {
    await split?.stop();
    for (const { proxy } of links) await proxy.stop();
    await front?.stop();
    if (disk !== null) spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    split = await startSplit({
      env: { BRIDGE_LIMITS: 'off', BRIDGE_LOG: 'warn' },
      replicas: { publisher: 2, surf: 0 },
      storeFolder: folder,
      onStep,
      link: async (service, n, env) => {
        const own: Record<string, string> = {};
        front ??= await faultyStore(
          new URL((env['BRIDGE_BLOBS'] ?? '').replace(/^s3\+/, '')).origin,
        );
        for (const to of LINKS[service] ?? []) {
          const name = DEPENDENCIES[to];
          const target = env[name] ?? '';
          const proxy = await faultProxy(to === 'S3' ? front.url : target);
          links.push({ name: `${service} ${n} to ${to}`, to, proxy });
          own[name] = behind(target, proxy.url);
        }
        return own;
      },
    });
    const store = front as FaultyStore | null;
    if (store === null) throw new Error('no store');
    return {
      split,
      links,
      store,
      disk: disk ?? {
        how: 'a proxy answers every put as a store whose disk is full',
        fill: () => store.fullDisk(),
        free: () => store.heal(),
      },
      victims: split.replicas.filter(({ service }) => LINKS[service] !== undefined),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
