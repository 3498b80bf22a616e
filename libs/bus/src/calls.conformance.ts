import { WORLDS, HEADER, LIMITS, type CallPrincipal } from '@bridge/contracts';
import { BridgeError, isBridgeError, systemClock, type WireError } from '@bridge/kernel';
import { describe, expect, test } from 'vitest';
import { describeBus, type BusUnderTest } from './conformance.ts';
import type { BusMessage } from './driver.ts';
import { makeRequest, type ServiceRequestFunction } from './request.ts';

const CALLER: CallPrincipal = {
  account_id: 'acc_00000000000000000000000001',
  key_id: null,
  scopes: ['worlds.list', 'worlds.found'],
  worlds: null,
  surface: 'act',
};
/** Timeout of the test calls, ms. `request` sends a call a second time after a third of its timeout. */
const BRIEF_MS = 600;
const WORLD = {
  word: 'moonlit-press',
  title: 'moonlit-press',
  world_url: 'http://moonlit-press.localhost:4001/',
  role: 'founder',
  permissions: [],
  founded_at: '2026-11-21T12:00:00.000Z',
};

const reply = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value), 'utf8');
const FOUNDED = reply({ ok: true, result: { world: WORLD } });
const BUSY = reply({ busy: true, retry_ms: 5 });
const refused = (code: string): Uint8Array => reply({ ok: false, error: { code, details: {} } });

async function errorOf(work: Promise<unknown>): Promise<BridgeError> {
  const error: unknown = await work.then(
    () => new Error('it succeeded'),
    (reason: unknown) => reason,
  );
  if (!isBridgeError(error)) throw error;
  return error;
}

