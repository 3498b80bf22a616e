import { runTextJob } from './run-text-job.ts';
import type { TextRequest, TextResponse } from './worker-call.ts';

// In a worker `addEventListener` and `postMessage` belong to the worker's global scope; TypeScript types them as those of a
// window.
addEventListener('message', ({ data }: MessageEvent<TextRequest>) => {
  const response: TextResponse = { id: data.id, result: runTextJob(data.job) };
  postMessage(response);
});
