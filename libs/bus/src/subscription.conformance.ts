import { until } from '@bridge/testing';
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

/** Tests subscriptions over a bus driver (memory, NATS), and that a closed bus refuses requests at once. */
export function subscriptionConformance(name: string, open: () => Promise<BusUnderTest>): void {
  describeBus(`a subscription over ${name}`, open, ({ bus, join, fresh }) => {
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
        await member.flush();
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
        await member.flush();
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
      await responder.flush();
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
          // The reply is sent in a later tick, so calls are still unanswered when the subscription is drained.
          const work = driver.flush().then(() => message.respond(message.data));
          inFlight.add(work);
          void work.finally(() => inFlight.delete(work));
        });
        await driver.flush();
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
      expect((await Promise.all(answered)).map(text)).toEqual(answered.map((_, i) => String(i)));
    });
  });

  describeBus(`a closed bus over ${name}`, open, ({ join, fresh }) => {
    test('refuses requests at once as disconnected and drops broadcasts', async () => {
      const caller = await join();
      expect(caller.connected()).toBe(true);
      await caller.close();
      expect(caller.connected()).toBe(false);
      const [kind, ms] = await quickest(() => caller.request(fresh(), bytes('x'), {}, PATIENT_MS));
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
      await responder.flush();
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
}
