import type { BlobStore } from '@bridge/blobs';
import type { Action } from '@bridge/contracts';
import { isBridgeError } from '@bridge/kernel';
import { resolveResult } from '../dispatch/result.ts';

/** Maximum number of times that one request reads the unsaved edits, which may be replaced while they are processed. */
const READS_MAX = 5;

/** A website’s unsaved edits with references to their texts in the blob store. `seq` rises with each change of the edits. */
interface UnsavedEditsWithSequenceNumber {
  readonly seq: number;
}

/** Runs `work` with a website’s unsaved edits. When their texts are replaced meanwhile, runs it again with the newer edits. */
export async function withNewestEdits<E extends UnsavedEditsWithSequenceNumber, T>(
  read: () => Promise<E>,
  work: (edits: E) => Promise<T>,
): Promise<T> {
  let edits = await read();
  for (let reads = 1; ; reads += 1) {
    try {
      return await work(edits);
    } catch (error) {
      edits = await newerEdits(read, edits, { error, reads });
    }
  }
}

/**
 * Reads the unsaved edits again and returns them. Throws `error` unless it is content_damaged (a missing text), the edits
 * have changed, and fewer than `READS_MAX` reads were made.
 */
async function newerEdits<E extends UnsavedEditsWithSequenceNumber>(
  read: () => Promise<E>,
  { seq }: E,
  { error, reads }: { readonly error: unknown; readonly reads: number },
): Promise<E> {
  if (!isBridgeError(error, 'content_damaged') || reads >= READS_MAX) throw error;
  const newer = await read();
  if (newer.seq === seq) throw error;
  return newer;
}

/**
 * Streams unsaved edits as JSON with their texts. When the texts are replaced before the first piece is sent, the newer edits
 * are streamed instead. Throws content_damaged.
 */
export async function* unsavedTexts<E extends UnsavedEditsWithSequenceNumber>(
  blobs: BlobStore,
  form: Pick<Action, 'output' | 'bodies'>,
  first: E,
  read: () => Promise<E>,
): AsyncGenerator<string> {
  let edits = first;
  for (let reads = 1; ; reads += 1) {
    let isSent = false;
    try {
      const { chunks } = await resolveResult(blobs, form, edits);
      for await (const piece of chunks()) {
        isSent = true;
        yield piece;
      }
      return;
    } catch (error) {
      if (isSent) throw error;
      edits = await newerEdits(read, edits, { error, reads });
    }
  }
}
