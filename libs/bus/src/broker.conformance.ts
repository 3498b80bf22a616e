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
  type BrokeredBus,
} from './conformance.ts';
import type { BusDriver } from './driver.ts';

/** Tests a bus driver while its message broker is killed, restarted or paused. */
export function brokerConformance(name: string, open: () => Promise<BrokeredBus>): void {
  describeBus(`${name} with a broker in trouble`, open, ({ bus, join }) => {
    const subject = (): string => bus().subject('trouble');
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
  });
}
