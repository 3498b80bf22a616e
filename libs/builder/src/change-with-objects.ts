import { newObject, putBody, putObject, type TextBody } from '@bridge/blobs';
import { LIMITS, type BodyReference } from '@bridge/contracts';
import type { IdempotentChange } from '@bridge/db';
import { isNotApplied, ReplayedResult } from '@bridge/kernel';
import type { BuilderDeps } from './deps.ts';

/**
 * A function that stores a body for a change: up to `inlineBytesMax` in the row itself, a larger body as a blob-store object.
 */
export type TextBodyWriter = (body: TextBody, inlineBytesMax?: number) => Promise<BodyReference>;

/**
 * Runs a change whose `plan` stores objects. The objects are removed when the change had no effect or returned a stored result.
 * When the outcome is unknown they stay; the sweep later removes those that no revision refers to.
 */
export async function changeWithObjects<P, R>(
  { db, blobs, ids }: Pick<BuilderDeps, 'db' | 'blobs' | 'ids'>,
  change: Omit<IdempotentChange<P, R>, 'plan'> & {
    readonly plan: (store: TextBodyWriter) => Promise<P>;
  },
): Promise<R | ReplayedResult<R>> {
  const objects: string[] = [];
  const store: TextBodyWriter = async (body, inlineBytesMax = LIMITS.inlineBodyBytesMax) => {
    if (body.bytes.byteLength <= inlineBytesMax) return putBody(blobs, ids, body, 'body');
    // The object’s name is added to `objects` before the object is written: a write whose response was lost may have stored the
    // object.
    const object = newObject(ids, 'body');
    objects.push(object);
    return putObject(blobs, object, body);
  };
  const remove = async (): Promise<void> => {
    // A failed deletion is ignored: the sweep removes the object later.
    for (const object of objects) await blobs.delete(object).catch(() => undefined);
  };
  try {
    const result = await db.change({ ...change, plan: () => change.plan(store) });
    if (result instanceof ReplayedResult) await remove();
    return result;
  } catch (error) {
    if (isNotApplied(error)) await remove();
    throw error;
  }
}