/** Tests calls to services over a bus driver, with responders that fail, are busy or do not answer. */
export function callConformance(name: string, open: () => Promise<BusUnderTest>): void {
  describeBus(`calls over ${name}`, open, ({ join }) => {
    /** Subscribes a responder that answers its nth message with the nth of `answers`; null sends no reply. */
    const responder = async (
      subject: string,
      ...answers: readonly (Uint8Array | null | ((message: BusMessage) => void))[]
    ): Promise<BusMessage[]> => {
      const driver = await join();
      const received: BusMessage[] = [];
      driver.subscribe(subject, 'worlds', (message) => {
        const answer = answers[received.push(message) - 1] ?? null;
        if (typeof answer === 'function') answer(message);
        else if (answer !== null) message.respond(answer);
      });
      await driver.flush();
      return received;
    };
    const caller = async (): Promise<ServiceRequestFunction> =>
      makeRequest(await join(), systemClock);
    const found = (request: ServiceRequestFunction, withinMs = BRIEF_MS) =>
      request(WORLDS.found, {
        ctx: CALLER,
        fp: 'f'.repeat(64),
        input: { word: 'moonlit-press', idempotency_key: 'found-moonlit-1' },
        requestId: 'req_1',
        deadline: systemClock.now() + withinMs,
      });
    const list = (request: ServiceRequestFunction, withinMs = BRIEF_MS) =>
      request(WORLDS.list, {
        ctx: CALLER,
        input: {},
        requestId: 'req_2',
        deadline: systemClock.now() + withinMs,
      });

    describe('silence', () => {
      test('makes the same envelope go out once more, and its answer counts', async () => {
        const received = await responder(WORLDS.found.subject, null, FOUNDED);
        const answer = await found(await caller());
        expect(answer).toEqual({ result: { world: WORLD }, replayed: false });
        expect(received).toHaveLength(2);
        expect(Buffer.from(received[1]?.data ?? [])).toEqual(Buffer.from(received[0]?.data ?? []));
        expect(received[1]?.headers).toEqual(received[0]?.headers);
      });

      test('after a change is outcome_unknown, because it may have been done', async () => {
        const received = await responder(WORLDS.found.subject);
        expect((await errorOf(found(await caller()))).code).toBe('outcome_unknown');
        expect(received).toHaveLength(2);
      });

      test('after a read is service_unavailable, because a read has no effect', async () => {
        const received = await responder(WORLDS.list.subject);
        expect((await errorOf(list(await caller()))).code).toBe('service_unavailable');
        expect(received).toHaveLength(2);
      });

      test('of the first sending is not covered up when the second finds nobody', async () => {
        const driver = await join();
        const subscription = driver.subscribe(WORLDS.found.subject, 'worlds', () => {
          // The bus sends a request again when no reply arrives. This responder receives only the first sending of the request.
          void subscription.drain();
        });
        await driver.flush();
        expect((await errorOf(found(await caller()))).code).toBe('outcome_unknown');
      });
    });

    describe('"not now" from the second sending', () => {
      for (const [what, notNow] of [
        ['still being done', refused('idempotency_in_progress')],
        ['busy', BUSY],
        ['unavailable', refused('service_unavailable')],
      ] as const) {
        test(`(${what}) does not win over the first one’s answer`, async () => {
          let first: BusMessage | undefined;
          const received = await responder(
            WORLDS.found.subject,
            (message) => (first = message),
            (message) => {
              message.respond(notNow);
              first?.respond(FOUNDED);
            },
          );
          const answer = await found(await caller());
          expect(answer.result.world.word).toBe('moonlit-press');
          expect(received).toHaveLength(2);
        });

        test(`(${what}) does not make the first one’s silence harmless`, async () => {
          await responder(WORLDS.found.subject, null, notNow);
          expect((await errorOf(found(await caller()))).code).toBe('outcome_unknown');
        });
      }

      test('is the answer when the first sending says the same', async () => {
        let first: BusMessage | undefined;
        await responder(
          WORLDS.found.subject,
          (message) => (first = message),
          (message) => {
            message.respond(refused('idempotency_in_progress'));
            first?.respond(refused('idempotency_in_progress'));
          },
        );
        expect((await errorOf(found(await caller()))).code).toBe('idempotency_in_progress');
      });
    });

    describe('a busy service', () => {
      test('is asked once more, and another replica’s answer counts', async () => {
        const received = await responder(WORLDS.found.subject, BUSY, FOUNDED);
        expect((await found(await caller())).result.world.word).toBe('moonlit-press');
        expect(received).toHaveLength(2);
      });

      test('that stays busy is service_unavailable: surely nothing was done', async () => {
        const received = await responder(WORLDS.found.subject, BUSY, BUSY, FOUNDED);
        const error = await errorOf(found(await caller()));
        expect(error.code).toBe('service_unavailable');
        expect(error.retryAfterS).toBe(1);
        expect(received).toHaveLength(2);
      });
    });

    describe('absence', () => {
      test('of the service is service_unavailable at once, also for a change', async () => {
        const request = await caller();
        const times: number[] = [];
        // The test uses the fastest of five attempts, because a busy machine makes single attempts slow.
        for (let i = 0; i < 5; i += 1) {
          const from = performance.now();
          const error = await errorOf(found(request, 15_000));
          times.push(performance.now() - from);
          expect(error.code).toBe('service_unavailable');
          expect(error.details).toEqual({ part: 'worlds service' });
        }
        expect(Math.min(...times)).toBeLessThan(200);
      });

      test('of the bus is service_unavailable at once', async () => {
        const driver = await join();
        const request = makeRequest(driver, systemClock);
        await driver.close();
        expect((await errorOf(found(request))).code).toBe('service_unavailable');
      });

      test('of time left sends nothing and is service_unavailable', async () => {
        const received = await responder(WORLDS.found.subject, FOUNDED);
        const request = await caller();
        expect((await errorOf(found(request, -1))).code).toBe('service_unavailable');
        await found(request);
        expect(received).toHaveLength(1);
      });
    });

    describe('an answer', () => {
      test('that is a refusal keeps code, public details and wait', async () => {
        const error: WireError = {
          code: 'word_unavailable',
          details: { word: 'moonlit-press', reason: 'owned' },
          retry_after_s: 3,
        };
        await responder(WORLDS.found.subject, reply({ ok: false, error }));
        expect((await errorOf(found(await caller()))).toWire()).toEqual(error);
      });

      test('with an error code this version does not know is internal', async () => {
        await responder(WORLDS.found.subject, refused('invented_tomorrow'));
        expect((await errorOf(found(await caller()))).code).toBe('internal');
      });

      test('that is no envelope, or whose result is not of the contract, is internal', async () => {
        const nonsense = [
          Buffer.from('not json'),
          reply({ fine: true }),
          reply({ ok: true, result: { world: 'no' } }),
        ];
        await responder(WORLDS.found.subject, ...nonsense);
        const request = await caller();
        for (let i = 0; i < nonsense.length; i += 1)
          expect((await errorOf(found(request))).code).toBe('internal');
      });

      test('of a newer service loses what this version does not know, at every depth', async () => {
        const world = { ...WORLD, season: 'winter' };
        await responder(
          WORLDS.list.subject,
          reply({ ok: true, result: { worlds: [world], more: 1 }, replayed: true, extra: 2 }),
        );
        const answer = await list(await caller());
        expect(answer).toEqual({ result: { worlds: [WORLD] }, replayed: true });
      });
    });

    describe('an envelope', () => {
      test('carries version, deadline and request id in its headers, and nothing of the user in its subject', async () => {
        const received = await responder(WORLDS.found.subject, FOUNDED);
        const before = systemClock.now();
        await found(await caller());
        const [message] = received;
        expect(message?.subject).toBe('bridge.v1.worlds.found');
        expect(message?.headers[HEADER.version]).toBe('1');
        expect(message?.headers[HEADER.request]).toBe('req_1');
        const deadline = Number(message?.headers[HEADER.deadline]);
        expect(deadline).toBeGreaterThanOrEqual(before + BRIEF_MS);
        expect(JSON.parse(Buffer.from(message?.data ?? []).toString('utf8'))).toEqual({
          ctx: CALLER,
          fp: 'f'.repeat(64),
          input: { word: 'moonlit-press', idempotency_key: 'found-moonlit-1' },
        });
      });

      test('over the limit is internal and is never sent', async () => {
        const received = await responder(WORLDS.rights.subject);
        const request = await caller();
        const words = Array.from(
          { length: LIMITS.busMessageBytesMax / 8 },
          (_, i) => `w${String(i).padStart(7, '0')}`,
        );
        const call = request(WORLDS.rights, {
          ctx: CALLER,
          input: { words },
          requestId: 'req_3',
        });
        expect((await errorOf(call)).code).toBe('internal');
        expect(received).toHaveLength(0);
      });
    });
  });
}
