import { LIMITS } from '@bridge/contracts';
import { describeWith, until } from '@bridge/testing';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { BusFailure, type BusDriver, type BusFailureKind, type BusMessage } from './driver.ts';

/** A bus that several processes have joined. */
export interface BusUnderTest {
  /** Joins the bus as a further process. */
  join(): Promise<BusDriver>;
  /** Ends a process as the broker would see it; messages that it had received stay unanswered. */
  end(member: BusDriver): Promise<void>;
  /** Returns a subject that no other run of the tests uses. */
  subject(name: string): string;
  close(): Promise<void>;
}

/** A bus with a broker between the processes; the tests stop and restart the broker. */
export interface BrokeredBus extends BusUnderTest {
  readonly broker: {
    kill(): Promise<void>;
    restart(): Promise<void>;
    pause(): Promise<void>;
    resume(): Promise<void>;
  };
}

const SOON_MS = 200;
const PATIENT_MS = 10_000;
const bytes = (text: string): Uint8Array => Buffer.from(text, 'utf8');
const text = (data: Uint8Array): string => Buffer.from(data).toString('utf8');

async function failure(answer: Promise<unknown>): Promise<BusFailureKind> {
  const error: unknown = await answer.then(
    () => new Error('it was answered'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof BusFailure)) throw error;
  return error.kind;
}

async function timed<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
  const from = performance.now();
  const value = await work();
  return [value, performance.now() - from];
}

/**
 * Repeats a request that fails five times. Returns the failure that all have in common, and the ms of the fastest: a
 * busy machine is slow, not wrong.
 */
async function quickest(
  request: () => Promise<unknown>,
): Promise<readonly [BusFailureKind | undefined, number]> {
  const kinds = new Set<BusFailureKind>();
  const times: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    const [kind, ms] = await timed(() => failure(request()));
    kinds.add(kind);
    times.push(ms);
  }
  const [only] = kinds;
  return [kinds.size === 1 ? only : undefined, Math.min(...times)];
}

