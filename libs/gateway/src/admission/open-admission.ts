import {
  counter,
  sampledGauge,
  type Clock,
  type Logger,
  type RatesAndLimits,
} from '@bridge/kernel';
import { AdmissionQueue, type SlotReleaseFunction } from './admission-queue.ts';

/** Interval in ms at which the queue admits waiting calls, and refuses (sheds) those that waited too long. */
const UPDATE_EVERY_MS = 5;
/** Interval in ms of the log event with the number of calls that were refused because of overload. */
const LOG_EVERY_MS = 1_000;
/** Share (0 to 1) of active time above which an event loop counts as busy. */
const BUSY_SHARE = 0.6;
/**
 * Time constant in ms of the exponential average of the load, so that one idle moment does not make a busy process count as
 * idle.
 */
const LOAD_AVERAGE_MS = 100;

const shed = counter('shed', 'Calls refused by admission because of overload.', []);
const calls = sampledGauge('admission_calls', 'Calls that are admitted, or wait for it.', [
  'state',
] as const);

/** Decides which calls the gateway handles now; the others are refused (shed) because of overload. */
export interface AdmissionController {
  /**
   * Returns the function that frees the slot of an admitted call; null for a call that is refused (shed); a promise of either
   * for a call that waits.
   */
  acquireSlot(): SlotReleaseFunction | null | Promise<SlotReleaseFunction | null>;
  close(): void;
}

/** Returns a function that returns true while the average load of this process’s event loop exceeds BUSY_SHARE. */
function makeLoadMeter(): () => boolean {
  let before = performance.eventLoopUtilization();
  let share = 0;
  return () => {
    const now = performance.eventLoopUtilization();
    const since = performance.eventLoopUtilization(now, before);
    before = now;
    const weight = 1 - Math.exp(-(since.active + since.idle) / LOAD_AVERAGE_MS);
    share += (since.utilization - share) * weight;
    return share > BUSY_SHARE;
  };
}

/** Admits every call; used when the configuration switches all limits off. */
const UNLIMITED: AdmissionController = {
  acquireSlot: () => () => undefined,
  close: () => undefined,
};

/** Opens the admission queue with its metrics and the log event `calls_shed`. Spec: operations.shedding. */
export function openAdmission(
  policy: RatesAndLimits,
  clock: Clock,
  log: Logger,
): AdmissionController {
  if (policy.isOff) return UNLIMITED;
  const queue = new AdmissionQueue(clock, makeLoadMeter());
  let shedCalls = 0;
  const logShed = (): void => {
    if (shedCalls > 0) log.warn({ calls: shedCalls }, 'calls_shed');
    shedCalls = 0;
  };
  const logging = setInterval(logShed, LOG_EVERY_MS);
  logging.unref();
  const unexpose = [
    calls.add({ state: 'admitted' }, () => queue.admitted()),
    calls.add({ state: 'waiting' }, () => queue.queued()),
  ];
  let updating: NodeJS.Timeout | null = null;
  const update = (): void => {
    queue.update();
    updating = queue.queued() > 0 ? setTimeout(update, UPDATE_EVERY_MS) : null;
  };
  const count = (slot: SlotReleaseFunction | null): SlotReleaseFunction | null => {
    if (slot === null) {
      shed.inc({});
      shedCalls += 1;
    }
    return slot;
  };
  return {
    acquireSlot: () => {
      const slot = queue.acquireSlot();
      if (!(slot instanceof Promise)) return count(slot);
      updating ??= setTimeout(update, UPDATE_EVERY_MS);
      return slot.then(count);
    },
    close: () => {
      clearInterval(logging);
      if (updating !== null) clearTimeout(updating);
      for (const end of unexpose) end();
      queue.close();
      logShed();
    },
  };
}
