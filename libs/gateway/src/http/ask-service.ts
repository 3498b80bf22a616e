import type { Bus } from '@bridge/bus';
import type { Callable } from '@bridge/contracts';
import type { z } from 'zod';
import { contextOf, ownerPrincipal } from '../dispatch/call-context.ts';
import type { Exchange } from './exchange.ts';

/** Sends a message of the owner in person to a service. */
export type AskService = <I extends z.ZodType, O extends z.ZodType>(
  callable: Callable<I, O>,
  exchange: Exchange,
  accountId: string,
  input: z.input<I>,
) => Promise<z.output<O>>;

/** The way of the owner's routes to the services. */
export function askOf(bus: Bus): AskService {
  return async (callable, { requestId }, accountId, input) => {
    const ctx = contextOf(ownerPrincipal(accountId), 'console');
    return (await bus.request(callable, { ctx, input, requestId })).result;
  };
}