/** Tests the promises of every bus driver. `open` starts the bus; Missing skips the suite with its reason. */
export function busConformance(name: string, open: () => Promise<BusUnderTest>): void {
  let count = 0;
  describeWith(
    `${name} bus`,
    open,
    (bus) => bus.close(),
    (bus) => {
      const members: BusDriver[] = [];
      const join = async (): Promise<BusDriver> => {
        const member = await bus().join();
        members.push(member);
        return member;
      };
      const fresh = (): string => bus().subject(`s${(count += 1)}`);
      /** Resolves when the broker knows all subscriptions of a member. */
      const settled = (member: BusDriver): Promise<void> => member.flush();
      afterEach(async () => {
        for (const member of members.splice(0)) await member.close();
      });

      describe('a request', () => {
        test('brings exact bytes there and back, of any content and length', async () => {
          const [caller, responder] = [await join(), await join()];
          const subject = fresh();
          responder.subscribe(subject, 'q', (message) => message.respond(message.data));
          await settled(responder);
          await fc.assert(
            fc.asyncProperty(fc.uint8Array({ maxLength: 4_096 }), async (data) => {
              const answer = await caller.request(subject, data, {}, PATIENT_MS);
              expect(Buffer.compare(answer, data)).toBe(0);
            }),
            { numRuns: 50 },
          );
        });

        test('brings its headers', async () => {
          const [caller, responder] = [await join(), await join()];
          const subject = fresh();
          responder.subscribe(subject, 'q', (message) =>
            message.respond(bytes(JSON.stringify(message.headers))),
          );
          await settled(responder);
          const headers = { 'Bridge-V': '1', traceparent: '00-aa-bb-01' };
          const answer = await caller.request(subject, bytes(''), headers, PATIENT_MS);
          expect(JSON.parse(text(answer))).toEqual(headers);
        });

        test('to nobody fails at once as no_responders', async () => {
          const caller = await join();
          const [kind, ms] = await quickest(() =>
            caller.request(fresh(), bytes('x'), {}, PATIENT_MS),
          );
          expect(kind).toBe('no_responders');
          expect(ms).toBeLessThan(SOON_MS);
        });

        test('that nobody answers fails as timeout, and not before its time', async () => {
          const [caller, responder] = [await join(), await join()];
          const subject = fresh();
          responder.subscribe(subject, 'q', () => undefined);
          await settled(responder);
          const [kind, ms] = await timed(() =>
            failure(caller.request(subject, bytes('x'), {}, 150)),
          );
          expect(kind).toBe('timeout');
          expect(ms).toBeGreaterThan(140);
        });

        test('whose responder dies at work fails as timeout: it may have had an effect', async () => {
          const [caller, responder] = [await join(), await join()];
          const subject = fresh();
          const received = Promise.withResolvers<BusMessage>();
          responder.subscribe(subject, 'q', received.resolve);
          await settled(responder);
          const answer = failure(caller.request(subject, bytes('x'), {}, 300));
          await received.promise;
          await bus().end(responder);
          expect(await answer).toBe('timeout');
        });

        test('of the largest size arrives, and one byte more is refused before it is sent', async () => {
          const [caller, responder] = [await join(), await join()];
          const subject = fresh();
          const sizes: number[] = [];
          responder.subscribe(subject, 'q', (message) => {
            sizes.push(message.data.byteLength);
            message.respond(bytes('ok'));
          });
          await settled(responder);
          const largest = new Uint8Array(LIMITS.busMessageBytesMax);
          expect(text(await caller.request(subject, largest, {}, PATIENT_MS))).toBe('ok');
          const over = new Uint8Array(LIMITS.busMessageBytesMax + 1);
          expect(await failure(caller.request(subject, over, {}, PATIENT_MS))).toBe('too_large');
          await caller.request(subject, bytes('x'), {}, PATIENT_MS);
          expect(sizes).toEqual([LIMITS.busMessageBytesMax, 1]);
        });

        test('whose answer is too large fails as timeout, and the responder lives on', async () => {
          const [caller, responder] = [await join(), await join()];
          const subject = fresh();
          responder.subscribe(subject, 'q', (message) =>
            message.respond(new Uint8Array(LIMITS.busMessageBytesMax + message.data.byteLength)),
          );
          await settled(responder);
          expect(await failure(caller.request(subject, bytes('x'), {}, 300))).toBe('timeout');
          const answer = await caller.request(subject, bytes(''), {}, PATIENT_MS);
          expect(answer.byteLength).toBe(LIMITS.busMessageBytesMax);
        });

        test('takes the first answer and is not disturbed by a second', async () => {
          const [caller, responder] = [await join(), await join()];
          const subject = fresh();
          responder.subscribe(subject, 'q', (message) => {
            message.respond(bytes('first'));
            message.respond(bytes('second'));
          });
          await settled(responder);
          const answers = [1, 2, 3].map(() => caller.request(subject, bytes(''), {}, PATIENT_MS));
          expect((await Promise.all(answers)).map(text)).toEqual(['first', 'first', 'first']);
        });

        test('gets its own answer among 1,000 at once', async () => {
          const [caller, responder] = [await join(), await join()];
          const subject = fresh();
          const held: BusMessage[] = [];
          responder.subscribe(subject, 'q', (message) => {
            // The answers are sent in reverse order: a driver that matches them by order would return wrong ones.
            held.push(message);
            if (held.length === 1_000)
              for (const one of held.reverse()) one.respond(bytes(`re ${text(one.data)}`));
          });
          await settled(responder);
          const answers = await Promise.all(
            Array.from({ length: 1_000 }, (_, i) =>
              caller.request(subject, bytes(String(i)), {}, PATIENT_MS),
            ),
          );
          expect(answers.map(text)).toEqual(answers.map((_, i) => `re ${i}`));
        });
      });

      describe('a subscription', () => {
        test('in a queue group gives each message to one member, and each member some', async () => {
          const caller = await join();
          const subject = fresh();
          const heard: string[][] = [];
          for (let i = 0; i < 3; i += 1) {
            const member = await join();
            const own: string[] = [];
            heard.push(own);
            member.subscribe(subject, 'group', (message) => {
              own.push(text(message.data));
              message.respond(bytes(''));
            });
            await settled(member);
          }
          const sent = Array.from({ length: 300 }, (_, i) => String(i));
          await Promise.all(sent.map((one) => caller.request(subject, bytes(one), {}, PATIENT_MS)));
          expect(heard.flat().sort()).toEqual([...sent].sort());
          for (const own of heard) expect(own.length).toBeGreaterThan(0);
        });

        test('without a group hears every broadcast, the sender’s own included', async () => {
          const all = [await join(), await join(), await join()];
          const subject = fresh();
          const heard = all.map((): string[] => []);
          for (const [i, member] of all.entries()) {
            member.subscribe(subject, null, (message) => heard[i]?.push(text(message.data)));
            await settled(member);
          }
          for (const word of ['a', 'b', 'c']) all[0]?.publish(subject, bytes(word));
          await until('everybody heard everything', () => heard.every((own) => own.length === 3));
          expect(heard).toEqual(all.map(() => ['a', 'b', 'c']));
        });

        test('that was drained hears nothing more, and others are told at once', async () => {
          const [caller, responder] = [await join(), await join()];
          const subject = fresh();
          const subscription = responder.subscribe(subject, 'q', (message) =>
            message.respond(bytes('')),
          );
          await settled(responder);
          await caller.request(subject, bytes('x'), {}, PATIENT_MS);
          await subscription.drain();
          expect(await failure(caller.request(subject, bytes('x'), {}, PATIENT_MS))).toBe(
            'no_responders',
          );
        });

        test('that is drained under load loses no answer, while another member goes on', async () => {
          const caller = await join();
          const subject = fresh();
          const worker = async () => {
            const driver = await join();
            const inFlight = new Set<Promise<void>>();
            const subscription = driver.subscribe(subject, 'q', (message) => {
              // The handler goes on after the tick in which the message came.
              const work = driver.flush().then(() => message.respond(message.data));
              inFlight.add(work);
              void work.finally(() => inFlight.delete(work));
            });
            await settled(driver);
            return async () => {
              await subscription.drain();
              await Promise.all(inFlight);
              await driver.flush();
              await bus().end(driver);
            };
          };
          const [endFirst] = [await worker(), await worker()];
          const answered: Promise<Uint8Array>[] = [];
          let ended: Promise<void> | undefined;
          for (let i = 0; i < 400; i += 1) {
            answered.push(caller.request(subject, bytes(String(i)), {}, PATIENT_MS));
            if (i === 100) ended = endFirst();
            if (i % 20 === 0) await caller.flush();
          }
          await ended;
          expect((await Promise.all(answered)).map(text)).toEqual(
            answered.map((_, i) => String(i)),
          );
        });
      });

      describe('a closed bus', () => {
        test('refuses requests at once as disconnected and drops broadcasts', async () => {
          const caller = await join();
          expect(caller.connected()).toBe(true);
          await caller.close();
          expect(caller.connected()).toBe(false);
          const [kind, ms] = await quickest(() =>
            caller.request(fresh(), bytes('x'), {}, PATIENT_MS),
          );
          expect(kind).toBe('disconnected');
          expect(ms).toBeLessThan(SOON_MS);
          caller.publish(fresh(), bytes('x'));
          await caller.flush();
        });

        test('fails what still waits as timeout', async () => {
          const [caller, responder] = [await join(), await join()];
          const subject = fresh();
          const received = Promise.withResolvers<BusMessage>();
          responder.subscribe(subject, 'q', received.resolve);
          await settled(responder);
          const answer = failure(caller.request(subject, bytes('x'), {}, PATIENT_MS));
          await received.promise;
          const [kind, ms] = await timed(async () => {
            await caller.close();
            return answer;
          });
          expect(kind).toBe('timeout');
          expect(ms).toBeLessThan(PATIENT_MS / 2);
        });
      });
    },
  );
}

