import { newObject, putBody, putObject, type Body } from '@bridge/blobs';
import { LIMITS, type BodyRef } from '@bridge/contracts';
import type { Change } from '@bridge/db';
import { isNotApplied, Replayed } from '@bridge/kernel';
import type { BuilderDeps } from './deps.ts';

/** Stores a body for the change: inside its row up to the limit, else as an object. */
export type StoreBody = (body: Body, inlineBytesMax?: number) => Promise<BodyRef>;

/**
 * Runs a change whose plan stores objects. When the change surely had no effect, or the result is a replay, the objects
 * are removed at once; when the outcome is unknown they stay, and the sweep removes them if no revision names them.
 */
export async function changeWithObjects<P, R>(
  { db, blobs, ids }: Pick<BuilderDeps, 'db' | 'blobs' | 'ids'>,
  change: Omit<Change<P, R>, 'plan'> & { readonly plan: (store: StoreBody) => Promise<P> },
): Promise<R | Replayed<R>> {
  const objects: string[] = [];
  const store: StoreBody = async (body, inlineBytesMax = LIMITS.inlineBodyBytesMax) => {
    if (body.bytes.byteLength <= inlineBytesMax) return putBody(blobs, ids, body, 'body');
    // Noted before it is put: a put without an answer may have stored it.
    const object = newObject(ids, 'body');
    objects.push(object);
    return putObject(blobs, object, body);
  };
  const remove = async (): Promise<void> => {
    // A store that is away keeps them until the sweep.
    for (const object of objects) await blobs.delete(object).catch(() => undefined);
  };
  try {
    const result = await db.change({ ...change, plan: () => change.plan(store) });
    if (result instanceof Replayed) await remove();
    return result;
  } catch (error) {
    if (isNotApplied(error)) await remove();
    throw error;
  }
}
