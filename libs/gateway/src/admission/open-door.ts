import { counter, gauge, sampledGauge, type Clock, type Logger } from '@bridge/kernel';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Door, STRAIN_WINDOW_MS, type DoorKind } from './door.ts';
import type { Policy } from './policy.ts';

/** Resolution of the event loop's delay: fine enough for p99 of a window, and an idle process sleeps between. */
const RESOLUTION_MS = 20;
/** How often the line at the door is looked at, while there is one. */
const TICK_MS = 5;
const NS_PER_MS = 1e6;
/** A process is busy when its event loop had something to do for this share of the time. */
const BUSY_SHARE = 0.6;
/** What was this long ago counts for a third: one short turn with nothing to do is no time to spare. */
const LATE_MS = 100;

const refused = counter('shed', 'Calls sent away at the door because there was too much work.', [
  'kind',
] as const);
const refusing = gauge('shedding', 'Steps of shedding under strain: 0 none, 3 all kinds.', []);

const calls = sampledGauge('admission_calls', 'Calls that are admitted, or wait for it.', [
  'state',
] as const);

/** The door of a running gateway. */
export interface OpenDoor {
  /** What to call when the work is done; null when the call is to come later. */
  enter(kind: DoorKind): (() => void) | null | Promise<(() => void) | null>;
  /** Tells how long a key's read took, the wait for a connection included. */
  noteDatabaseMs(ms: number): void;
  close(): void;
}

/** Tells whether this process's event loop was busy of late. */
function busyLoop(): () => boolean {
  let before = performance.eventLoopUtilization();
  let share = 0;
  return () => {
    const now = performance.eventLoopUtilization();
    const since = performance.eventLoopUtilization(now, before);
    before = now;
    share += (since.utilization - share) * (1 - Math.exp(-(since.active + since.idle) / LATE_MS));
    return share > BUSY_SHARE;
  };
}

/** A door that lets everybody in: where rates are off. */
const OPEN: OpenDoor = {
  enter: () => () => undefined,
  noteDatabaseMs: () => undefined,
  close: () => undefined,
};

/** Opens the door and watches this process's strain. Spec: operations.shedding. */
export function openDoor(policy: Policy, clock: Clock, log: Logger): OpenDoor {
  if (policy.isOff) return OPEN;
  const door = new Door(clock, policy.strain, busyLoop());
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let databaseMs = 0;
  let sentAway = 0;
  let step = 0;
  const feel = (): void => {
    const loopMs = delay.percentile(99) / NS_PER_MS - RESOLUTION_MS;
    door.feel({ loopMs, databaseMs });
    const refuses = door.refuses();
    const { length } = refuses;
    const ms = { loop_ms: Math.round(loopMs), database_ms: Math.round(databaseMs) };
    if (length !== step) log.warn({ ...ms, refuses }, 'shedding');
    if (sentAway > 0) log.warn({ calls: sentAway }, 'sent away');
    sentAway = 0;
    refusing.set(length);
    step = length;
    databaseMs = 0;
    delay.reset();
  };
  const feeling = setInterval(feel, STRAIN_WINDOW_MS);
  feeling.unref();
  const unexpose = [
    calls.add({ state: 'admitted' }, () => door.inside()),
    calls.add({ state: 'waiting' }, () => door.waiting()),
  ];
  let looking: NodeJS.Timeout | null = null;
  const look = (): void => {
    door.look();
    looking = door.waiting() > 0 ? setTimeout(look, TICK_MS) : null;
  };
  const count = (kind: DoorKind, leave: (() => void) | null): (() => void) | null => {
    if (leave !== null) return leave;
    refused.inc({ kind });
    sentAway += 1;
    return leave;
  };
  return {
    enter: (kind) => {
      const leave = door.enter(kind);
      if (!(leave instanceof Promise)) return count(kind, leave);
      looking ??= setTimeout(look, TICK_MS);
      return leave.then((one) => count(kind, one));
    },
    noteDatabaseMs: (ms) => (databaseMs = Math.max(databaseMs, ms)),
    close: () => {
      clearInterval(feeling);
      if (looking !== null) clearTimeout(looking);
      delay.disable();
      for (const end of unexpose) end();
      door.close();
    },
  };
}
