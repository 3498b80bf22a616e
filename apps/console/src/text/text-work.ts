import workerUrl from './text.worker.ts?worker&url';
import { splitExact } from './exact-lines.ts';
import type { LineChange } from './line-diff.ts';
import { clashOfWhole, type MergeResult } from './merge3.ts';
import { runTextJob } from './run-text-job.ts';
import type { TextJob, TextRequest, TextResponse, TextResults } from './worker-call.ts';

/** The part of Trusted Types that is used; TypeScript's DOM library does not have it. */
interface TrustedTypePolicies {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

/** Name of the one policy that the console's header allows. */
const POLICY_NAME = 'bridge-worker';

/** A merge or comparison that takes longer is given up and shown as one change of the whole. */
const WORK_MS_MAX = 5_000;

function trustedWorkerUrl(): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypePolicies };
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

/** Maximum size of texts that are compared in the page itself; starting a worker would take longer. */
const SMALL_CHARS = 32 * 1024;

function sizeOf(job: TextJob): number {
  return job.job === 'diff'
    ? job.a.length + job.b.length
    : job.base.length + job.ours.length + job.theirs.length;
}

/** Runs a job, a large one in the worker; null when it takes too long. The worker that is too slow is ended. */
function runJob<J extends TextJob>(job: J): Promise<TextResults[J['job']] | null> {
  // The result is that of the job.
  if (sizeOf(job) <= SMALL_CHARS) return Promise.resolve(runTextJob(job) as TextResults[J['job']]);
  const open = openWorker();
  lastRequest += 1;
  const id = lastRequest;
  const { promise, resolve } = Promise.withResolvers<TextResults[J['job']] | null>();
  const onMessage = ({ data }: MessageEvent<TextResponse>): void => {
    // A result of this number is the result of this job.
    if (data.id === id) resolve(data.result as TextResults[J['job']]);
  };
  open.addEventListener('message', onMessage);
  const timer = setTimeout(() => {
    open.terminate();
    if (worker === open) worker = null;
    resolve(null);
  }, WORK_MS_MAX);
  const request: TextRequest = { id, job };
  open.postMessage(request);
  return promise.finally(() => {
    clearTimeout(timer);
    open.removeEventListener('message', onMessage);
  });
}

/** Compares two texts by lines in the worker. A comparison that takes too long is one change of the whole. */
export async function diffTexts(a: string, b: string): Promise<readonly LineChange[]> {
  if (a === b) return [];
  const changes = await runJob({ job: 'diff', a, b });
  return changes ?? [{ aFrom: 0, aTo: splitExact(a).length, bFrom: 0, bTo: splitExact(b).length }];
}

/** Merges two texts in the worker. A merge that takes too long is one clash of the whole. */
export async function mergeTexts(base: string, ours: string, theirs: string): Promise<MergeResult> {
  const merged = await runJob({ job: 'merge', base, ours, theirs });
  return merged ?? clashOfWhole(base, ours, theirs);
}
