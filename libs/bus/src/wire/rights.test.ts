import { BUILDER, WORLDS, type CallPrincipal } from '@bridge/contracts';
import { silentLogger, ProgramStartError, systemClock } from '@bridge/kernel';
import { describeWith, ROOT, server } from '@bridge/testing';
import { connect, createInbox, Events, type NatsConnection } from 'nats';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { parseNatsAddress } from '../drivers/nats-address.ts';
import { NatsBus } from '../drivers/nats.ts';
import { makeRequest } from '../request.ts';
import { BROKER_USERS, brokerRights } from './broker-rights.ts';

const passwordOf = (service: string): string => `secret${service}`;
const WHO: CallPrincipal = {
  account_id: 'acc_00000000000000000000000001',
  key_id: null,
  scopes: [],
  worlds: null,
  surface: 'act',
};

/** All subjects that any program may use, and some that no program may use. */
const SUBJECTS = [
  ...new Set(
    BROKER_USERS.flatMap((service) => {
      const { publish, subscribe } = brokerRights(service);
      const received = subscribe.map((one) => one.split(' ')[0] ?? '');
      return [...publish, ...received.filter((one) => !one.endsWith('>')), `_INBOX_${service}.x.y`];
    }),
  ),
  '_INBOX.x.y',
  '$SYS.REQ.SERVER.PING',
  '$JS.API.INFO',
  'bridge.v1.worlds.unheard_of',
  'bridge.v2.worlds.list',
  'anything',
];
const WILDCARDS = ['>', 'bridge.>', 'bridge.v1.*.*', 'bridge.v1.worlds.*', '_INBOX_gateway.>'];

/** A permission to publish or subscribe that the NATS broker denied to a program. */
interface DeniedNatsPermission {
  readonly operation: string;
  readonly subject: string;
  readonly queue?: string;
}

