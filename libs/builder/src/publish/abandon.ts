import type { builderPublicationsState, builderPublishAbandon } from '@bridge/contracts';
import { releaseKey } from '@bridge/db';
import { accountOf, type Handler } from '@bridge/bus';
import type { BuilderDeps } from '../deps.ts';
import { abandonPublication, publicationStates } from './publication.store.ts';

/** Gives a publication up and frees its key; only the attempt at work can. */
export function publishAbandon({ db }: BuilderDeps): Handler<typeof builderPublishAbandon> {
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

/** Tells the state of publications to whoever removes what they left in the blob store. */
export function publicationsState({ db }: BuilderDeps): Handler<typeof builderPublicationsState> {
  return async ({ publication_ids }) => ({ states: await publicationStates(db, publication_ids) });
}
