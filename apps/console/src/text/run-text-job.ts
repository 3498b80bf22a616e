import { splitExact } from './exact-lines.ts';
import { diffLines } from './line-diff.ts';
import { merge3 } from './merge3.ts';
import type { TextWorkerJob, TextJobResults } from './worker-call.ts';

/**
 * Runs a job (a comparison or a merge of texts) in the current thread: the page's thread for small texts, the web worker's for
 * large ones.
 */
export function runTextJob(job: TextWorkerJob): TextJobResults[keyof TextJobResults] {
  switch (job.job) {
    case 'diff':
      return diffLines(splitExact(job.a), splitExact(job.b));
    case 'merge':
      return merge3(job.base, job.ours, job.theirs);
  }
}
