import { bodyOf, type Bytes, readBody } from '@bridge/blobs';
import { LIMITS, type BodyRef } from '@bridge/contracts';
import { BridgeError, isBridgeError } from '@bridge/kernel';
import type { StoreBody } from './change-with-objects.ts';
import type { BuilderDeps } from './deps.ts';
import { textFacts, type TextFacts } from './patch/compute-patch.ts';
import type { StoredHtml } from './revision.store.ts';
import { type StoredText, storedText } from './stored-text.ts';

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
    throw new BridgeError('service_unavailable', {}, { cause: error.cause, retryAfterS: 1 });
  }
}

function demandSame(ref: BodyRef, facts: TextFacts): void {
  if (facts.bytes !== ref.bytes || facts.chars !== ref.chars || facts.sha256 !== ref.sha256)
    throw new BridgeError('internal', {}, { cause: 'a body reference does not describe its body' });
}

/**
 * Reads a body that the gateway stored, once, so that what is stored is known to be what its reference says. Its object
 * is adopted as it is, without a copy, by the transaction of the revision (`adoptObject`).
 */
export async function adoptHtml(
  deps: Pick<BuilderDeps, 'blobs' | 'clock' | 'texts'>,
  ref: BodyRef,
  deadline: number,
): Promise<StoredHtml> {
  if ('object' in ref && !ref.object.startsWith('body/'))
    throw new BridgeError('internal', {}, { cause: `${ref.object} cannot be adopted` });
  const load = (): Promise<Bytes> => readUpload(deps, ref);
  const timeoutMs = Math.max(1, deadline - deps.clock.now());
  const facts = 'inline' in ref ? textFacts(await load()) : await deps.texts.facts(load, timeoutMs);
  demandSame(ref, facts);
  return { ...storedText(ref), newline: facts.newline };
}

/** Layers as they are stored: inside their row up to 64 KiB, so that they and an inline body fit one message. */
export async function storeLayers(store: StoreBody, json: string): Promise<StoredText> {
  return storedText(await store(await bodyOf(json), LIMITS.inlineLayersBytesMax));
}
