import { ProgramStartError } from '@bridge/kernel';
import { freePort, need, server, testBase, until } from '@bridge/testing';
import { nkeys } from 'nats';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { busModule, type BusOptions } from './open-bus.ts';

const ends: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
const open = async (place: BusOptions, settings: Readonly<Record<string, string>>) => {
  const opened = await busModule(place).open(testBase(settings));
  ends.push(() => opened.close());
  return opened;
};
const UNSET_AND_MEMORY: readonly Readonly<Record<string, string>>[] = [
  {},
  { BRIDGE_BUS: 'memory:' },
];
const ALONE: BusOptions = { service: 'bridge', wiring: 'all-in-one' };
const BUILDER: BusOptions = { service: 'builder', wiring: 'service' };

/** An nkey pair (public key and seed) of a NATS account or user. */
type KeyPair = ReturnType<typeof nkeys.createUser>;

/** Returns a NATS JWT about `subject`, signed by `issuer`, in the form that `nsc` produces. */
function signed(issuer: KeyPair, subject: KeyPair, nats: object): string {
  const encode = (value: unknown): string =>
    Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = {
    jti: 'TEST',
    iat: 1_700_000_000,
    iss: issuer.getPublicKey(),
    sub: subject.getPublicKey(),
    name: 'test',
    nats: { ...nats, version: 2 },
  };
  const body = `${encode({ typ: 'JWT', alg: 'ed25519-nkey' })}.${encode(claims)}`;
  return `${body}.${Buffer.from(issuer.sign(Buffer.from(body))).toString('base64url')}`;
}

