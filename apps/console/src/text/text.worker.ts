import { runTextJob } from './run-text-job.ts';
import type { TextWorkerRequest, TextWorkerResponse } from './worker-call.ts';

// In a worker these two functions belong to its global scope, although TypeScript types them as those of a window.
addEventListener('message', ({ data }: MessageEvent<TextWorkerRequest>) => {
  const response: TextWorkerResponse = { id: data.id, result: runTextJob(data.job) };
  postMessage(response);
});
