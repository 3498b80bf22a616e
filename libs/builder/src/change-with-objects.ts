import { newObject, putBody, putObject, type HashedText } from '@bridge/blobs';
import { LIMITS, type BodyReference } from '@bridge/contracts';
import type { IdempotentChange } from '@bridge/db';
import { isNotApplied, ReplayedResult } from '@bridge/kernel';
import type { BuilderDeps } from './deps.ts';

/**
 * A function that stores a body (HTML or layers) for a change: up to `inlineBytesMax` bytes in the row itself, a larger body as
 * a blob-store object.
 */
export type TextBodyWriter = (body: HashedText, inlineBytesMax?: number) => Promise<BodyReference>;

/** A writer of bodies (HTML or layers) that can remove the blob-store objects that it has written. */
export interface BodyWriterWithCleanup {
  readonly store: TextBodyWriter;
  /** Removes the objects that `store` has written. A failed removal is ignored: the sweep removes the object later. */
  remove(): Promise<void>;
}

/** Opens a writer of bodies (HTML or layers) for one call. The caller calls `remove` if the call had no effect. */
export function openBodies({
  blobs,
  ids,
}: Pick<BuilderDeps, 'blobs' | 'ids'>): BodyWriterWithCleanup {
  const objects: string[] = [];
  return {
    async store(body, inlineBytesMax = LIMITS.inlineBodyBytesMax) {
      if (body.bytes.byteLength <= inlineBytesMax) return putBody(blobs, ids, body, 'body');
      // The name is added to `objects` before the write: a write whose response was lost may have stored the object.
      const object = newObject(ids, 'body');
      objects.push(object);
      return putObject(blobs, object, body);
    },
    async remove() {
      for (const object of objects) await blobs.delete(object).catch(() => undefined);
    },
  };
}

/**
 * Runs a change whose `plan` stores blob-store objects. The objects are removed when the change had no effect, or when the
 * result of an earlier identical call was returned. When it is unknown whether the change was committed they stay; the sweep
 * later removes those that no revision refers to.
 */
export async function changeWithObjects<P, R>(
  deps: Pick<BuilderDeps, 'db' | 'blobs' | 'ids'>,
  change: Omit<IdempotentChange<P, R>, 'plan'> & {
    readonly plan: (store: TextBodyWriter) => Promise<P>;
  },
): Promise<R | ReplayedResult<R>> {
  const bodies = openBodies(deps);
  try {
    const result = await deps.db.change({ ...change, plan: () => change.plan(bodies.store) });
    if (result instanceof ReplayedResult) await bodies.remove();
    return result;
  } catch (error) {
    if (isNotApplied(error)) await bodies.remove();
    throw error;
  }
}
