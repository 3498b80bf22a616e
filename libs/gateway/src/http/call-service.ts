import type { Bus } from '@bridge/bus';
import type { Callable } from '@bridge/contracts';
import type { z } from 'zod';
import { contextOf, ownerPrincipal } from '../dispatch/call-context.ts';
import type { Exchange } from './exchange.ts';

/** Sends a message to a service with the identity of an owner. */
export type ServiceCaller = <I extends z.ZodType, O extends z.ZodType>(
  callable: Callable<I, O>,
  exchange: Exchange,
  accountId: string,
  input: z.input<I>,
) => Promise<z.output<O>>;

/** Makes the function by which the owner's routes call services. */
export function makeServiceCaller(bus: Bus): ServiceCaller {
  return async (callable, { requestId }, accountId, input) => {
    const ctx = contextOf(ownerPrincipal(accountId), 'console');
    return (await bus.request(callable, { ctx, input, requestId })).result;
  };
}
