import { bodyOf, type OwnedBytes, readBody } from '@bridge/blobs';
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
 * Reads a text that the gateway stored for this call. Damage here is not damage of stored content: the call had no effect
 * and may be retried. Throws service_unavailable.
 */
export async function readUpload(
  { blobs }: Pick<BuilderDeps, 'blobs'>,
  ref: BodyRef,
): Promise<OwnedBytes> {
  try {
    return await readBody(blobs, ref);
  } catch (error) {
    if (!isBridgeError(error, 'content_damaged')) throw error;
    throw lostUpload(error.cause);
  }
}

/**
 * The columns of a body that the gateway stored. The gateway counted characters and line ends when it parsed the text, the
 * store verified the hash at the write, and every read verifies it again, so an object is looked up and not read. The
 * transaction of the revision adopts it without a copy (`adoptObject`).
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

/** Stores layers: inline up to 64 KiB, so that they and an inline body fit one message. */
export async function storeLayers(store: StoreBody, json: string): Promise<StoredText> {
  return storedText(await store(await bodyOf(json), LIMITS.inlineLayersBytesMax));
}
