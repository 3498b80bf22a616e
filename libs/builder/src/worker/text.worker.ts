import { parentPort } from 'node:worker_threads';
import { computePatch, textFacts } from '../patch/compute-patch.ts';
import type { TextAnswer, TextTask } from './text-pool.ts';
import type { WorkerReply } from '@bridge/kernel';

function answer(task: TextTask): TextAnswer {
  return task.kind === 'patch'
    ? { kind: 'patch', patch: computePatch(task, () => performance.now()) }
    : { kind: 'facts', facts: textFacts(task.text) };
}

parentPort?.on('message', (task: TextTask) => {
  let reply: WorkerReply<TextAnswer>;
  const moved: ArrayBuffer[] = [];
  try {
    const result = answer(task);
    if (result.kind === 'patch' && result.patch.ok) moved.push(result.patch.text.buffer);
    reply = { result };
  } catch (error) {
    // The name only: a message may quote the text, and this reaches the log.
    reply = { failed: error instanceof Error ? error.name : 'unknown' };
  }
  parentPort?.postMessage(reply, moved);
});
