import type { ServiceCallHandler, ServiceCallContext } from '@bridge/bus';
import { BUILDER, type PUBLISHER, LIMITS, type WireOutput } from '@bridge/contracts';
import { BackOff, failpoint, isBridgeError, ReplayedResult } from '@bridge/kernel';
import type { z } from 'zod';
import type { PublisherDeps } from '../deps.ts';
import { abandonPublication, commitPublication, makePublication } from '../publication/index.ts';

/**
 * Pause before `builder.publish_begin` is sent again because another call with the same idempotency key runs, in ms. The
 * builder service itself waits up to 1 s for that call (ADR 002).
 */
const TWIN_PAUSE_MS = 20;

/** The input of builder.publish_begin: the website and the revision to publish. */
type PublishBeginInput = z.input<typeof BUILDER.publishBegin.wireInput>;

/** The result of the action builder.publish, as the agent receives it. */
type PublishResult = Awaited<ReturnType<ServiceCallHandler<typeof PUBLISHER.publish>>>;

/**
 * Claims the idempotency key of the publication at the builder service. While another call with the same key runs, it repeats
 * the request until `twinWaitMs` or the deadline has passed.
 */
async function begin(
  { clock, request }: PublisherDeps,
  input: PublishBeginInput,
  { ctx, requestId, deadline, fp }: ServiceCallContext,
): Promise<WireOutput<typeof BUILDER.publishBegin>> {
  const backOff = new BackOff(clock, Math.min(deadline, clock.now() + LIMITS.twinWaitMs), {
    firstMs: TWIN_PAUSE_MS,
    longestMs: TWIN_PAUSE_MS,
  });
  const call = { ctx, input, requestId, deadline, ...(fp === undefined ? {} : { fp }) };
  for (;;) {
    try {
      return (await request(BUILDER.publishBegin, call)).result;
    } catch (error) {
      if (!isBridgeError(error, 'idempotency_in_progress') || !(await backOff.pause())) throw error;
    }
  }
}

/**
 * Publishes a revision in two phases: the builder service claims the idempotency key and leases the publication, this worker
 * analyses and stores the page, builder commits. A failure before the commit abandons the publication, which frees the key;
 * after a crash, the end of the lease does. Spec: publishing.once. ADR 002.
 */
async function publishRevision(
  deps: PublisherDeps,
  input: PublishBeginInput,
  call: ServiceCallContext,
): Promise<PublishResult> {
  const { deadline } = call;
  const begun = await begin(deps, input, call);
  if (begun.state === 'replay') return new ReplayedResult(begun.response);
  try {
    await failpoint('publish.after-begin');
    const made = await deps.limiter(() => makePublication(deps, begun, deadline));
    return await commitPublication(deps, made, call);
  } catch (error) {
    // A commit without a reply may have succeeded, so the publication is not abandoned. The sweep of stored objects later reads
    // its state from builder.
    if (!isBridgeError(error, 'outcome_unknown')) await abandonPublication(deps, begun, call);
    throw error;
  }
}

/** Publishes a revision for an agent or an owner. The website keeps its visibility; a first publication is public. */
export function publish(deps: PublisherDeps): ServiceCallHandler<typeof PUBLISHER.publish> {
  return (input, call) => publishRevision(deps, input, call);
}

/** Publishes a revision with the visibility that the owner chose. Spec: editor.publish-visibility. */
export function publishOwn(deps: PublisherDeps): ServiceCallHandler<typeof PUBLISHER.publishOwn> {
  return (input, call) => publishRevision(deps, input, call);
}
