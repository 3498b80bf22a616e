import { setTimeout as delay } from 'node:timers/promises';
import { sql } from '@bridge/db';
import { withDatabase } from './database.ts';
import {
  failReceiver,
  healProvider,
  healReceiver,
  PROVIDER_FAILURES,
  RECEIVER_FAILURES,
} from './outside.ts';
import { passTime } from './pass-time.ts';
import type { SeededRandom } from './prng.ts';
import type { FaultInjectionSetup } from './rig.ts';

/** The kinds of faults. Each has a weight (its relative frequency in a plan) and a description. */
export const FAULTS = {
  kill: [10, 'SIGKILL of a service, then its restart'],
  freeze: [8, 'SIGSTOP of a service for 3 to 17 s, beyond the deadline of a change'],
  restart: [5, 'SIGTERM of a service, then its start'],
  'broker-kill': [3, 'SIGKILL of nats-server, restart after up to 3 s'],
  'broker-freeze': [2, 'SIGSTOP of nats-server for 1 to 6 s'],
  'db-sessions': [7, 'pg_terminate_backend of every session of the product'],
  'db-kill': [3, 'SIGKILL of every process of Postgres, restart after up to 2 s'],
  'db-freeze': [2, 'SIGSTOP of every process of Postgres for 1 to 5 s'],
  reset: [8, 'every connection of one process to one server reset'],
  cut: [6, 'one process cut off from one server for 0.5 to 5 s'],
  'half-open': [5, 'requests, replies or both vanish for 1 to 8 s, then the connections are reset'],
  strand: [5, 'the open connections of one process to one server go silent for ever'],
  delay: [8, 'every chunk 50 ms to 2 s late, for 2 to 6 s'],
  'store-fails': [5, 'every put fails, before or after it was done, for 1 to 5 s'],
  'store-stalls': [4, 'every request to the store waits 5 s, for 2 to 6 s'],
  'store-kill': [3, 'SIGKILL of the store, restart after up to 3 s'],
  'disk-full': [3, 'the disk of the store is full for 1 to 5 s'],
  'provider-fails': [6, 'the provider of drafts fails, is silent or writes nonsense for 1 to 5 s'],
  'receiver-fails': [5, 'the receiver of webhooks fails, is silent or away for 1 to 5 s'],
  'time-passes': [4, 'leases of paid calls and pauses between deliveries end at once'],
} as const satisfies Readonly<Record<string, readonly [number, string]>>;
/** The name of a kind of fault. */
export type InjectedFaultKind = keyof typeof FAULTS;

/** One fault of a plan: its kind, time, target and duration. */
export interface PlannedFault {
  readonly atMs: number;
  readonly fault: InjectedFaultKind;
  /** Position of the target in the list of possible targets, as a share of its length, from 0 to below 1. */
  readonly target: number;
  /** Position of the duration between the minimum (0) and the maximum (1, excluded) for this kind of fault. */
  readonly length: number;
  readonly variant: number;
}

const FIRST_MS = 1_500;
const GAP_MS_MIN = 200;
const GAP_MS_MAX = 2_200;
/** Maximum number of faults at the same time. With more, the product would be completely down. */
const ACTIVE_MAX = 3;

/** Makes the plan of a run: about 50 faults a minute, of the given kinds. */
export function planFaults(
  random: SeededRandom,
  totalMs: number,
  kinds: readonly InjectedFaultKind[],
): readonly PlannedFault[] {
  const weights = Object.fromEntries(kinds.map((kind) => [kind, FAULTS[kind][0]])) as Record<
    InjectedFaultKind,
    number
  >;
  const plan: PlannedFault[] = [];
  let atMs = FIRST_MS;
  while (atMs < totalMs) {
    plan.push({
      atMs,
      fault: random.weighted(weights),
      target: random.between(0, 1),
      length: random.between(0, 1),
      variant: random.between(0, 1),
    });
    atMs += random.between(GAP_MS_MIN, GAP_MS_MAX);
  }
  return plan;
}

function choose<T>(list: readonly T[], target: number): T {
  const chosen = list[Math.floor(target * list.length)];
  if (chosen === undefined) throw new Error('nothing to harm');
  return chosen;
}

/** A fault with its target. `run` begins the fault, waits for its duration and ends it. */
interface AppliedFault {
  /** Name of the target; a target has at most one fault at a time. */
  readonly what: string;
  run(): Promise<void>;
}

