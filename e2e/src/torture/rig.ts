import {
  faultProxy,
  faultyStore,
  smallDisk,
  startSplit,
  type FaultProxy,
  type FaultyS3StoreProxy,
  type SplitServiceProcess,
  type SplitProduct,
  type SplitServiceName,
} from '@bridge/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOutside, type ExternalServers } from './outside.ts';

/** The connections of one process to one server. They go through a fault proxy. */
export interface ProxiedLink {
  /** Name of the link, such as `builder 2 to Postgres`. */
  readonly name: string;
  readonly to: 'NATS' | 'Postgres' | 'S3';
  readonly proxy: FaultProxy;
}

/**
 * The disk of the blob store, which a fault can fill. It is a small mounted disk, or a proxy that answers as if the disk were
 * full.
 */
export interface StoreDisk {
  readonly how: string;
  fill(): Promise<void>;
  free(): void;
  /** True when the blob store filled the disk without a fault. Refusals after that do not show a fault of the product. */
  isUsedUp(): boolean;
}

/** The split product (services as separate processes), with all of its parts that faults are injected into. */
export interface FaultInjectionSetup {
  readonly split: SplitProduct;
  readonly links: readonly ProxiedLink[];
  readonly store: FaultyS3StoreProxy;
  readonly disk: StoreDisk;
  readonly outside: ExternalServers;
  /** The processes that faults may kill and suspend. The content origin is left out, because the checks need it. */
  readonly victims: readonly SplitServiceProcess[];
  stop(): Promise<void>;
}

const DEPENDENCIES = { NATS: 'BRIDGE_BUS', Postgres: 'BRIDGE_DB', S3: 'BRIDGE_BLOBS' } as const;
/** For each service, the servers that it connects to. */
const LINKS: Readonly<Partial<Record<SplitServiceName, readonly ProxiedLink['to'][]>>> = {
  gateway: ['NATS', 'Postgres', 'S3'],
  worlds: ['NATS', 'Postgres'],
  builder: ['NATS', 'Postgres', 'S3'],
  publisher: ['NATS', 'S3'],
  account: ['NATS', 'Postgres'],
  generator: ['NATS'],
  surf: ['NATS', 'S3'],
};
/**
 * Basic size in MiB of the blob store's disk. Each minute of the run adds `DISK_MIB_PER_MINUTE`, twice as much as the store
 * grows in a minute.
 */
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
 * Starts two processes each of gateway, builder, publisher and account, and one of every other service. Every connection goes
 * through a fault proxy, and the store's disk is large enough for a run of `minutes`.
 */
export async function startRig(
  minutes: number,
  onStep: (step: string) => void,
): Promise<FaultInjectionSetup> {
  const folder = mkdtempSync(join(tmpdir(), 'bridge-torture-'));
  const own = ownDisk(folder, minutes);
  const links: ProxiedLink[] = [];
  const outside = await startOutside();
  let front: FaultyS3StoreProxy | null = null;
  let split: SplitProduct | null = null;
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
    const store = front as FaultyS3StoreProxy | null;
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
