import workerUrl from './text.worker.ts?worker&url';
import { splitExact } from './exact-lines.ts';
import type { LineChange } from './line-diff.ts';
import { conflictOfWhole, type TextMergeResult } from './merge3.ts';
import { runTextJob } from './run-text-job.ts';
import type {
  TextWorkerJob,
  TextWorkerRequest,
  TextWorkerResponse,
  TextJobResults,
} from './worker-call.ts';

/** The parts of the browser's Trusted Types API that this file uses. TypeScript's DOM library does not declare them. */
interface TrustedTypePolicyFactory {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

/** Name of the only Trusted Types policy that the console's content security policy permits. */
const POLICY_NAME = 'bridge-worker';

/**
 * Time limit in ms for a merge or comparison in the web worker. After it, the whole text is reported as one conflict or change.
 */
const WORK_MS_MAX = 5_000;

function trustedWorkerUrl(): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypePolicyFactory };
  if (trustedTypes === undefined) return workerUrl;
  const policy = trustedTypes.createPolicy(POLICY_NAME, {
    createScriptURL: (url) => (url === workerUrl ? url : ''),
  });
  return policy.createScriptURL(workerUrl);
}

let trustedUrl: string | null = null;
let worker: Worker | null = null;
let lastRequest = 0;

function openWorker(): Worker {
  trustedUrl ??= trustedWorkerUrl();
  worker ??= new Worker(trustedUrl, { type: 'module' });
  return worker;
}

/**
 * Maximum total length, in UTF-16 units, of the texts of a comparison or merge that runs in the page itself. For such short
 * texts, starting the web worker would take longer than the job.
 */
const SMALL_CHARS = 32 * 1024;

function sizeOf(job: TextWorkerJob): number {
  return job.job === 'diff'
    ? job.a.length + job.b.length
    : job.base.length + job.ours.length + job.theirs.length;
}

/**
 * Runs a comparison or merge in the web worker. When the worker exceeds the time limit or fails it is terminated, and the
 * result is null.
 */
function runInWorker<J extends TextWorkerJob>(job: J): Promise<TextJobResults[J['job']] | null> {
  const open = openWorker();
  lastRequest += 1;
  const id = lastRequest;
  const { promise, resolve } = Promise.withResolvers<TextJobResults[J['job']] | null>();
  const onMessage = ({ data }: MessageEvent<TextWorkerResponse>): void => {
    // The cast is safe because the response with the id of this request contains the result of this job.
    if (data.id === id) resolve(data.result as TextJobResults[J['job']]);
  };
  const giveUp = (): void => {
    open.terminate();
    if (worker === open) worker = null;
    resolve(null);
  };
  open.addEventListener('message', onMessage);
  // The worker's script could not be loaded, or the job failed.
  open.addEventListener('error', giveUp);
  const timer = setTimeout(giveUp, WORK_MS_MAX);
  const request: TextWorkerRequest = { id, job };
  open.postMessage(request);
  return promise.finally(() => {
    clearTimeout(timer);
    open.removeEventListener('message', onMessage);
    open.removeEventListener('error', giveUp);
  });
}

/** Resolves when the worker has ended all jobs that were given to it. */
let workerIdle: Promise<unknown> = Promise.resolve();

/**
 * Runs a comparison or merge in the page or, if its texts are large, in the web worker. The result is null when the worker
 * exceeds the time limit or fails.
 */
function runJob<J extends TextWorkerJob>(job: J): Promise<TextJobResults[J['job']] | null> {
  // The cast is safe because runTextJob returns the type of result that belongs to `job.job`.
  if (sizeOf(job) <= SMALL_CHARS)
    return Promise.resolve(runTextJob(job) as TextJobResults[J['job']]);
  // The worker has one job at a time. Otherwise a job that exceeds the time limit would end those behind it too.
  const running = workerIdle.then(() => runInWorker(job));
  workerIdle = running.catch(() => null);
  return running;
}

/**
 * Compares two texts by lines, in a web worker if they are large. If that exceeds the time limit, the whole text is returned as
 * one change.
 */
export async function diffTexts(a: string, b: string): Promise<readonly LineChange[]> {
  if (a === b) return [];
  const changes = await runJob({ job: 'diff', a, b });
  return changes ?? [{ aFrom: 0, aTo: splitExact(a).length, bFrom: 0, bTo: splitExact(b).length }];
}

/**
 * Merges two texts by lines, in a web worker if they are large. If that exceeds the time limit, the whole text is returned as
 * one conflict.
 */
export async function mergeTexts(
  base: string,
  ours: string,
  theirs: string,
): Promise<TextMergeResult> {
  const merged = await runJob({ job: 'merge', base, ours, theirs });
  return merged ?? conflictOfWhole(base, ours, theirs);
}
