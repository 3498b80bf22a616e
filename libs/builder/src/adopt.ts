import { bodyOf, type Bytes, readBody } from '@bridge/blobs';
import { LIMITS, type BodyRef } from '@bridge/contracts';
import { BridgeError, isBridgeError } from '@bridge/kernel';
import type { StoreBody } from './change-with-objects.ts';
import type { BuilderDeps } from './deps.ts';
import type { StoredHtml } from './revision.store.ts';
import { type StoredText, storedText } from './stored-text.ts';

const MISMATCH = 'a body reference does not describe its body';

function lostUpload(cause: unknown): BridgeError {
  return new BridgeError('service_unavailable', {}, { cause, retryAfterS: 1 });
}

/**
 * Reads a text that the gateway stored for this call. Damage here is no damage of stored content: the call had no effect
 * and may be sent again. Throws service_unavailable.
 */
export async function readUpload(
  { blobs }: Pick<BuilderDeps, 'blobs'>,
  ref: BodyRef,
): Promise<Bytes> {
  try {
    return await readBody(blobs, ref);
  } catch (error) {
    if (!isBridgeError(error, 'content_damaged')) throw error;
    throw lostUpload(error.cause);
  }
}

/**
 * A body that the gateway stored, as a row holds it. Counts and line ends are the reference's own: the gateway made them
 * where it parsed the text, the store checked the hash when it took the object, and every read checks it again. So an
 * object is looked up, not read; the transaction of the revision adopts it without a copy (`adoptObject`).
 */
export async function adoptBody(
  deps: Pick<BuilderDeps, 'blobs'>,
  ref: BodyRef,
): Promise<StoredHtml> {
  if ('object' in ref) {
    if (!ref.object.startsWith('body/'))
      throw new BridgeError('internal', {}, { cause: `${ref.object} cannot be adopted` });
    const found = await deps.blobs.stat(ref.object);
    if (found === null) throw lostUpload(`${ref.object} is not in the store`);
    if (found.bytes !== ref.bytes) throw new BridgeError('internal', {}, { cause: MISMATCH });
  } else {
    const { chars, newline } = await bodyOf(await readUpload(deps, ref));
    if (chars !== ref.chars || newline !== ref.newline)
      throw new BridgeError('internal', {}, { cause: MISMATCH });
  }
  return { ...storedText(ref), newline: ref.newline };
}

/** Layers as they are stored: inside their row up to 64 KiB, so that they and an inline body fit one message. */
export async function storeLayers(store: StoreBody, json: string): Promise<StoredText> {
  return storedText(await store(await bodyOf(json), LIMITS.inlineLayersBytesMax));
}
