import { LIMITS } from '@bridge/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bytes,
  describeBus,
  failure,
  PATIENT_MS,
  quickest,
  SOON_MS,
  text,
  timed,
  type BusUnderTest,
} from './conformance.ts';
import type { BusMessage } from './driver.ts';

/** Tests requests and replies over a bus driver (memory, NATS). */
export function requestConformance(name: string, open: () => Promise<BusUnderTest>): void {
  describeBus(`a request over ${name}`, open, ({ bus, join, fresh }) => {
    test('brings exact bytes there and back, of any content and length', async () => {
      const [caller, responder] = [await join(), await join()];
      const subject = fresh();
      responder.subscribe(subject, 'q', (message) => message.respond(message.data));
      await responder.flush();
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
      await responder.flush();
      const headers = { 'Bridge-V': '1', traceparent: '00-aa-bb-01' };
      const answer = await caller.request(subject, bytes(''), headers, PATIENT_MS);
      expect(JSON.parse(text(answer))).toEqual(headers);
    });

    test('to nobody fails at once as no_responders', async () => {
      const caller = await join();
      const [kind, ms] = await quickest(() => caller.request(fresh(), bytes('x'), {}, PATIENT_MS));
      expect(kind).toBe('no_responders');
      expect(ms).toBeLessThan(SOON_MS);
    });

    test('that nobody answers fails as timeout, and not before its time', async () => {
      const [caller, responder] = [await join(), await join()];
      const subject = fresh();
      responder.subscribe(subject, 'q', () => undefined);
      await responder.flush();
      const [kind, ms] = await timed(() => failure(caller.request(subject, bytes('x'), {}, 150)));
      expect(kind).toBe('timeout');
      expect(ms).toBeGreaterThan(140);
    });

    test('whose responder dies at work fails as timeout: it may have had an effect', async () => {
      const [caller, responder] = [await join(), await join()];
      const subject = fresh();
      const received = Promise.withResolvers<BusMessage>();
      responder.subscribe(subject, 'q', received.resolve);
      await responder.flush();
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
      await responder.flush();
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
      await responder.flush();
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
      await responder.flush();
      const answers = [1, 2, 3].map(() => caller.request(subject, bytes(''), {}, PATIENT_MS));
      expect((await Promise.all(answers)).map(text)).toEqual(['first', 'first', 'first']);
    });

    test('gets its own answer among 1,000 at once', async () => {
      const [caller, responder] = [await join(), await join()];
      const subject = fresh();
      const held: BusMessage[] = [];
      responder.subscribe(subject, 'q', (message) => {
        // The replies are sent in reverse order, so a driver that assigns replies by order would fail.
        held.push(message);
        if (held.length === 1_000)
          for (const one of held.reverse()) one.respond(bytes(`re ${text(one.data)}`));
      });
      await responder.flush();
      const answers = await Promise.all(
        Array.from({ length: 1_000 }, (_, i) =>
          caller.request(subject, bytes(String(i)), {}, PATIENT_MS),
        ),
      );
      expect(answers.map(text)).toEqual(answers.map((_, i) => `re ${i}`));
    });
  });
}
