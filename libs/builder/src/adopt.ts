import { bodyOf, type TransferableBytes, readBody } from '@bridge/blobs';
import { LIMITS, type BodyReference } from '@bridge/contracts';
import { BridgeError, isBridgeError } from '@bridge/kernel';
import type { TextBodyWriter } from './change-with-objects.ts';
import type { BuilderDeps } from './deps.ts';
import { type StoredHtmlColumns, type StoredTextColumns, storedText } from './stored-text.ts';

const MISMATCH = 'a body reference does not describe its body';

function lostUpload(cause: unknown): BridgeError {
  return new BridgeError('service_unavailable', {}, { cause, retryAfterS: 1 });
}

/**
 * Reads a text that the gateway received with this call, from the body reference (the bytes or the name of their blob-store
 * object). Throws service_unavailable when the text is missing or altered: the call had no effect yet, so the client may retry.
 */
export async function readUpload(
  { blobs }: Pick<BuilderDeps, 'blobs'>,
  ref: BodyReference,
): Promise<TransferableBytes> {
  try {
    return await readBody(blobs, ref);
  } catch (error) {
    if (!isBridgeError(error, 'content_damaged')) throw error;
    throw lostUpload(error.cause);
  }
}

/**
 * Returns the database columns for an uploaded body, such as HTML. A body in a blob-store object is not read: the gateway has
 * counted its characters and line ends, and every later read verifies its hash. `adoptObject` then ties the object to a
 * revision, in the transaction that writes the revision.
 */
export async function adoptBody(
  deps: Pick<BuilderDeps, 'blobs'>,
  ref: BodyReference,
): Promise<StoredHtmlColumns> {
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

/**
 * Stores the JSON text of layers (named pieces of HTML, CSS or text of a draft), inline in the row up to 64 KiB. Then inline
 * layers and inline HTML together fit one bus message.
 */
export async function storeLayers(store: TextBodyWriter, json: string): Promise<StoredTextColumns> {
  return storedText(await store(await bodyOf(json), LIMITS.inlineLayersBytesMax));
}
