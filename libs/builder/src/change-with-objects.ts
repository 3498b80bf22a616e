import { newObject, putBody, putObject, type TextBody } from '@bridge/blobs';
import { LIMITS, type BodyRef } from '@bridge/contracts';
import type { Change } from '@bridge/db';
import { isNotApplied, ReplayedResult } from '@bridge/kernel';
import type { BuilderDeps } from './deps.ts';

/** Stores a body for a change: inline in its row up to `inlineBytesMax`, larger ones as a blob-store object. */
export type StoreBody = (body: TextBody, inlineBytesMax?: number) => Promise<BodyRef>;

/**
 * Runs a change whose first phase stores objects. The objects are removed at once when the change had no effect or was
 * a replay. When the outcome is unknown they stay; the sweep removes them unless a revision names them.
 */
export async function changeWithObjects<P, R>(
  { db, blobs, ids }: Pick<BuilderDeps, 'db' | 'blobs' | 'ids'>,
  change: Omit<Change<P, R>, 'plan'> & { readonly plan: (store: StoreBody) => Promise<P> },
): Promise<R | ReplayedResult<R>> {
  const objects: string[] = [];
  const store: StoreBody = async (body, inlineBytesMax = LIMITS.inlineBodyBytesMax) => {
    if (body.bytes.byteLength <= inlineBytesMax) return putBody(blobs, ids, body, 'body');
    // Recorded before the write: a write whose response was lost may still have stored the object.
    const object = newObject(ids, 'body');
    objects.push(object);
    return putObject(blobs, object, body);
  };
  const remove = async (): Promise<void> => {
    // When the blob store is unavailable, the sweep removes the objects later.
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
