import { silentLogger } from '@bridge/kernel';
import { need, server, until } from '@bridge/testing';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { brokerConformance } from '../broker.conformance.ts';
import { callConformance } from '../calls.conformance.ts';
import { failure, PATIENT_MS, type BrokeredBus } from '../conformance.ts';
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

test('a service that may not receive replies cannot know the outcome of its calls, and names what it needs', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'bridge-inbox-'));
  const config = join(folder, 'nats.conf');
  const denied = '{ publish: ">", subscribe: { allow: ">", deny: "_INBOX_caller.>" } }';
  writeFileSync(
    config,
    `authorization { users: [{ user: any, password: any, permissions: ${denied} }] }\nno_auth_user: any\n`,
  );
  const broker = await need(context, server('nats', { own: true, args: ['-c', config] }));
  const open = (service: string): Promise<NatsBus> =>
    NatsBus.open({
      address: parseNatsAddress(broker.url),
      credentials: undefined,
      service,
      log: silentLogger,
    });
  const [caller, callee] = [await open('caller'), await open('callee')];
  try {
    let received = 0;
    callee.subscribe('test.work', null, (message) => {
      received += 1;
      message.respond(message.data);
    });
    await callee.flush();
    expect(caller.note).toBeUndefined();
    const answer = caller.request('test.work', Buffer.from('{}'), {}, PATIENT_MS);
    // The broker delivered the request, so it is not certain that nothing was done.
    expect(await failure(answer)).toBe('timeout');
    await until('the request to be received', () => received === 1);
    expect(caller.note).toContain('_INBOX_caller.>');
  } finally {
    await caller.close();
    await callee.close();
    await broker.stop();
    rmSync(folder, { recursive: true });
  }
});
