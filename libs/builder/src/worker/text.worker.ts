import { answerTasks } from '@bridge/kernel/worker-tasks';
import { computePatch, type PatchTask } from '../patch/compute-patch.ts';

answerTasks((task: PatchTask) => {
  const result = computePatch(task, () => performance.now());
  return { result, transfer: result.ok ? [result.body.bytes.buffer] : [] };
});
