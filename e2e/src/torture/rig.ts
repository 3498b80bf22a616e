import {
  faultProxy,
  faultyStore,
  smallDisk,
  startSplit,
  type FaultProxy,
  type FaultyStore,
  type Replica,
  type Split,
  type SplitService,
} from '@bridge/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOutside, type Outside } from './outside.ts';

/** The connections of one process to one server, which pass through a fault proxy. */
export interface ProxiedLink {
  /** Name of the link, such as `builder 2 to Postgres`. */
  readonly name: string;
  readonly to: 'NATS' | 'Postgres' | 'S3';
  readonly proxy: FaultProxy;
}

/** The disk of the blob store, which a fault fills: a small mounted disk, or a proxy that answers that the disk is full. */
export interface StoreDisk {
  readonly how: string;
  fill(): Promise<void>;
  free(): void;
  /** True when the blob store itself has filled the disk, without a fault. Later refusals then prove nothing. */
  isUsedUp(): boolean;
}

/** The split product with handles on all parts in which faults are injected. */
export interface Rig {
  readonly split: Split;
  readonly links: readonly ProxiedLink[];
  readonly store: FaultyStore;
  readonly disk: StoreDisk;
  readonly outside: Outside;
  /** The processes that faults may kill and suspend. The content origin is not among them, because the checks need it. */
  readonly victims: readonly Replica[];
  stop(): Promise<void>;
}

const DEPENDENCIES = { NATS: 'BRIDGE_BUS', Postgres: 'BRIDGE_DB', S3: 'BRIDGE_BLOBS' } as const;
/** The servers to which each service connects. */
const LINKS: Readonly<Partial<Record<SplitService, readonly ProxiedLink['to'][]>>> = {
  gateway: ['NATS', 'Postgres', 'S3'],
  worlds: ['NATS', 'Postgres'],
  builder: ['NATS', 'Postgres', 'S3'],
  publisher: ['NATS', 'S3'],
  account: ['NATS', 'Postgres'],
  generator: ['NATS'],
  surf: ['NATS', 'S3'],
};
/** Basic size of the blob store's disk, in MiB. The store grows by about 50 MiB per minute; each minute adds twice that to the size. */
const DISK_MIB_BASE = 512;
const DISK_MIB_PER_MINUTE = 100;
const USED_UP_BYTES = 64 * 1024 * 1024;

/** Mounts a small separate disk for the blob store. Returns null when the user is not root. */
function ownDisk(folder: string, minutes: number): { disk: StoreDisk; remove: () => void } | null {
  const small = smallDisk(folder, DISK_MIB_BASE + Math.ceil(minutes * DISK_MIB_PER_MINUTE));
  if (small === null) return null;
  let usedUp = false;
  const look = (): void => void (usedUp ||= small.free() < USED_UP_BYTES);
  return {
    remove: () => small.remove(),
    disk: {
      how: `a disk of ${small.mib} MiB, filled to the last byte`,
      fill: () => {
        look();
        return small.fill();
      },
      free: () => small.empty(),
      isUsedUp: () => {
        look();
        return usedUp;
      },
    },
  };
}

function behind(settings: string, front: string): string {
  const url = new URL(settings.replace(/^s3\+/, ''));
  url.host = new URL(front).host;
  return settings.startsWith('s3+') ? `s3+${url.href}` : url.href;
}

/**
 * Starts two processes of gateway, builder, publisher and account and one of each other service, each connection over a
 * fault proxy, with a disk for the store that is large enough for a run of `minutes`.
 */
export async function startRig(minutes: number, onStep: (step: string) => void): Promise<Rig> {
  const folder = mkdtempSync(join(tmpdir(), 'bridge-torture-'));
  const own = ownDisk(folder, minutes);
  const links: ProxiedLink[] = [];
  const outside = await startOutside();
  let front: FaultyStore | null = null;
  let split: Split | null = null;
  const stop = async (): Promise<void> => {
    await split?.stop();
    for (const { proxy } of links) await proxy.stop();
    await front?.stop();
    await outside.stop();
    own?.remove();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    split = await startSplit({
      env: { BRIDGE_LIMITS: 'off', BRIDGE_LOG: 'warn', ...outside.env },
      replicas: { publisher: 2, account: 2 },
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
      disk: own?.disk ?? {
        how: 'a proxy answers every put as a store whose disk is full',
        fill: () => Promise.resolve(store.fullDisk()),
        free: () => store.heal(),
        isUsedUp: () => false,
      },
      outside,
      victims: split.replicas.filter(({ service }) => LINKS[service] !== undefined),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
