import { answerTasks, type Answered } from '@bridge/kernel/worker-tasks';
import { computePatch, textFacts } from '../patch/compute-patch.ts';
import type { TextAnswer, TextTask } from './text-pool.ts';

function answer(task: TextTask): Answered<TextAnswer> {
  if (task.kind === 'facts')
    return { result: { kind: 'facts', facts: textFacts(task.text) }, transfer: [] };
  const patch = computePatch(task, () => performance.now());
  return { result: { kind: 'patch', patch }, transfer: patch.ok ? [patch.text.buffer] : [] };
}

answerTasks(answer);
