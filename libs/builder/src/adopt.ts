import { bodyOf, type Bytes, putBody, readBody } from '@bridge/blobs';
import { LIMITS, type BodyRef } from '@bridge/contracts';
import { BridgeError } from '@bridge/kernel';
import type { BuilderDeps } from './deps.ts';
import { textFacts, type TextFacts } from './patch/compute-patch.ts';
import type { StoredHtml } from './revision.store.ts';
import { type StoredText, storedText } from './stored-text.ts';

/** The empty list of layers, which every new and every cleared website has. */
export const NO_LAYERS = '[]';

/** An object that no revision names yet is taken over while it is young; the sweep removes the old ones. */
async function demandYoung(
  deps: Pick<BuilderDeps, 'blobs' | 'clock'>,
  object: string,
): Promise<void> {
  const stat = object.startsWith('body/') ? await deps.blobs.stat(object) : null;
  if (stat === null)
    throw new BridgeError('internal', {}, { cause: `${object} cannot be adopted: not there` });
  if (deps.clock.now() - stat.storedAt > LIMITS.unadoptedBodyAgeMaxMs)
    throw new BridgeError(
      'service_unavailable',
      {},
      { cause: `${object} is too old to adopt`, retryAfterS: 1 },
    );
}

function demandSame(ref: BodyRef, facts: TextFacts): void {
  if (facts.bytes !== ref.bytes || facts.chars !== ref.chars || facts.sha256 !== ref.sha256)
    throw new BridgeError('internal', {}, { cause: 'a body reference does not describe its body' });
}

/**
 * Takes a body over that the gateway put away: nobody copies it, but it is read once, so that what is stored is known
 * to be what its reference says.
 */
export async function adoptHtml(
  deps: Pick<BuilderDeps, 'blobs' | 'clock' | 'texts'>,
  ref: BodyRef,
  deadline: number,
): Promise<StoredHtml> {
  if ('object' in ref) await demandYoung(deps, ref.object);
  const load = (): Promise<Bytes> => readBody(deps.blobs, ref);
  const timeoutMs = Math.max(1, deadline - deps.clock.now());
  const facts = 'inline' in ref ? textFacts(await load()) : await deps.texts.facts(load, timeoutMs);
  demandSame(ref, facts);
  return { ...storedText(ref), newline: facts.newline };
}

/** Layers as they are stored: inside their row up to 64 KiB, so that they and an inline body fit one message. */
export async function storeLayers(
  deps: Pick<BuilderDeps, 'blobs' | 'ids'>,
  json: string,
): Promise<StoredText> {
  const ref = await putBody(
    deps.blobs,
    deps.ids,
    await bodyOf(json),
    'body',
    LIMITS.inlineLayersBytesMax,
  );
  return storedText(ref);
}
