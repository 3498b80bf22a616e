import { isBridgeError, wholeBuffersOf, type WireError } from '@bridge/kernel';
import { answerTasks } from '@bridge/kernel/worker-tasks';
import type { CallBodyFormat } from '../dispatch.ts';
import { readCall, type ParsedRequestBody } from './read-call.ts';

/** A request body that a worker thread parses; its bytes were transferred to the thread. */
export interface BodyParsingTask {
  readonly bytes: Uint8Array;
  readonly form: CallBodyFormat;
}
/** The answer of the worker thread: the parsed request body, or the error that refuses it. */
export type BodyParsingAnswer =
  { readonly read: ParsedRequestBody } | { readonly refused: WireError };

function runTask({ bytes, form }: BodyParsingTask): BodyParsingAnswer {
  try {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return { read: readCall(buffer, form) };
  } catch (error) {
    if (isBridgeError(error)) return { refused: error.toWire() };
    throw error;
  }
}

/** Returns the buffers of all texts in the answer, which are transferred to the main thread instead of copied. */
function textsOf(found: BodyParsingAnswer): Uint8Array[] {
  if ('refused' in found) return [];
  const texts = found.read.calls.flatMap((call) =>
    call?.checked?.ok === true ? Object.values(call.checked.input.texts) : [],
  );
  return texts.map(({ bytes }) => bytes);
}

answerTasks((task: BodyParsingTask) => {
  const result = runTask(task);
  return { result, transfer: wholeBuffersOf(...textsOf(result)) };
});
