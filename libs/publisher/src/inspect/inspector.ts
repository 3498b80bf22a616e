import { Worker } from 'node:worker_threads';
import { BridgeError, counter, type Logger } from '@bridge/kernel';
import { findSecrets, type SecretFinding } from '../secrets/index.ts';
import { incompleteVerdict, type PageVerdict } from '../verdict/model/index.ts';
import type {
  PageInspectionPromises,
  PartialInspectionResult,
  InspectionRequest,
} from './inspection.ts';

/**
 * Limits of the inspection of one page. A page of 5 MiB takes at most 3 s and 400 MB on an idle machine. `cpuMs` and
 * `cpuKillMs` are CPU time, so a busy machine gives the same verdict as an idle one.
 */
export const INSPECTION_LIMITS = {
  /** CPU time after which the analysis stops itself, in ms. The limit on steps, `STEPS_MAX`, usually stops it long before. */
  cpuMs: 6_000,
  /** CPU time after which the inspection thread is terminated, in ms. */
  cpuKillMs: 9_000,
  /** Maximum wait for a verdict, in ms of wall time; slightly less than the deadline of a call to publish. */
  wallMs: 25_000,
  heapMb: 192,
  youngHeapMb: 32,
  stackMb: 24,
  /** An idle inspection thread is terminated after this time, in ms, to release its memory. */
  idleMs: 60_000,
} as const;

/** Interval, in ms, at which the CPU time of the inspection thread is checked. */
const LOOK_EVERY_MS = 250;

/** Limits of the inspection of a page with the keys of `INSPECTION_LIMITS`; tests use smaller values. */
type InspectionLimits = { readonly [K in keyof typeof INSPECTION_LIMITS]: number };

/** A page to inspect: all texts that its publication makes public, and the addresses on which the verdict depends. */
export interface PageToInspect extends Omit<InspectionRequest, 'cpuMs'> {
  /** SHA-256 of `html` in hex. Without it, the verdict is not cached. */
  readonly sha256?: string;
}

/**
 * Searches pages for secrets and determines their verdicts (mode, readiness, warnings) in a separate thread, one page at a
 * time.
 */
export interface PageInspector {
  /**
   * Inspects one page. A page that exceeds a limit gets the mode `online` (needs other hosts), is not offline ready and has the
   * warning `analysis_incomplete`. No page makes the promises reject; a closed inspector does.
   */
  inspect(page: PageToInspect): PageInspectionPromises;
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
 * Calls `over` when the thread has used more than `cpuMs` of CPU time since the first check. Returns a function that stops the
 * checks. Most pages are finished before the first check.
 */
function watchCpu(thread: Worker, cpuMs: number, over: () => void): () => void {
  let started: NodeJS.CpuUsage | undefined;
  const look = (): void => {
    // `cpuUsage` rejects when the thread has exited. The rejection is ignored, because there is no CPU time to check any more.
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
type SecretFindingList = readonly SecretFinding[];

/**
 * Runs one inspection in the thread and passes the secrets to `searched`. Resolves to the verdict, or to null when the thread
 * exits or exceeds a limit before the verdict.
 */
function runThread(
  thread: Worker,
  request: InspectionRequest,
  limits: InspectionLimits,
  searched: (secrets: SecretFindingList) => void,
): Promise<PageVerdict | null> {
  return new Promise((settle) => {
    const done = (verdict: PageVerdict | null): void => {
      clearTimeout(timer);
      unwatch();
      thread.off('message', listen).off('error', died).off('exit', died);
      settle(verdict);
    };
    const died = (): void => done(null);
    const listen = (message: PartialInspectionResult): void => {
      if (message.kind === 'secrets') searched(message.secrets);
      else done(message.verdict);
    };
    const timer = setTimeout(died, limits.wallMs);
    const unwatch = watchCpu(thread, limits.cpuKillMs, died);
    // An error such as a full heap is followed by the exit of the thread. The first of the two events ends this inspection.
    thread.on('message', listen).on('error', died).on('exit', died);
    thread.postMessage(request);
  });
}

/** Makes an inspector of pages. Its thread starts with the first page and restarts after a failure. */
export function makeInspector(
  deps: { readonly log: Logger },
  limits: InspectionLimits = INSPECTION_LIMITS,
): PageInspector {
  let thread: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ended = thread;
    thread = null;
    // This thread runs no inspection any more, so its later errors are ignored.
    ended?.on('error', () => undefined);
    await ended?.terminate();
  };

  const inspectNow = async (
    page: PageToInspect,
    searched: (secrets: SecretFindingList) => void,
  ): Promise<PageVerdict> => {
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
      const searched = Promise.withResolvers<SecretFindingList>();
      const verdict = closed
        ? Promise.reject(new BridgeError('service_unavailable', {}))
        : last.then(() => inspectNow(page, searched.resolve));
      const secrets = searched.promise;
      // When the inspection fails, both promises reject. A caller that awaits only one of them causes no unhandled rejection.
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