async function terminateSessions(rig: FaultInjectionSetup): Promise<void> {
  await withDatabase(rig.split.servers.postgres.url, (db) =>
    db.rows(
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'agent-bridge' and pid <> pg_backend_pid()`,
    ),
  );
}

/** Selects the target of a planned fault in the tested product, and makes the function that runs the fault. */
function harm(
  rig: FaultInjectionSetup,
  { fault, target, length, variant }: PlannedFault,
): AppliedFault {
  const { split, store, disk, outside } = rig;
  const { nats, postgres, s3 } = split.servers;
  const lasts = (fromMs: number, toMs: number): Promise<void> =>
    delay(fromMs + length * (toMs - fromMs));
  const victim = choose(rig.victims, target);
  const process = `process ${victim.internalUrl}`;
  const link = choose(rig.links, target);
  switch (fault) {
    case 'kill':
      return {
        what: process,
        run: async () => {
          await victim.program.kill();
          await lasts(0, 3_000);
          await victim.restart();
        },
      };
    case 'freeze':
      return {
        what: process,
        run: async () => {
          await victim.program.pause();
          await lasts(3_000, 17_000);
          victim.program.resume();
        },
      };
    case 'restart':
      return {
        what: process,
        run: async () => {
          await victim.program.stop();
          await victim.restart();
        },
      };
    case 'broker-kill':
      return {
        what: 'NATS',
        run: async () => {
          await nats.kill();
          await lasts(0, 3_000);
          await nats.restart();
        },
      };
    case 'broker-freeze':
      return {
        what: 'NATS',
        run: async () => {
          await nats.pause();
          await lasts(1_000, 6_000);
          await nats.resume();
        },
      };
    case 'db-sessions':
      return { what: 'Postgres', run: () => terminateSessions(rig) };
    case 'db-kill':
      return {
        what: 'Postgres',
        run: async () => {
          await postgres.kill();
          await lasts(0, 2_000);
          await postgres.restart();
        },
      };
    case 'db-freeze':
      return {
        what: 'Postgres',
        run: async () => {
          await postgres.pause();
          await lasts(1_000, 5_000);
          await postgres.resume();
        },
      };
    case 'reset':
      return { what: link.name, run: () => Promise.resolve(link.proxy.reset()) };
    case 'cut':
      return {
        what: link.name,
        run: async () => {
          link.proxy.cut();
          await lasts(500, 5_000);
          link.proxy.heal();
        },
      };
    case 'half-open':
      return {
        what: link.name,
        run: async () => {
          link.proxy.halfOpen(choose(['requests', 'replies', 'both'] as const, variant));
          await lasts(1_000, 8_000);
          // The proxy dropped bytes of these connections. TCP never delivers a stream with a gap, so the connections are reset.
          link.proxy.reset();
          link.proxy.heal();
        },
      };
    case 'strand':
      return { what: link.name, run: () => Promise.resolve(link.proxy.strand()) };
    case 'delay':
      return {
        what: link.name,
        run: async () => {
          link.proxy.latency(50 + variant * 1_950);
          await lasts(2_000, 6_000);
          link.proxy.heal();
        },
      };
    case 'store-fails':
      return {
        what: 'S3',
        run: async () => {
          store.failPuts(choose(['before', 'after'] as const, variant));
          await lasts(1_000, 5_000);
          store.heal();
        },
      };
    case 'store-stalls':
      return {
        what: 'S3',
        run: async () => {
          store.stall(5_000);
          await lasts(2_000, 6_000);
          store.heal();
        },
      };
    case 'store-kill':
      return {
        what: 'S3',
        run: async () => {
          await s3.kill();
          await lasts(0, 3_000);
          await s3.restart();
        },
      };
    case 'disk-full':
      return {
        what: 'S3',
        run: async () => {
          await disk.fill();
          await lasts(1_000, 5_000);
          disk.free();
        },
      };
    case 'provider-fails':
      return {
        what: 'the provider',
        run: async () => {
          outside.provider.behaviour = choose(PROVIDER_FAILURES, variant);
          await lasts(1_000, 5_000);
          healProvider(outside);
        },
      };
    case 'receiver-fails':
      return {
        what: 'the receiver',
        run: async () => {
          const how = choose(RECEIVER_FAILURES, variant);
          await failReceiver(outside, how);
          await lasts(1_000, 5_000);
          await healReceiver(outside, how);
        },
      };
    case 'time-passes':
      return { what: 'the leases', run: () => passTime(postgres.url) };
  }
}

/** The numbers of injected and skipped faults. */
export interface FaultCounts {
  readonly counts: ReadonlyMap<InjectedFaultKind, number>;
  /** Number of planned faults that were skipped, because their target already had a fault or `ACTIVE_MAX` targets had one. */
  readonly skipped: number;
}

/**
 * Injects the faults of a plan at their times and waits until all have ended. Throws when one could not be injected or ended.
 */
export async function injectFaults(
  rig: FaultInjectionSetup,
  plan: readonly PlannedFault[],
  onFault: (text: string) => void,
): Promise<FaultCounts> {
  const counts = new Map<InjectedFaultKind, number>();
  const active = new Map<string, Promise<void>>();
  const broken: unknown[] = [];
  let skipped = 0;
  const from = performance.now();
  for (const planned of plan) {
    await delay(Math.max(0, from + planned.atMs - performance.now()));
    const { what, run } = harm(rig, planned);
    if (active.has(what) || active.size >= ACTIVE_MAX) {
      skipped += 1;
      continue;
    }
    onFault(`${planned.fault}: ${what}`);
    counts.set(planned.fault, (counts.get(planned.fault) ?? 0) + 1);
    const over = run()
      .catch((error: unknown) => void broken.push(error))
      .finally(() => active.delete(what));
    active.set(what, over);
  }
  await Promise.all(active.values());
  if (broken.length > 0) throw new AggregateError(broken, 'a fault could not be injected or ended');
  return { counts, skipped };
}
