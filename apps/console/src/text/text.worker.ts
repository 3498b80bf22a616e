import { runTextJob } from './run-text-job.ts';
import type { TextWorkerRequest, TextWorkerResponse } from './worker-call.ts';

// The functions `addEventListener` and `postMessage` are those of the worker's global scope.
// TypeScript types them as those of a window.
addEventListener('message', ({ data }: MessageEvent<TextWorkerRequest>) => {
  const response: TextWorkerResponse = { id: data.id, result: runTextJob(data.job) };
  postMessage(response);
});
