import type { BUILDER } from '@bridge/contracts';
import { releaseKey } from '@bridge/db';
import { accountOf, type Handler } from '@bridge/bus';
import type { BuilderDeps } from '../deps.ts';
import { areSweepsHeld } from '../high-water/high-water.store.ts';
import { abandonPublication, publicationStates } from './publication.store.ts';

/** Abandons a publication and frees its key; refused for an attempt that is not the pending one. */
export function publishAbandon({ db }: BuilderDeps): Handler<typeof BUILDER.publishAbandon> {
  return async ({ publication_id: publicationId, attempt }, call) => {
    const accountId = accountOf(call);
    const options = { deadline: call.deadline, failpoints: 'publish-abandon', waitForLocks: true };
    const abandoned = await db.transaction(options, async (tx) => {
      const key = await abandonPublication(tx, accountId, { publicationId, attempt });
      if (key === undefined) return false;
      await releaseKey(tx, { accountId, key });
      return true;
    });
    return { abandoned };
  };
}

/**
 * Returns the states of publications to the sweep of their objects. While sweeps are held, or while the database may be
 * behind the store, all are `unknown`, so that no object is removed.
 */
export function publicationsState({
  db,
  highWater,
}: BuilderDeps): Handler<typeof BUILDER.publicationsState> {
  return async ({ publication_ids }) => {
    if (highWater.state === 'current' && !(await areSweepsHeld(db)))
      return { states: await publicationStates(db, publication_ids) };
    return {
      states: publication_ids.map((publication_id) => ({ publication_id, state: 'unknown' })),
    };
  };
}
