import type { BUILDER } from '@bridge/contracts';
import { accountOf, type ServiceCallHandler } from '@bridge/bus';
import type { BuilderDeps } from '../deps.ts';
import { areSweepsHeld } from '../high-water/high-water.store.ts';
import { abandonPublication, publicationStates } from './publication.store.ts';

/**
 * Ends a publication without a result (abandons it) and frees its idempotency key. `abandoned` is false when `attempt` is not
 * the publication’s current attempt or the publication has ended.
 */
export function publishAbandon({
  db,
}: BuilderDeps): ServiceCallHandler<typeof BUILDER.publishAbandon> {
  return async ({ publication_id: publicationId, attempt }, call) => {
    const accountId = accountOf(call);
    const options = { deadline: call.deadline, failpoints: 'publish-abandon', waitForLocks: true };
    const abandoned = await db.transaction(options, (tx) =>
      abandonPublication(tx, accountId, { publicationId, attempt }),
    );
    return { abandoned };
  };
}

/**
 * Returns the states of publications. The publisher’s sweep (its repeated clean-up) removes the objects of abandoned ones.
 * While sweeps are suspended or this database may be an old backup, all states are `unknown`, so that nothing is removed.
 */
export function publicationsState({
  db,
  highWater,
}: BuilderDeps): ServiceCallHandler<typeof BUILDER.publicationsState> {
  return async ({ publication_ids }) => {
    if (highWater.state === 'current' && !(await areSweepsHeld(db)))
      return { states: await publicationStates(db, publication_ids) };
    return {
      states: publication_ids.map((publication_id) => ({ publication_id, state: 'unknown' })),
    };
  };
}
