import { WORLDS, type CallPrincipal } from '@bridge/contracts';
import { BridgeError, silentLogger, systemClock } from '@bridge/kernel';
import { heldHere, until } from '@bridge/testing';
import { fuzz } from '@bridge/testing/fuzz';
import fc from 'fast-check';
import { expect } from 'vitest';
import { MemoryBus } from './drivers/memory.ts';
import { RUNNING_CALLS_MAX } from './service-queue.ts';
import { makeRequest } from './request.ts';
import { serve, type ServiceHandlers } from './serve.ts';

const CALLER: CallPrincipal = {
  account_id: 'acc_00000000000000000000000001',
  key_id: null,
  scopes: ['worlds.list'],
  worlds: null,
  surface: 'act',
};
/** The possible behaviours of a handler in this test. */
const BEHAVIOURS = ['answers', 'refuses', 'breaks', 'throws', 'waits'] as const;
/** How a handler in this test reacts to a call. */
type HandlerBehaviour = (typeof BEHAVIOURS)[number];

/**
 * Returns handlers of the worlds service. Each call of `list` removes the first behaviour from `left` and follows it; when
 * `left` is empty, it answers.
 */
function handlers(left: HandlerBehaviour[], released: Promise<void>): ServiceHandlers<'worlds'> {
  const never = () => Promise.reject(new Error('this test calls another'));
  const list: ServiceHandlers<'worlds'>['list'] = () => {
    const way = left.shift();
    if (way === 'throws') throw new TypeError('not even a promise');
    if (way === 'refuses') return Promise.reject(new BridgeError('internal', {}));
    if (way === 'breaks') return Promise.reject(new TypeError('broken'));
    return way === 'waits'
      ? released.then(() => ({ worlds: [] }))
      : Promise.resolve({ worlds: [] });
  };
  const others = ['found', 'rights', 'dashboard', 'dashboard_set'].map(
    (verb) => [verb, never] as const,
  );
  // Only `list` is called, so the other handlers may be incomplete.
  return new Proxy(
    { ...Object.fromEntries(others), list } as unknown as ServiceHandlers<'worlds'>,
    {
      get: (target, verb) => (Reflect.get(target, verb) as unknown) ?? never,
    },
  );
}

/** One generated test case: the behaviours of the handlers, the callers' timeout and whether the service closes. */
interface ServeFuzzCase {
  readonly ways: readonly HandlerBehaviour[];
  /** Time that the callers wait, ms. */
  readonly patience: number;
  /** True to close the service while calls run and wait. */
  readonly closes: boolean;
}

async function serveAll({ ways, patience, closes }: ServeFuzzCase): Promise<void> {
  const bus = new MemoryBus();
  const gate = Promise.withResolvers<void>();
  const left = [...ways];
  const base = { clock: systemClock, log: silentLogger };
  const served = serve(bus, 'worlds', handlers(left, gate.promise), base, 1);
  const request = makeRequest(bus, systemClock);
  const deadline = systemClock.now() + patience;
  const settled = Promise.allSettled(
    ways.map((_, n) =>
      request(WORLDS.list, { ctx: CALLER, input: {}, requestId: `req_${n}`, deadline }),
    ),
  );
  if (closes) await served.close();
  await settled;
  const running =
    (await heldHere())['service_calls_open{service="worlds",lane="read",state="running"}'] ?? 0;
  expect(running).toBeLessThanOrEqual(RUNNING_CALLS_MAX);
  gate.resolve();
  await until('every slot to be given back', async () => {
    expect(await heldHere()).toEqual({});
    return true;
  });
  // If the service had released no slot, these calls would wait until their deadline and fail.
  if (!closes) {
    left.length = 0;
    const again = systemClock.now() + 5_000;
    const more = Array.from({ length: RUNNING_CALLS_MAX }, (_, n) =>
      request(WORLDS.list, { ctx: CALLER, input: {}, requestId: `req_${n}`, deadline: again }),
    );
    expect((await Promise.all(more)).length).toBe(RUNNING_CALLS_MAX);
  }
  await served.close();
  await bus.close();
}

// Verifies: safety.released.
fuzz(
  'service-slots',
  'however calls of a service end, and whether their callers still wait, every slot is given back',
  () =>
    fc.asyncProperty(
      fc.record({
        ways: fc.array(fc.constantFrom(...BEHAVIOURS), { minLength: 1, maxLength: 160 }),
        patience: fc.integer({ min: 1, max: 40 }),
        closes: fc.boolean(),
      }),
      serveAll,
    ),
  { cost: 100 },
);
