import { fingerprint, type Callable } from '@bridge/contracts';
import type { Bus } from '@bridge/bus';
import type { z } from 'zod';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import type { Owner } from '../auth/owner.store.ts';
import { contextOf, ownerPrincipal } from '../dispatch/call-context.ts';
import { replayableReply } from './content-call.ts';
import type { Exchange, FullReply } from './exchange.ts';

/** Sends a change without large texts, with its idempotency key, for a signed-in owner. */
export type ChangeSender = <
  I extends z.ZodType,
  O extends z.ZodType<Readonly<Record<string, unknown>>>,
>(
  callable: Callable<I, O>,
  exchange: Exchange,
  owner: Owner,
  input: z.input<I> & object,
) => Promise<FullReply>;

/** Makes the function by which session routes send such changes. The reply says whether it is a stored result. */
export function makeChangeSender({
  bus,
  limiter,
}: {
  readonly bus: Bus;
  readonly limiter: RateLimiter;
}): ChangeSender {
  return async (callable, { requestId, facts }, owner, input) => {
    const principal = ownerPrincipal(owner.account_id);
    limiter.takeChange(principal);
    facts.action = callable.name;
    const ctx = contextOf(principal, 'console');
    const fp = fingerprint(callable, input);
    const { result, replayed } = await bus.request(callable, { ctx, input, requestId, fp });
    return replayableReply(requestId, result, replayed);
  };
}