describeWith(
  'at a broker with the generated rights,',
  async () => {
    for (const service of BROKER_USERS)
      vi.stubEnv(`BRIDGE_NATS_${service.toUpperCase()}_PASSWORD`, passwordOf(service));
    const config = join(ROOT, 'deploy', 'nats', 'nats.passwords.conf');
    return server('nats', { own: true, args: ['-c', config] });
  },
  (nats) => nats.stop(),
  (nats) => {
    const ends: (() => Promise<void>)[] = [];
    afterEach(async () => {
      for (const end of ends.splice(0).reverse()) await end();
    });
    const enter = async (service: string) => {
      const connection = await connect({
        servers: nats().url,
        user: service,
        pass: passwordOf(service),
        inboxPrefix: `_INBOX_${service}`,
      });
      ends.push(() => connection.close());
      const refusals: DeniedNatsPermission[] = [];
      void (async () => {
        for await (const status of connection.status())
          if (status.type === Events.Error)
            refusals.push(status.permissionContext as DeniedNatsPermission);
      })();
      return { connection, refusals };
    };
    /** The broker sends permission errors before its PONG, so after a flush all errors have arrived. */
    const heardAll = async (connection: NatsConnection): Promise<void> => {
      await connection.flush();
      await new Promise(setImmediate);
    };
    const member = async (service: string): Promise<NatsBus> => {
      const address = nats().url.replace('//', `//${service}:${passwordOf(service)}@`);
      const bus = await NatsBus.open({
        address: parseNatsAddress(address),
        credentials: undefined,
        service,
        log: silentLogger,
      });
      ends.push(() => bus.close());
      return bus;
    };

    test.each(BROKER_USERS)('%s can send to its own subjects and to no other', async (service) => {
      const { connection, refusals } = await enter(service);
      for (const subject of SUBJECTS) connection.publish(subject);
      await heardAll(connection);
      const { publish } = brokerRights(service);
      const refused = SUBJECTS.filter((subject) => !publish.includes(subject));
      expect(refusals.map(({ operation }) => operation)).toEqual(refused.map(() => 'publish'));
      expect(refusals.map(({ subject }) => subject).sort()).toEqual(refused.sort());
    });

    test.each(BROKER_USERS)(
      '%s can receive its own subjects in its own queue group, and no other',
      async (service) => {
        const { connection, refusals } = await enter(service);
        const { subscribe } = brokerRights(service);
        const mayHear = (subject: string, queue?: string): boolean =>
          subject.startsWith(`_INBOX_${service}.`)
            ? subscribe.includes(`_INBOX_${service}.>`)
            : subscribe.includes(subject) || subscribe.includes(`${subject} ${queue}`);
        const forms = [...SUBJECTS, ...WILDCARDS].flatMap((subject) => [
          { subject, queue: undefined },
          ...BROKER_USERS.map((queue) => ({ subject, queue })),
        ]);
        for (const { subject, queue } of forms)
          connection.subscribe(subject, {
            ...(queue === undefined ? {} : { queue }),
            callback: () => undefined,
          });
        await heardAll(connection);
        const name = ({ subject, queue }: { subject: string; queue?: string | undefined }) =>
          `${subject} ${queue ?? ''}`;
        const refused = forms.filter(({ subject, queue }) => !mayHear(subject, queue));
        expect(refusals.map(name).sort()).toEqual(refused.map(name).sort());
      },
    );

    // Verifies: operations.bus-rights.
    test('a call goes through, and a service that forges one is refused at once', async () => {
      const [gateway, worlds, surf] = [
        await member('gateway'),
        await member('worlds'),
        await member('surf'),
      ];
      worlds.subscribe(WORLDS.list.subject, 'worlds', (message) =>
        message.respond(Buffer.from('{"ok":true,"result":{"worlds":[]}}')),
      );
      await worlds.flush();
      expect(worlds.note).toBeUndefined();
      const list = { ctx: WHO, input: {}, requestId: 'req_1' };
      expect(await makeRequest(gateway, systemClock)(WORLDS.list, list)).toEqual({
        result: { worlds: [] },
        replayed: false,
      });
      const forged = {
        ctx: WHO,
        input: { word: 'mine', idempotency_key: 'forged-1' },
        requestId: 'r',
      };
      await expect(makeRequest(surf, systemClock)(WORLDS.found, forged)).rejects.toMatchObject({
        code: 'service_unavailable',
        cause: { kind: 'refused' },
      });
    });

    // Verifies: operations.bus-rights.
    test('a service that may not receive a subject reports it in its health', async () => {
      const surf = await member('surf');
      surf.subscribe(BUILDER.get.subject, 'builder', () => undefined);
      surf.subscribe(BUILDER.create.subject, 'surf', () => undefined);
      await surf.flush();
      await new Promise(setImmediate);
      expect(surf.note).toBe(
        `NATS forbids this service to receive ${BUILDER.get.subject}, ${BUILDER.create.subject}`,
      );
    });

    test('the broker forwards one answer to a request, and only from a service that received it', async () => {
      const [asker, worlds, surf] = [
        await enter('gateway'),
        await enter('worlds'),
        await enter('surf'),
      ];
      const inbox = createInbox('_INBOX_gateway');
      const heard: string[] = [];
      asker.connection.subscribe(inbox, { callback: (_, message) => heard.push(message.string()) });
      worlds.connection.subscribe(WORLDS.list.subject, {
        queue: 'worlds',
        callback: (_, message) => {
          message.respond('first');
          message.respond('second');
        },
      });
      await worlds.connection.flush();
      surf.connection.publish(inbox, 'forged');
      await heardAll(surf.connection);
      asker.connection.publish(WORLDS.list.subject, '', { reply: inbox });
      await expect.poll(() => worlds.refusals).toHaveLength(1);
      await heardAll(asker.connection);
      expect(heard).toEqual(['first']);
      expect(surf.refusals).toEqual([
        expect.objectContaining({ operation: 'publish', subject: inbox }),
      ]);
      expect(worlds.refusals).toEqual([
        expect.objectContaining({ operation: 'publish', subject: inbox }),
      ]);
    });

    test('a connection without a password, or with a wrong one, is refused, and the start reports it', async () => {
      for (const login of ['', 'gateway:wrong@']) {
        const address = parseNatsAddress(nats().url.replace('//', `//${login}`));
        const opening = NatsBus.open({
          address,
          credentials: undefined,
          service: 'gateway',
          log: silentLogger,
        });
        await expect(opening).rejects.toThrow(ProgramStartError);
        await expect(opening).rejects.toThrow(/refuses the gateway service/);
        await expect(opening).rejects.not.toThrow(/wrong/);
      }
    });
  },
);
