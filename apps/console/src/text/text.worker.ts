import { runTextJob } from './run-text-job.ts';
import type { TextRequest, TextResponse } from './worker-call.ts';

// The worker's global scope; the project's types are those of a window.
addEventListener('message', ({ data }: MessageEvent<TextRequest>) => {
  const response: TextResponse = { id: data.id, result: runTextJob(data.job) };
  postMessage(response);
});
