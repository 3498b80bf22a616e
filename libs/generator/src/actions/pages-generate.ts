import type { ServiceCallHandler, ServiceCallContext } from '@bridge/bus';
import { ACCOUNT, BUILDER, GENERATOR, LIMITS } from '@bridge/contracts';
import { BridgeError, ReplayedResult } from '@bridge/kernel';
import { setTimeout as delay } from 'node:timers/promises';
import type { GeneratorDeps } from '../deps.ts';
import { produceDraft } from '../produce-draft.ts';

/**
 * Returns the result of `work`, or throws outcome_unknown after `ms` milliseconds. The work continues, and a repeated
 * call returns its result.
 */
async function answerWithin<T>(work: Promise<T>, ms: number): Promise<T> {
  const timer = new AbortController();
  const late = delay(ms, undefined, { signal: timer.signal }).then(() => {
    throw new BridgeError('outcome_unknown', {}, { cause: 'the draft is still being written' });
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
  }
}

/**
 * Handles the action `pages.generate`: requests the draft of a website from the paid provider of a language model. The
 * credits are set aside first, then charged in the transaction that stores the draft, or released.
 * Spec: credits.hold, credits.draft-with-capture.
 */
export function pagesGenerate(
  deps: GeneratorDeps,
): ServiceCallHandler<typeof GENERATOR.pagesGenerate> {
  const { provider, request, clock, running, log } = deps;
  return async (input, call: ServiceCallContext) => {
    if (provider === null) throw new BridgeError('not_configured', { action: 'pages.generate' });
    const { ctx, requestId, deadline, fp } = call;
    const keyed = { ctx, requestId, deadline, ...(fp === undefined ? {} : { fp }) };
    const { word, idempotency_key } = input;
    const { result: admitted } = await request(BUILDER.generateAdmit, {
      ...keyed,
      input: { word, idempotency_key },
    });
    if (admitted.state === 'replay') return new ReplayedResult(admitted.response);
    const { result: held } = await request(ACCOUNT.creditsHold, {
      ...keyed,
      input: { action: 'pages.generate', idempotency_key },
    });
    if (held.state === 'replay')
      return new ReplayedResult(GENERATOR.pagesGenerate.output.parse(JSON.parse(held.response)));
    const work = produceDraft(deps, (signal) => provider.write(input, signal), held, input, call);
    running.add(work);
    work
      .catch((error: unknown) =>
        log.info({ err: error, hold_id: held.hold_id }, 'generation_failed'),
      )
      .finally(() => running.delete(work));
    const answerBy = Math.min(
      deadline - LIMITS.generateMarginMs,
      clock.now() + LIMITS.generateAnswerMs,
    );
    return answerWithin(work, Math.max(1, answerBy - clock.now()));
  };
}
