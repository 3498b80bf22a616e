import { Worker } from 'node:worker_threads';
import { BridgeError, counter, type Logger } from '@bridge/kernel';
import { findSecrets, type SecretFinding } from '../secrets/index.ts';
import { incompleteVerdict, type Verdict } from '../verdict/model/index.ts';
import type { Inspection, InspectionMessage, InspectionRequest } from './inspection.ts';

/**
 * Limits of one inspection: any 5 MiB take at most 3 s and 400 MB on an idle machine. Times are in ms of CPU time, so that
 * a busy machine gives the same verdict as an idle one.
 */
export const INSPECTION_LIMITS = {
  /** The analysis stops itself after this time; the step limit usually stops it long before. */
  cpuMs: 6_000,
  /** The thread is terminated after this time. */
  cpuKillMs: 9_000,
  /** Maximum wait for a result, in ms of wall time; slightly less than the deadline of a call. */
  wallMs: 25_000,
  heapMb: 192,
  youngHeapMb: 32,
  stackMb: 24,
  /** An idle thread is terminated after this time, in ms, to release its memory. */
  idleMs: 60_000,
} as const;

/** Interval, in ms, at which the thread's CPU time is checked. */
const LOOK_EVERY_MS = 250;

/** The limits of an inspection, by their names in `INSPECTION_LIMITS`; tests use smaller ones. */
type InspectionLimits = { readonly [K in keyof typeof INSPECTION_LIMITS]: number };

/** A composed page with the texts that its publication makes public and the addresses to judge it against. */
export interface PageToInspect extends Omit<InspectionRequest, 'cpuMs'> {
  /** SHA-256 of `html` in hex. Without it, `rememberVerdicts` does not store the verdict. */
  readonly sha256?: string;
}

/** Judges pages in a separate thread, one at a time. */
export interface Inspector {
  /** Inspects a page. Above the limits the verdict is `online`, not ready, with `analysis_incomplete`; no page makes it throw. */
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
 * Calls `over` when the thread has used more than `cpuMs` of CPU time since the first check. Returns a function that stops
 * the checks. Most pages are judged before the first check.
 */
function watchCpu(thread: Worker, cpuMs: number, over: () => void): () => void {
  let started: NodeJS.CpuUsage | undefined;
  const look = (): void => {
    // The thread may exit at any time; its CPU time then no longer matters.
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

/** The secrets that an inspection found in the texts of a page. */
type SecretFindings = readonly SecretFinding[];

/** Runs one inspection in the thread. Resolves to null when the thread exited, or exceeded its limits, before the result. */
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
    // An error (such as a full heap) is followed by the exit; the first of the two ends the run.
    thread.on('message', listen).on('error', died).on('exit', died);
    thread.postMessage(request);
  });
}

/** Makes an inspector. Its thread starts with the first page and restarts after a failure. */
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
    // No inspection runs in this thread any more, so its later errors do not matter.
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
      deps.log.warn({ bytes: page.html.byteLength }, 'page_too_complex_to_inspect');
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
