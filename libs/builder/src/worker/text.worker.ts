import { answerTasks } from '@bridge/kernel/worker-tasks';
import { computePatch, type TextPatchTask } from '../patch/compute-patch.ts';

answerTasks((task: TextPatchTask) => {
  const result = computePatch(task, () => performance.now());
  return { result, transfer: result.ok ? [result.body.bytes.buffer] : [] };
});
