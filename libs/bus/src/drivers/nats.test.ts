import { silentLogger } from '@bridge/kernel';
import { server } from '@bridge/testing';
import { brokerConformance } from '../broker.conformance.ts';
import { callConformance } from '../calls.conformance.ts';
import type { BrokeredBus } from '../conformance.ts';
import { requestConformance } from '../request.conformance.ts';
import { serveConformance } from '../serve.conformance.ts';
import { subscriptionConformance } from '../subscription.conformance.ts';
import { parseNatsAddress } from './nats-address.ts';
import { NatsBus } from './nats.ts';

/** Starts a broker for this suite alone, because the suite kills it. */
async function nats(): Promise<BrokeredBus> {
  const broker = await server('nats', { own: true });
  return {
    join: () =>
      NatsBus.open({
        address: parseNatsAddress(broker.url),
        credentials: undefined,
        service: 'test',
        log: silentLogger,
      }),
    end: (member) => member.close(),
    subject: (name) => `test.${name}`,
    broker,
    close: () => broker.stop(),
  };
}

requestConformance('NATS', nats);
subscriptionConformance('NATS', nats);
callConformance('NATS', nats);
serveConformance('NATS', nats);
brokerConformance('NATS', nats);
