import { isBridgeError, movable, type WireError } from '@bridge/kernel';
import { answerTasks } from '@bridge/kernel/worker-tasks';
import type { CallForm } from '../dispatch.ts';
import { readCall, type ReadCall } from './read-call.ts';

/** A body to read; the bytes were moved here. */
export interface ReadTask {
  readonly bytes: Uint8Array;
  readonly form: CallForm;
}
/** What was read, or the refusal that the caller is to be told. */
export type ReadAnswer = { readonly read: ReadCall } | { readonly refused: WireError };

function answer({ bytes, form }: ReadTask): ReadAnswer {
  try {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return { read: readCall(buffer, form) };
  } catch (error) {
    if (isBridgeError(error)) return { refused: error.toWire() };
    throw error;
  }
}

/** Texts move to the event loop instead of being copied there. */
function textsOf(found: ReadAnswer): Uint8Array[] {
  if ('refused' in found) return [];
  const texts = found.read.calls.flatMap((call) =>
    call?.checked?.ok === true ? Object.values(call.checked.input.texts) : [],
  );
  return texts.map(({ bytes }) => bytes);
}

answerTasks((task: ReadTask) => {
  const result = answer(task);
  return { result, transfer: movable(...textsOf(result)) };
});
