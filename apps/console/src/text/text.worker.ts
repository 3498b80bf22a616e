import { splitExact } from './exact-lines.ts';
import { diffLines } from './line-diff.ts';
import { merge3 } from './merge3.ts';
import type { TextJob, TextRequest, TextResponse, TextResults } from './worker-call.ts';

function runJob(job: TextJob): TextResults[keyof TextResults] {
  switch (job.job) {
    case 'diff':
      return diffLines(splitExact(job.a), splitExact(job.b));
    case 'merge':
      return merge3(job.base, job.ours, job.theirs);
  }
}

// The worker's global scope; the project's types are those of a window.
addEventListener('message', ({ data }: MessageEvent<TextRequest>) => {
  const response: TextResponse = { id: data.id, result: runJob(data.job) };
  postMessage(response);
});
