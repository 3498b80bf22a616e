import {
  callablesOf,
  HEADER,
  LIMITS,
  WORLDS,
  type CallPrincipal,
  type WireOutput,
} from '@bridge/contracts';
import {
  BridgeError,
  ReplayedResult,
  silentLogger,
  ProgramStartError,
  systemClock,
} from '@bridge/kernel';
import { until } from '@bridge/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { describeBus, PATIENT_MS, type BusUnderTest } from './conformance.ts';
import { makeRequest, type ServiceRequestFunction } from './request.ts';
import { accountOf, serve, type ServiceHandlers } from './serve.ts';
import { RUNNING_CALLS_MAX, WAITING_CALLS_MAX } from './service-queue.ts';

const CALLER: CallPrincipal = {
  account_id: 'acc_00000000000000000000000001',
  key_id: 'key_00000000000000000000000001',
  scopes: ['worlds.list'],
  worlds: ['moonlit-press'],
  surface: 'mcp',
};
const SECRET = 'password=hunter2 at /srv/worlds.ts:17';
const FOUNDED: WireOutput<typeof WORLDS.found> = {
  world: {
    word: 'moonlit-press',
    title: 'moonlit-press',
    world_url: 'http://moonlit-press.localhost:4001/',
    role: 'founder',
    permissions: ['page.create'],
    founded_at: '2026-11-21T12:00:00.000Z',
  },
};

/** Returns handlers for all calls of the service worlds: those in `given`, and handlers that fail for the rest. */
function worlds(given: Partial<ServiceHandlers<'worlds'>>): ServiceHandlers<'worlds'> {
  const never = () => Promise.reject(new Error('this test calls another'));
  const all = Object.fromEntries(callablesOf('worlds').map(({ verb }) => [verb, never]));
  // `fromEntries` loses the handler names in the type; `all` has them, because `callablesOf` returned all of them.
  return { ...(all as unknown as ServiceHandlers<'worlds'>), ...given };
}

