import type { ServiceCallContext } from '@bridge/bus';
import { BUILDER, type WireOutput } from '@bridge/contracts';
import { BackOff, BridgeError, failpoint, isBridgeError } from '@bridge/kernel';
import type { PublisherDeps } from '../deps.ts';
import type { LeasedPublication, PublicationCommitInput } from './make-publication.ts';

/**
 * Timeout of one request to the builder service, for a commit or for the state of a publication, in ms. A commit usually takes
 * a few milliseconds.
 */
const TRY_MS = 4_000;
const BACK_OFF = { firstMs: 50, longestMs: 1_000 };
/**
 * Timeout of the request that abandons a publication, in ms. It is short, because abandoning early only saves the next call
 * with the same idempotency key a wait.
 */
const ABANDON_MS = 2_000;

/** The result of builder.publish_commit: the published website, in the form that the agent receives. */
type PublicationCommitResult = WireOutput<typeof BUILDER.publishCommit>;

/**
 * True for an error that says that a commit got no reply, or that no builder process received it. Sending it again is safe:
 * builder returns the result of the first one.
 */
function mayRepeat(error: unknown): error is BridgeError {
  return isBridgeError(error, 'outcome_unknown') || isBridgeError(error, 'service_unavailable');
}

/**
 * True when the builder service reports the publication as abandoned or unknown. False when it is pending or committed, and
 * when builder does not reply.
 */
async function isOver(
  deps: PublisherDeps,
  made: PublicationCommitInput,
  call: ServiceCallContext,
): Promise<boolean> {
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
 * Commits a publication at the builder service. Repeats a commit without a reply until the call's deadline: builder answers a
 * repeated commit with the stored response. After the deadline it throws outcome_unknown, or service_unavailable when no
 * attempt can have had an effect. Spec: publishing.once. ADR 002.
 */
export async function commitPublication(
  deps: PublisherDeps,
  made: PublicationCommitInput,
  call: ServiceCallContext,
): Promise<PublicationCommitResult> {
  const backOff = new BackOff(deps.clock, call.deadline, BACK_OFF);
  let isUnknown = false;
  for (;;) {
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
      isUnknown ||= error.code === 'outcome_unknown';
      if (!(await backOff.pause()))
        throw isUnknown ? new BridgeError('outcome_unknown', {}, { cause: error }) : error;
      if (await isOver(deps, made, call)) throw error;
    }
  }
}

/**
 * Abandons a failed publication at the builder service, so the next call with the same idempotency key need not wait for the
 * end of its lease. Logs a failure and never throws.
 */
export async function abandonPublication(
  deps: PublisherDeps,
  { publication_id, attempt }: LeasedPublication,
  call: ServiceCallContext,
): Promise<void> {
  try {
    await deps.request(BUILDER.publishAbandon, {
      ctx: call.ctx,
      input: { publication_id, attempt },
      requestId: call.requestId,
      deadline: deps.clock.now() + ABANDON_MS,
    });
  } catch (error) {
    // When this request fails, builder’s sweep abandons the publication later: at least 30 s after the end of its lease.
    call.log.warn({ err: error, publication_id }, 'publication_not_abandoned');
  }
}
