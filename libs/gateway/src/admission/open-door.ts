import { counter, gauge, type Clock, type Logger } from '@bridge/kernel';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Door, STRAIN_WINDOW_MS, type DoorKind } from './door.ts';
import type { Policy } from './policy.ts';

/** Resolution of the event loop's delay, and how often the line at the door is looked at. */
const TICK_MS = 5;
const NS_PER_MS = 1e6;

const refused = counter('shed', 'Calls sent away at the door because there was too much work.', [
  'kind',
] as const);
const refusing = gauge('shedding', 'Steps of shedding under strain: 0 none, 3 all kinds.', []);

/** The door of a running gateway. */
export interface OpenDoor {
  /** What to call when the work is done; null when the call is to come later. */
  enter(kind: DoorKind): (() => void) | null | Promise<(() => void) | null>;
  /** Tells how long a key's read took, the wait for a connection included. */
  noteDatabaseMs(ms: number): void;
  close(): void;
}

/** A door that lets everybody in: where rates are off. */
const OPEN: OpenDoor = {
  enter: () => () => undefined,
  noteDatabaseMs: () => undefined,
  close: () => undefined,
};

/** Opens the door and watches this process's strain. Source: safety design. */
export function openDoor(policy: Policy, clock: Clock, log: Logger): OpenDoor {
  if (policy.isOff) return OPEN;
  const door = new Door(clock, policy.strain);
  const delay = monitorEventLoopDelay({ resolution: TICK_MS });
  delay.enable();
  let databaseMs = 0;
  let step = 0;
  const feel = (): void => {
    const loopMs = delay.percentile(99) / NS_PER_MS - TICK_MS;
    door.feel({ loopMs, databaseMs });
    const { length } = door.refuses();
    if (length !== step)
      log.warn(
        {
          loop_ms: Math.round(loopMs),
          database_ms: Math.round(databaseMs),
          refuses: door.refuses(),
        },
        'shedding',
      );
    refusing.set(length);
    step = length;
    databaseMs = 0;
    delay.reset();
  };
  const timers = [setInterval(feel, STRAIN_WINDOW_MS), setInterval(() => door.expire(), TICK_MS)];
  for (const timer of timers) timer.unref();
  const count = (kind: DoorKind, leave: (() => void) | null): (() => void) | null => {
    if (leave === null) refused.inc({ kind });
    return leave;
  };
  return {
    enter: (kind) => {
      const leave = door.enter(kind);
      return leave instanceof Promise ? leave.then((one) => count(kind, one)) : count(kind, leave);
    },
    noteDatabaseMs: (ms) => (databaseMs = Math.max(databaseMs, ms)),
    close: () => {
      for (const timer of timers) clearInterval(timer);
      delay.disable();
      door.close();
    },
  };
}