/** Tests how `serve` runs handlers and answers callers. */
export function serveConformance(name: string, open: () => Promise<BusUnderTest>): void {
  describeBus(`a service over ${name}`, open, ({ bus, join }) => {
    const ends: (() => Promise<void>)[] = [];
    afterEach(async () => {
      for (const end of ends.splice(0).reverse()) await end();
    });
    const service = async (given: Partial<ServiceHandlers<'worlds'>>, closeMsMax?: number) => {
      const driver = await join();
      const base = { clock: systemClock, log: silentLogger };
      const served = serve(driver, 'worlds', worlds(given), base, closeMsMax);
      await driver.flush();
      let closed: Promise<void> | undefined;
      const close = () => (closed ??= served.close().then(() => bus().end(driver)));
      ends.push(close);
      return { close };
    };
    /** Sends a request over the bus and returns the reply as text, without decoding it. */
    const send = async (
      subject: string,
      input: unknown,
      headers: Readonly<Record<string, string>> = {},
      timeoutMs = PATIENT_MS,
    ) => {
      const driver = await join();
      const data = await driver.request(
        subject,
        Buffer.from(JSON.stringify({ ctx: CALLER, fp: 'f1', input, later: 1 }), 'utf8'),
        {
          [HEADER.version]: '1',
          [HEADER.deadline]: String(systemClock.now() + PATIENT_MS),
          [HEADER.request]: 'req_1',
          ...headers,
        },
        timeoutMs,
      );
      return Buffer.from(data).toString('utf8');
    };
    const caller = async (): Promise<ServiceRequestFunction> =>
      makeRequest(await join(), systemClock);
    const list = (request: ServiceRequestFunction) =>
      request(WORLDS.list, { ctx: CALLER, input: {}, requestId: 'req_1' });
    const INPUT = { word: 'moonlit-press', idempotency_key: 'found-moonlit-1' };
    const INTERNAL = '{"ok":false,"error":{"code":"internal","details":{}}}';

    describe('a handler', () => {
      test('receives the parsed input and who calls, and its result is the answer', async () => {
        await service({
          found: async (input, call) => {
            expect(input).toEqual(INPUT);
            expect(call.ctx).toEqual(CALLER);
            expect(accountOf(call)).toBe(CALLER.account_id);
            expect(call.fp).toBe('f1');
            expect(call.requestId).toBe('req_1');
            expect(call.deadline).toBeGreaterThan(systemClock.now());
            return FOUNDED;
          },
        });
        const answer = await send(WORLDS.found.subject, { ...INPUT, from_a_newer_gateway: true });
        expect(JSON.parse(answer)).toEqual({ ok: true, result: FOUNDED });
      });

      test('marks the stored result of an earlier call', async () => {
        await service({ found: async () => new ReplayedResult(FOUNDED) });
        const request = await caller();
        const call = { ctx: CALLER, input: INPUT, requestId: 'req_1' };
        expect(await request(WORLDS.found, call)).toEqual({ result: FOUNDED, replayed: true });
      });

      test('refuses with a code of the catalogue; what an operator needs stays inside', async () => {
        await service({
          found: async () => {
            throw new BridgeError(
              'word_unavailable',
              { word: 'moonlit-press', reason: 'owned' },
              { cause: new Error(SECRET), retryAfterS: 2 },
            );
          },
        });
        const answer = await send(WORLDS.found.subject, INPUT);
        expect(JSON.parse(answer)).toEqual({
          ok: false,
          error: {
            code: 'word_unavailable',
            details: { word: 'moonlit-press', reason: 'owned' },
            retry_after_s: 2,
          },
        });
      });

      test('that breaks is internal, without a word of what broke', async () => {
        await service({
          found: () => Promise.reject(new Error(SECRET)),
          list: () => {
            throw new TypeError(SECRET);
          },
        });
        expect(await send(WORLDS.found.subject, INPUT)).toBe(INTERNAL);
        expect(await send(WORLDS.list.subject, {})).toBe(INTERNAL);
      });

      test('whose output is not of the contract is internal', async () => {
        const wrong = { world: { ...FOUNDED.world, role: 'king', note: SECRET } };
        // The cast hides the wrong result type from the compiler, so that only the check at run time can find it.
        await service({ found: async () => wrong as unknown as typeof FOUNDED });
        expect(await send(WORLDS.found.subject, INPUT)).toBe(INTERNAL);
      });

      test('whose answer is larger than a message is told as internal, not by silence', async () => {
        const world = { ...FOUNDED.world, title: 'x'.repeat(LIMITS.busMessageBytesMax) };
        await service({ found: async () => ({ world }) });
        expect(await send(WORLDS.found.subject, INPUT)).toBe(INTERNAL);
      });

      test('whose refusal cannot be written is internal', async () => {
        const details = { word: 'moonlit-press', reason: 'owned', count: 1n } as const;
        await service({
          found: () => Promise.reject(new BridgeError('word_unavailable', details)),
        });
        expect(await send(WORLDS.found.subject, INPUT)).toBe(INTERNAL);
      });

      test('is missing: the service refuses to start', async () => {
        const driver = await join();
        const incomplete = worlds({ list: undefined });
        const base = { clock: systemClock, log: silentLogger };
        expect(() => serve(driver, 'worlds', incomplete, base)).toThrow(ProgramStartError);
      });
    });

    describe('a message', () => {
      test('past its deadline is dropped before the handler begins', async () => {
        const begun: string[] = [];
        await service({
          found: async (_, call) => {
            begun.push(call.requestId);
            return FOUNDED;
          },
        });
        const late = {
          [HEADER.deadline]: String(systemClock.now() - 1),
          [HEADER.request]: 'late',
        };
        await expect(send(WORLDS.found.subject, INPUT, late, 100)).rejects.toThrow('timeout');
        await send(WORLDS.found.subject, INPUT, { [HEADER.request]: 'in time' });
        expect(begun).toEqual(['in time']);
      });

      test('of another envelope version is refused as surely not done', async () => {
        await service({ found: async () => FOUNDED });
        const answer = await send(WORLDS.found.subject, INPUT, { [HEADER.version]: '2' });
        expect(JSON.parse(answer).error.code).toBe('service_unavailable');
      });

      test('that is no envelope, has no deadline or a wrong input is internal', async () => {
        await service({ found: async () => FOUNDED });
        expect(await send(WORLDS.found.subject, { word: 'A' })).toBe(INTERNAL);
        expect(await send(WORLDS.found.subject, INPUT, { [HEADER.deadline]: 'soon' })).toBe(
          INTERNAL,
        );
        const driver = await join();
        const headers = { [HEADER.version]: '1', [HEADER.deadline]: '9999999999999' };
        for (const body of ['', 'nonsense', '[]', '{"ctx":{}}']) {
          const sent = Buffer.from(body, 'utf8');
          const data = await driver.request(WORLDS.found.subject, sent, headers, PATIENT_MS);
          expect(Buffer.from(data).toString('utf8')).toBe(INTERNAL);
        }
      });
    });

    describe('under load', () => {
      test('a class runs 64 calls and queues 64; the next are answered busy, and other classes go on', async () => {
        const gate = Promise.withResolvers<void>();
        let begun = 0;
        await service({
          list: async () => {
            begun += 1;
            await gate.promise;
            return { worlds: [] };
          },
          dashboard: async () => ({ world: null }),
        });
        const over = 10;
        const answers: string[] = [];
        const sent = Array.from({ length: RUNNING_CALLS_MAX + WAITING_CALLS_MAX + over }, () =>
          send(WORLDS.list.subject, {}).then((answer) => answers.push(answer)),
        );
        await until('the last ones are turned away', () => answers.length === over);
        expect(new Set(answers)).toEqual(new Set(['{"busy":true,"retry_ms":50}']));
        expect(begun).toBe(RUNNING_CALLS_MAX);
        const open = await send(WORLDS.dashboard.subject, { word: 'moonlit-press' });
        expect(open).toBe('{"ok":true,"result":{"world":null}}');
        gate.resolve();
        await Promise.all(sent);
        expect(begun).toBe(RUNNING_CALLS_MAX + WAITING_CALLS_MAX);
        expect(answers.filter((one) => one.includes('"ok":true'))).toHaveLength(begun);
      });
    });

    describe('at the end', () => {
      test('everything in flight is answered, what waits is turned away, and nobody new is let in', async () => {
        const gate = Promise.withResolvers<void>();
        let begun = 0;
        const { close } = await service({
          list: async () => {
            begun += 1;
            await gate.promise;
            return { worlds: [] };
          },
        });
        const answers: string[] = [];
        const over = 1;
        const sent = Array.from({ length: RUNNING_CALLS_MAX + WAITING_CALLS_MAX + over }, () =>
          send(WORLDS.list.subject, {}).then((answer) => answers.push(answer)),
        );
        // One call too many is sent. When it is refused, all earlier calls have arrived at the service.
        await until('the line is full', () => answers.length === over);
        const closed = close();
        await until(
          'the waiting ones are turned away',
          () => answers.length === over + WAITING_CALLS_MAX,
        );
        await expect(send(WORLDS.list.subject, {})).rejects.toThrow('no_responders');
        gate.resolve();
        await closed;
        await Promise.all(sent);
        expect(begun).toBe(RUNNING_CALLS_MAX);
        expect(answers.filter((one) => one.includes('"ok":true'))).toHaveLength(begun);
        expect(answers.filter((one) => one.includes('"busy":true'))).toHaveLength(
          over + WAITING_CALLS_MAX,
        );
      });

      test('a call that does not end is answered for: a change is outcome_unknown, a read is not', async () => {
        let begun = 0;
        const stuck = () => {
          begun += 1;
          return new Promise<never>(() => undefined);
        };
        const { close } = await service({ found: stuck, list: stuck }, 50);
        const answers = [send(WORLDS.found.subject, INPUT), send(WORLDS.list.subject, {})];
        await until('both are begun', () => begun === 2);
        await close();
        const codes = (await Promise.all(answers)).map((one) => JSON.parse(one).error.code);
        expect(codes).toEqual(['outcome_unknown', 'service_unavailable']);
      });

      test('a rolling restart of two replicas under load fails no call', async () => {
        const replica = () =>
          service({
            list: async () => {
              await new Promise(setImmediate);
              return { worlds: [] };
            },
          });
        const request = await caller();
        const replicas = [await replica(), await replica()];
        const state = { rolling: true };
        let done = 0;
        const client = async (): Promise<void> => {
          while (state.rolling) {
            await list(request);
            done += 1;
          }
        };
        const clients = Array.from({ length: 16 }, client);
        for (let round = 0; round < 6; round += 1) {
          const from = done;
          await until('calls go through', () => done > from + 50);
          replicas.push(await replica());
          await replicas.shift()?.close();
        }
        state.rolling = false;
        await Promise.all(clients);
        expect(done).toBeGreaterThan(300);
      });
    });
  });
}