describe('the bus module', () => {
  test('carries calls inside the process when nothing is set and all services live in it', async () => {
    for (const settings of UNSET_AND_MEMORY) {
      const { value, ready } = await open(ALONE, settings);
      expect(value.driver.connected()).toBe(true);
      expect((await ready?.()) ?? { ok: true }).toEqual({ ok: true });
    }
  });

  test('refuses to start a split service on memory:, in one sentence', async () => {
    for (const settings of UNSET_AND_MEMORY) {
      const opening = open(BUILDER, settings);
      await expect(opening).rejects.toThrow(ProgramStartError);
      await expect(opening).rejects.toThrow(/^The builder service .*BRIDGE_BUS=nats:\/\/.*\.$/);
    }
  });

  test('connects one process to another over NATS, the all-in-one as well', async (context) => {
    const nats = await need(context, server('nats', { own: true }));
    ends.push(() => nats.stop());
    const [builder, bridge] = [
      await open(BUILDER, nats.settings),
      await open(ALONE, nats.settings),
    ];
    expect(await builder.ready?.()).toEqual({ ok: true });
    builder.value.driver.subscribe('test.echo', 'q', (message) => message.respond(message.data));
    await builder.value.driver.flush();
    const answer = await bridge.value.driver.request('test.echo', Buffer.from('hi'), {}, 5_000);
    expect(Buffer.from(answer).toString()).toBe('hi');
  });

  // Verifies: operations.start-order.
  test('starts without its broker, reports that it waits for it, and works when it comes', async (context) => {
    const nats = await need(context, server('nats', { own: true }));
    ends.push(() => nats.stop());
    await nats.kill();
    const opened = await open(BUILDER, nats.settings);
    const { host } = new URL(nats.url);
    expect(await opened.ready?.()).toEqual({
      ok: false,
      note: `waits for NATS at ${host}: no server listens there`,
    });
    const { driver } = opened.value;
    const echo = driver.subscribe('test.echo', 'q', (message) => message.respond(message.data));
    await expect(driver.request('test.echo', Buffer.from(''), {}, 5_000)).rejects.toMatchObject({
      kind: 'disconnected',
    });
    await nats.restart();
    await until('the answer', () =>
      driver.request('test.echo', Buffer.from('hi'), {}, 1_000).catch(() => undefined),
    );
    expect(await opened.ready?.()).toEqual({ ok: true });
    await echo.drain();
  });

  test('closes cleanly while its broker cannot be reached', async () => {
    const opened = await open(BUILDER, { BRIDGE_BUS: `nats://127.0.0.1:${await freePort()}` });
    const echo = opened.value.driver.subscribe('test.echo', 'q', () => undefined);
    const from = performance.now();
    await echo.drain();
    await opened.value.driver.flush();
    await opened.close();
    expect(performance.now() - from).toBeLessThan(1_000);
  });

  test('reports a server that is no broker', async () => {
    const other = createServer((socket) => socket.end('220 mail.example ESMTP\r\n'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    ends.push(() => void other.close());
    const { port } = other.address() as { readonly port: number };
    const opened = await open(BUILDER, {
      BRIDGE_BUS: `nats://127.0.0.1:${port},nats://bridge.invalid`,
    });
    const health = await opened.ready?.();
    expect(health).toMatchObject({ ok: false });
    expect(health?.note).toMatch(/^waits for NATS at 127\.0\.0\.1:\d+, bridge\.invalid:4222: /);
    expect(health?.note).not.toContain('ESMTP');
  });

  test('continues with the next server of several when its server ends', async (context) => {
    const first = await need(context, server('nats', { own: true }));
    const second = await server('nats', { own: true });
    ends.push(
      () => first.stop(),
      () => second.stop(),
    );
    const opened = await open(BUILDER, { BRIDGE_BUS: `${first.url},${second.url}` });
    const { driver } = opened.value;
    driver.subscribe('test.echo', 'q', (message) => message.respond(message.data));
    for (const dying of [first, second]) {
      await dying.kill();
      await until('the answer over the other', () =>
        driver.request('test.echo', Buffer.from('hi'), {}, 1_000).catch(() => undefined),
      );
      await dying.restart();
    }
  });

  test('authenticates with its nkey at the broker of production', async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'bridge-nkeys-'));
    ends.push(() => rmSync(folder, { recursive: true }));
    for (const service of [
      'gateway',
      'worlds',
      'builder',
      'publisher',
      'surf',
      'account',
      'generator',
      'sites',
      'ctl',
    ]) {
      const pair = nkeys.createUser();
      vi.stubEnv(`BRIDGE_NATS_${service.toUpperCase()}_NKEY`, pair.getPublicKey());
      writeFileSync(join(folder, service), Buffer.from(pair.getSeed()));
    }
    ends.push(() => void vi.unstubAllEnvs());
    const config = join(import.meta.dirname, '../../../deploy/nats/nats.conf');
    const nats = await need(context, server('nats', { own: true, args: ['-c', config] }));
    ends.push(() => nats.stop());
    const settings = { ...nats.settings, BRIDGE_NATS_CREDS: join(folder, 'builder') };
    const builder = await open(BUILDER, settings);
    expect(await builder.ready?.()).toEqual({ ok: true });

    writeFileSync(join(folder, 'stranger'), Buffer.from(nkeys.createUser().getSeed()));
    const stranger = { ...nats.settings, BRIDGE_NATS_CREDS: join(folder, 'stranger') };
    await expect(open(BUILDER, stranger)).rejects.toThrow(/refuses the builder service/);
  });

  test('authenticates with a credentials file at a broker that trusts an operator', async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'bridge-creds-'));
    ends.push(() => rmSync(folder, { recursive: true }));
    const [operator, account, user] = [
      nkeys.createOperator(),
      nkeys.createAccount(),
      nkeys.createUser(),
    ];
    const unlimited = { subs: -1, data: -1, payload: -1 };
    const operatorJwt = signed(operator, operator, { type: 'operator' });
    const accountJwt = signed(operator, account, {
      type: 'account',
      limits: { ...unlimited, imports: -1, exports: -1, conn: -1, leaf: -1, wildcards: true },
    });
    const userJwt = signed(account, user, { type: 'user', ...unlimited });
    const config = join(folder, 'nats.conf');
    writeFileSync(
      config,
      `operator: ${operatorJwt}\nresolver: MEMORY\nresolver_preload: { ${account.getPublicKey()}: ${accountJwt} }\n`,
    );
    const creds = join(folder, 'builder.creds');
    const seed = Buffer.from(user.getSeed()).toString();
    writeFileSync(
      creds,
      `-----BEGIN NATS USER JWT-----\n${userJwt}\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`,
    );
    const nats = await need(context, server('nats', { own: true, args: ['-c', config] }));
    ends.push(() => nats.stop());
    const builder = await open(BUILDER, { ...nats.settings, BRIDGE_NATS_CREDS: creds });
    expect(await builder.ready?.()).toEqual({ ok: true });
    await expect(open(BUILDER, nats.settings)).rejects.toThrow(/refuses the builder service/);
  });
});
