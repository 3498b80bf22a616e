import type { Handler, HandlerCall } from '@bridge/bus';
import { BUILDER, type PUBLISHER, LIMITS, type WireOutput } from '@bridge/contracts';
import { failpoint, isBridgeError, Replayed } from '@bridge/kernel';
import { setTimeout as delay } from 'node:timers/promises';
import type { PublisherDeps } from '../deps.ts';
import { abandonPublication, commitPublication, makePublication } from '../publication/index.ts';

const BACK_OFF_MS = 20;

/** Claims the key; a twin at work is waited for in turns, each with an answer of builder's own. */
async function begin(
  deps: PublisherDeps,
  input: Parameters<Handler<typeof PUBLISHER.publish>>[0],
  { ctx, requestId, deadline, fp }: HandlerCall,
): Promise<WireOutput<typeof BUILDER.publishBegin>> {
  const giveUpAt = Math.min(deadline, deps.clock.now() + LIMITS.twinWaitMs);
  for (;;) {
    try {
      const asked = { ctx, input, requestId, deadline, ...(fp === undefined ? {} : { fp }) };
      return (await deps.request(BUILDER.publishBegin, asked)).result;
    } catch (error) {
      const inTime = deps.clock.now() + BACK_OFF_MS < giveUpAt;
      if (!inTime || !isBridgeError(error, 'idempotency_in_progress')) throw error;
      await delay(BACK_OFF_MS);
    }
  }
}

/**
 * Publishes a revision in two phases: builder claims the key and leases the publication, this worker judges and
 * stores, builder commits. Whatever fails before the commit gives the publication up, so that the same key works
 * again; what a crash leaves behind, the lease does. Spec: publishing.once. ADR 002.
 */
export function publish(deps: PublisherDeps): Handler<typeof PUBLISHER.publish> {
  return async (input, call) => {
    const { deadline } = call;
    const begun = await begin(deps, input, call);
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
