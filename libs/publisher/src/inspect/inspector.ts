import { Worker } from 'node:worker_threads';
import { BridgeError, counter, type Logger } from '@bridge/kernel';
import { findSecrets, type SecretFinding } from '../secrets/index.ts';
import { incompleteVerdict, type Verdict } from '../verdict/model/index.ts';
import type { Inspection, InspectionMessage, InspectionRequest } from './inspection.ts';

/**
 * Bounds of one inspection, so that 5 MiB of anything take at most 3 s and 400 MB on a machine with nothing else to do.
 * Times in ms; CPU time, so that a busy machine gives no other verdict than an idle one.
 */
export const INSPECTION_LIMITS = {
  /** After this the analysis ends by itself with what it has; steps usually end it long before. */
  cpuMs: 6_000,
  /** After this the thread is ended from outside. */
  cpuKillMs: 9_000,
  /** Longest wait of all: the call's own time is nearly up. */
  wallMs: 25_000,
  heapMb: 192,
  youngHeapMb: 32,
  stackMb: 24,
  /** An idle thread ends, and with it goes its memory. */
  idleMs: 60_000,
} as const;

/** How often the thread's CPU time is looked at. */
const LOOK_EVERY_MS = 250;

type InspectionLimits = { readonly [K in keyof typeof INSPECTION_LIMITS]: number };
/** A page as it will be published. */
export interface PageToInspect extends Omit<InspectionRequest, 'cpuMs'> {
  /** SHA-256 of its HTML, hex; with it a known verdict is returned. */
  readonly sha256?: string;
}

/** Judges pages in a thread of its own, one at a time. */
export interface Inspector {
  /** Never fails on account of the page: beyond the bounds it is online, not ready, `analysis_incomplete`. */
  inspect(page: PageToInspect): Inspection;
  close(): Promise<void>;
}

const outcomes = counter('publisher_inspections', 'Pages judged, by outcome.', [
  'outcome',
] as const);

function startThread(limits: InspectionLimits): Worker {
  return new Worker(new URL('./inspection.worker.ts', import.meta.url), {
    name: 'page-inspection',
    resourceLimits: {
      maxOldGenerationSizeMb: limits.heapMb,
      maxYoungGenerationSizeMb: limits.youngHeapMb,
      stackSizeMb: limits.stackMb,
    },
  });
}

/**
 * Calls `over` once the thread has used more CPU time than it may, counted from the first look; returns what ends the
 * watch. Most pages are judged before that.
 */
function watchCpu(thread: Worker, cpuMs: number, over: () => void): () => void {
  let started: NodeJS.CpuUsage | undefined;
  const look = (): void => {
    // The thread may end at any time; then there is nothing to watch.
    thread.cpuUsage(started).then(
      (used) => {
        if (started === undefined) started = used;
        else if ((used.user + used.system) / 1000 > cpuMs) over();
      },
      () => undefined,
    );
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

type SecretFindings = readonly SecretFinding[];

/** One run of the thread; null where it died before saying so. */
function runThread(
  thread: Worker,
  request: InspectionRequest,
  limits: InspectionLimits,
  searched: (secrets: SecretFindings) => void,
): Promise<Verdict | null> {
  return new Promise((settle) => {
    const done = (verdict: Verdict | null): void => {
      clearTimeout(timer);
      unwatch();
      thread.off('message', listen).off('error', died).off('exit', died);
      settle(verdict);
    };
    const died = (): void => done(null);
    const listen = (message: InspectionMessage): void => {
      if (message.kind === 'secrets') searched(message.secrets);
      else done(message.verdict);
    };
    const timer = setTimeout(died, limits.wallMs);
    const unwatch = watchCpu(thread, limits.cpuKillMs, died);
    // An error (the heap's end) is followed by the exit; either ends the run.
    thread.on('message', listen).on('error', died).on('exit', died);
    thread.postMessage(request);
  });
}

/** Starts an inspector; its thread starts with the first page and again after it died. */
export function makeInspector(
  deps: { readonly log: Logger },
  limits: InspectionLimits = INSPECTION_LIMITS,
): Inspector {
  let thread: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ended = thread;
    thread = null;
    // The run of this thread is over, so a late error of it is ignored.
    ended?.on('error', () => undefined);
    await ended?.terminate();
  };

  const inspectNow = async (
    page: PageToInspect,
    searched: (secrets: SecretFindings) => void,
  ): Promise<Verdict> => {
    clearTimeout(idle);
    thread ??= startThread(limits);
    thread.ref();
    let said = false;
    const { html, layers = [], title, address, files = [] } = page;
    const request = { html, layers, title, address, files, cpuMs: limits.cpuMs };
    const verdict = await runThread(thread, request, limits, (secrets) => {
      said = true;
      searched(secrets);
    });
    outcomes.inc({ outcome: verdict === null ? 'incomplete' : verdict.publication_mode });
    if (verdict === null) {
      deps.log.warn({ bytes: page.html.byteLength }, 'a page was too much for the parsing thread');
      await end();
      if (!said) searched(findSecrets(page));
      return incompleteVerdict();
    }
    thread.unref();
    idle = setTimeout(() => void end(), limits.idleMs).unref();
    return verdict;
  };

  return {
    inspect: (page) => {
      const searched = Promise.withResolvers<SecretFindings>();
      const verdict = closed
        ? Promise.reject(new BridgeError('service_unavailable', {}))
        : last.then(() => inspectNow(page, searched.resolve));
      const secrets = searched.promise;
      // Both promises reject on a failure. A caller that awaits only one of them leaves no unhandled rejection.
      verdict.catch(searched.reject);
      secrets.catch(() => undefined);
      last = verdict.catch(() => undefined);
      return { secrets, verdict };
    },
    close: async () => {
      closed = true;
      await last;
      await end();
    },
  };
}