/** Tests the further promises of a driver with a broker. */
export function brokerConformance(name: string, open: () => Promise<BrokeredBus>): void {
  describeWith(
    `${name} with a broker in trouble`,
    open,
    (bus) => bus.close(),
    (bus) => {
      const subject = (): string => bus().subject('trouble');
      const members: BusDriver[] = [];
      const join = async (): Promise<BusDriver> => {
        const member = await bus().join();
        members.push(member);
        return member;
      };
      const echo = (member: BusDriver, heard: string[] = []): void => {
        member.subscribe(subject(), 'q', (message) => {
          heard.push(text(message.data));
          message.respond(bytes('ok'));
        });
      };
      const firstSuccess = (caller: BusDriver): Promise<unknown> =>
        until('the first success', () =>
          caller.request(subject(), bytes('after'), {}, 1_000).catch(() => undefined),
        );
      afterEach(async () => {
        for (const member of members.splice(0)) await member.close();
      });

      test('a killed broker means refusal at once, nothing kept for later, and no restart of ours', async () => {
        const [caller, responder] = [await join(), await join()];
        const heard: string[] = [];
        echo(responder, heard);
        await responder.flush();
        await caller.request(subject(), bytes('before'), {}, PATIENT_MS);

        await bus().broker.kill();
        await until('the loss is noticed', () => !caller.connected() && !responder.connected());
        const [kind, ms] = await quickest(() =>
          caller.request(subject(), bytes('meanwhile'), {}, PATIENT_MS),
        );
        expect(kind).toBe('disconnected');
        expect(ms).toBeLessThan(SOON_MS);
        caller.publish(subject(), bytes('meanwhile'));
        await caller.flush();

        await bus().broker.restart();
        const [, backMs] = await timed(() => firstSuccess(caller));
        expect(backMs).toBeLessThan(5_000);
        expect(heard).not.toContain('meanwhile');
      });

      test('subscriptions made and ended while the broker is away hold when it is back', async () => {
        const [caller, responder] = [await join(), await join()];
        const ended = responder.subscribe(bus().subject('ended'), 'q', (message) =>
          message.respond(bytes('')),
        );
        await bus().broker.kill();
        await until('the loss is noticed', () => !caller.connected() && !responder.connected());
        await ended.drain();
        echo(responder);
        await bus().broker.restart();
        await firstSuccess(caller);
        const toEnded = caller.request(bus().subject('ended'), bytes('x'), {}, PATIENT_MS);
        expect(await failure(toEnded)).toBe('no_responders');
      });

      test('a frozen broker means timeout, then disconnected, and all heals by itself', async () => {
        const [caller, responder] = [await join(), await join()];
        echo(responder);
        await responder.flush();
        await bus().broker.pause();
        try {
          const answer = caller.request(subject(), bytes('x'), {}, 300);
          expect(await failure(answer)).toBe('timeout');
          await until('the silence is noticed', () => !caller.connected(), 15_000);
        } finally {
          await bus().broker.resume();
        }
        await firstSuccess(caller);
      });
    },
  );
}
