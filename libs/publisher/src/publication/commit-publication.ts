import type { HandlerCall } from '@bridge/bus';
import { BUILDER, type WireOutput } from '@bridge/contracts';
import { BridgeError, failpoint, isBridgeError } from '@bridge/kernel';
import { setTimeout as delay } from 'node:timers/promises';
import type { PublisherDeps } from '../deps.ts';
import type { Begun, Made } from './make-publication.ts';

/** How long one try of the commit is waited for before the next; a commit takes milliseconds. */
const TRY_MS = 4_000;
const BACK_OFF_MS_MIN = 50;
const BACK_OFF_MS_MAX = 1_000;
/** Giving up is a favour to the next caller; it may not keep this one waiting. */
const ABANDON_MS = 2_000;

type Published = WireOutput<typeof BUILDER.publishCommit>;

/** True for silence and absence: the same commit may be sent again, and only so does one learn how it ended. */
function mayRepeat(error: unknown): error is BridgeError {
  return isBridgeError(error, 'outcome_unknown') || isBridgeError(error, 'service_unavailable');
}

/** Whether builder still knows this attempt as open; undefined when it does not answer either. */
async function isOver(deps: PublisherDeps, made: Made, call: HandlerCall): Promise<boolean> {
  try {
    const { result } = await deps.request(BUILDER.publicationsState, {
      ctx: call.ctx,
      input: { publication_ids: [made.publication_id] },
      requestId: call.requestId,
      deadline: Math.min(call.deadline, deps.clock.now() + TRY_MS),
    });
    return result.states.some(({ state }) => state === 'abandoned' || state === 'unknown');
  } catch (error) {
    if (mayRepeat(error)) return false;
    throw error;
  }
}

/**
 * Commits, and repeats a commit that stayed without an answer until the call's deadline: builder answers a repeated
 * one with what the first one did. Then throws outcome_unknown, or service_unavailable when surely nothing was done.
 * Spec: publishing.once. ADR 002.
 */
export async function commitPublication(
  deps: PublisherDeps,
  made: Made,
  call: HandlerCall,
): Promise<Published> {
  let unknown = false;
  for (let backOffMs = BACK_OFF_MS_MIN; ; backOffMs = Math.min(2 * backOffMs, BACK_OFF_MS_MAX)) {
    try {
      await failpoint('publish.before-commit');
      const { result } = await deps.request(BUILDER.publishCommit, {
        ctx: call.ctx,
        input: made,
        requestId: call.requestId,
        deadline: Math.min(call.deadline, deps.clock.now() + TRY_MS),
      });
      await failpoint('publish.after-commit');
      return result;
    } catch (error) {
      if (!mayRepeat(error)) throw error;
      unknown ||= error.code === 'outcome_unknown';
      const late = deps.clock.now() + backOffMs >= call.deadline;
      if (late || (await isOver(deps, made, call))) {
        if (late && unknown) throw new BridgeError('outcome_unknown', {}, { cause: error });
        throw error;
      }
    }
    await delay(backOffMs);
  }
}

/** Frees the publication's key after a failure, so that the next call need not wait for the lease; never throws. */
export async function abandonPublication(
  deps: PublisherDeps,
  { publication_id, attempt }: Begun,
  call: HandlerCall,
): Promise<void> {
  try {
    await deps.request(BUILDER.publishAbandon, {
      ctx: call.ctx,
      input: { publication_id, attempt },
      requestId: call.requestId,
      deadline: deps.clock.now() + ABANDON_MS,
    });
  } catch (error) {
    // The sweep of leases does the same within a minute.
    call.log.warn({ err: error, publication_id }, 'a publication could not be given up');
  }
}
