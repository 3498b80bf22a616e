import { silentLogger } from '@bridge/kernel';
import { describeWith, faultProxy, ROOT, server, until } from '@bridge/testing';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseNatsAddress } from './drivers/nats-address.ts';
import { NatsBus } from './drivers/nats.ts';

const open = (url: string) =>
  NatsBus.open({
    address: parseNatsAddress(url),
    credentials: undefined,
    service: 'test',
    log: silentLogger,
  });

describeWith(
  'at a broker as deploy/nats sets it up,',
  () => server('nats', { own: true, args: ['-c', join(ROOT, 'deploy', 'nats', 'broker.conf')] }),
  (nats) => nats.stop(),
  (nats) => {
    test('the broker disconnects a suspended replica within seconds, and it receives no more calls', async () => {
      const line = await faultProxy(nats().url);
      const [caller, healthy, frozen] = [
        await open(nats().url),
        await open(nats().url),
        await open(line.url),
      ];
      for (const replica of [healthy, frozen]) {
        replica.subscribe('test.echo', 'q', (message) => message.respond(message.data));
        await replica.flush();
      }
      // The connection stays open but transmits no byte from now on. The broker must detect this by its unanswered pings.
      line.halfOpen();
      let lost = 0;
      const twentyInTurn = async (): Promise<boolean> => {
        for (let i = 0; i < 20; i += 1) {
          const answered = await caller.request('test.echo', Buffer.from('x'), {}, 250).then(
            () => true,
            () => false,
          );
          if (!answered) {
            lost += 1;
            return false;
          }
        }
        return true;
      };
      await until('only the healthy replica is asked', twentyInTurn, 15_000);
      expect(lost).toBeGreaterThan(0);
      await Promise.all([caller, healthy, frozen].map((bus) => bus.close()));
      await line.stop();
    });
  },
);
