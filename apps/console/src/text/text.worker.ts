import { runTextJob } from './run-text-job.ts';
import type { TextRequest, TextResponse } from './worker-call.ts';

// The global scope of the worker, which TypeScript types as a window here.
addEventListener('message', ({ data }: MessageEvent<TextRequest>) => {
  const response: TextResponse = { id: data.id, result: runTextJob(data.job) };
  postMessage(response);
});
