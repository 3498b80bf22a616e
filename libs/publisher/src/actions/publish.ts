import type { Handler } from '@bridge/bus';
import { builderPublishBegin, type builderPublish } from '@bridge/contracts';
import { failpoint, isBridgeError, Replayed } from '@bridge/kernel';
import type { PublisherDeps } from '../deps.ts';
import { abandonPublication, commitPublication } from '../publication/commit-publication.ts';
import { makePublication } from '../publication/make-publication.ts';

/**
 * Publishes a revision in two phases: builder claims the key and leases the publication, this worker judges and
 * stores, builder commits. Whatever fails before the commit gives the publication up, so that the same key works
 * again; what a crash leaves behind, the lease does. Source: house design section 5, Publish.
 */
export function publish(deps: PublisherDeps): Handler<typeof builderPublish> {
  return async (input, call) => {
    const { ctx, requestId, deadline } = call;
    const { result: begun } = await deps.request(builderPublishBegin, {
      ctx,
      input,
      requestId,
      deadline,
      ...(call.fp === undefined ? {} : { fp: call.fp }),
    });
    if (begun.state === 'replay') return new Replayed(begun.response);
    try {
      await failpoint('publish.after-begin');
      const made = await deps.turns.run(() => makePublication(deps, begun, deadline));
      return await commitPublication(deps, made, call);
    } catch (error) {
      // After a commit without an answer it may be done: the sweep, which can see, decides.
      if (!isBridgeError(error, 'outcome_unknown')) await abandonPublication(deps, begun, call);
      throw error;
    }
  };
}
