import { PUBLIC_PATHS, SCOPES } from '@bridge/contracts';
import { newOwner, runCommand, until } from '@bridge/testing';
import { expect } from 'vitest';
import { PROVIDER_KEY } from '../provider-settings.ts';
import { create, done, patchOf, publish, unique, visit, website } from '../stage.ts';
import { prng } from '../torture/prng.ts';
import { dump, formsOf } from './dump.ts';
import {
  act,
  errors,
  hard,
  hardAccount,
  healed,
  listen,
  provider,
  readiness,
  type ReadinessPart,
  refusedAtOnce,
  REPLICAS,
  replicasOf,
  running,
  secrets,
  seen,
  stopListening,
  word,
} from './hard-split.ts';
import { keptAlive } from './kept-alive.ts';
import { titlesOf } from './titles-of.ts';
import { failToGenerate, sendKeys, useOwnerSecrets } from './use-secrets.ts';

const STOP_MS_MAX = 10_000;
/** Number of clients that call repeatedly while processes are restarted. */
const CLIENTS = 8;
/** Seed of the order in which the services start. */
const ORDER_SEED = Number(process.env['BRIDGE_TEST_ORDER'] ?? 7);
/** Number of concurrent reads. The two gateways together run fewer reads at the same time, so some of these wait. */
const STUCK = 80;
const READS_MAX = 50;

/** Checks that the gateway serves its documents, for which it needs no other process. */
async function documentsAnswer(): Promise<void> {
  for (const path of [PUBLIC_PATHS.bridge, PUBLIC_PATHS.manifest, PUBLIC_PATHS.llms])
    expect((await fetch(`${running().baseUrl}${path}`)).status).toBe(200);
}
// Verifies: operations.restart.
hard(
  'each service and each gateway is stopped and started in turn under load: no call fails, each ends in time',
  300_000,
  async () => {
    await stopListening();
    let isOver = false;
    let doneCalls = 0;
    const failed: unknown[] = [];
    const clients = Array.from({ length: CLIENTS }, async (_, n) => {
      const call = keptAlive(running().baseUrl, hardAccount().secret);
      let page = await create(call, word);
      for (let round = 0; !isOver; round += 1) {
        const [from, to] = round % 2 === 0 ? ['first', '1st'] : ['1st', 'first'];
        const calls = [
          () => call('worlds.list', {}),
          () => call('builder.list', { limit: 1 }),
          () => call('surf.search', { query: 'portrait', limit: 1 }),
          () => call('credits.balance', {}),
          () => call('builder.patch', patchOf(page, `<p>${from}</p>`, `<p>${to}</p>`)),
        ];
        for (const [index, one] of calls.entries()) {
          try {
            const outcome = await one();
            if (!outcome.ok) failed.push([n, index, outcome.error]);
            else if (index === calls.length - 1) page = website(outcome);
            doneCalls += 1;
          } catch (error) {
            failed.push([
              n,
              index,
              String(error),
              error instanceof Error ? String(error.cause) : '',
            ]);
          }
        }
      }
    });
    const slow: unknown[] = [];
    for (const service of [...Object.keys(REPLICAS), 'gateway'] as (keyof typeof REPLICAS)[]) {
      const all = replicasOf(service);
      const replica = service === 'gateway' ? all[slow.length % all.length] : all[0];
      const from = performance.now();
      await replica?.program.stop();
      const ms = performance.now() - from;
      if (ms > STOP_MS_MAX) slow.push([service, ms]);
      const before = doneCalls;
      await replica?.restart();
      await until('calls to go on', () => doneCalls > before);
    }
    isOver = true;
    await Promise.all(clients);
    const causes = running()
      .replicas.flatMap((replica) => replica.output().split('\n'))
      .filter((line) => line.includes('call_failed'));
    expect([failed, failed.length === 0 ? [] : causes.slice(-5)]).toEqual([[], []]);
    expect(slow).toEqual([]);
  },
);

// Verifies: operations.parts-away.
hard(
  'the broker killed under load: 503 or 504 alone meanwhile, work again soon after it is back, and nothing is done twice',
  120_000,
  async () => {
    const call = act();
    let isOver = false;
    const codes = new Map<string, number>();
    const asked: string[] = [];
    const clients = Array.from({ length: CLIENTS }, async () => {
      while (!isOver) {
        const key = unique('g07');
        asked.push(key);
        // The call is repeated with the same idempotency key until it succeeds, because a change whose answer was lost must not
        // happen twice.
        await until(
          'a create to be done',
          async () => {
            const outcome = await call('builder.create', {
              title: key,
              word,
              idempotency_key: key,
            });
            const told = outcome.ok ? 'ok' : outcome.error.code;
            codes.set(told, (codes.get(told) ?? 0) + 1);
            return outcome.ok;
          },
          60_000,
        );
      }
    });
    await until('some creates', () => (codes.get('ok') ?? 0) > CLIENTS);
    await running().servers.nats.kill();
    // Calls in flight end when their deadlines have passed; a new call is refused at once.
    await refusedAtOnce(() => call('worlds.list', {}));
    await documentsAnswer();
    const { status, parts } = await readiness('gateway');
    expect(status).toBe(200);
    expect(parts).toContainEqual({
      part: 'bus',
      ok: false,
      note: expect.stringMatching(/^waits for NATS at /),
    });
    await running().servers.nats.restart();
    await healed(() => call('worlds.list', {}));
    isOver = true;
    await Promise.all(clients);
    codes.delete('ok');
    codes.delete('service_unavailable');
    codes.delete('outcome_unknown');
    codes.delete('idempotency_in_progress');
    expect([...codes]).toEqual([]);
    const titles = await titlesOf(act());
    for (const key of asked) expect([key, titles.get(key)]).toEqual([key, 1]);
  },
);

// Verifies: operations.parts-away.
hard(
  'the database killed: what needs none answers, the rest is refused at once, and all heals without a restart',
  120_000,
  async () => {
    const call = act();
    await running().servers.postgres.kill();
    await documentsAnswer();
    await refusedAtOnce(() => call('worlds.list', {}));
    await refusedAtOnce(() =>
      call('builder.create', { title: 'x', word, idempotency_key: unique('key') }),
    );
    const { status, parts } = await readiness('gateway');
    expect(status).toBe(200);
    expect(parts).toContainEqual(
      expect.objectContaining({ part: 'db', ok: false, note: 'waits for the database' }),
    );
    await running().servers.postgres.restart();
    await healed(() => call('worlds.list', {}));
    await healed(() =>
      call('builder.create', { title: 'x', word, idempotency_key: unique('key') }),
    );
  },
);

// Verifies: operations.parts-away.
hard(
  'the blob store killed: small pages are read, changed and made, large ones are refused at once, and all heals',
  120_000,
  async () => {
    const call = act();
    const large = `<p>${'x'.repeat(400_000)}</p>`;
    const stored = await create(call, word, large);
    const small = await create(call, word);
    await running().servers.s3.kill();
    done(await call('worlds.list', {}));
    expect(done(await call('builder.get', { page_id: small.page_id }))['raw_html']).toContain(
      'first',
    );
    done(await call('builder.patch', patchOf(small, 'first', '1st')));
    await create(call, word);
    done(await call('surf.search', { query: 'portrait' }));
    await refusedAtOnce(() =>
      call('builder.create', { title: 'x', word, raw_html: large, idempotency_key: unique('key') }),
    );
    await refusedAtOnce(() => call('builder.get', { page_id: stored.page_id }));
    expect((await readiness('builder')).status).toBe(200);
    await running().servers.s3.restart();
    await healed(() => call('builder.get', { page_id: stored.page_id }));
    expect(done(await call('builder.get', { page_id: stored.page_id }))['raw_html']).toBe(large);
  },
);

// Verifies: operations.parts-away.
hard(
  'search stopped: only searches are refused, at once, and they come back with it',
  120_000,
  async () => {
    const call = act();
    await Promise.all(replicasOf('surf').map((replica) => replica.program.stop()));
    await refusedAtOnce(() => call('surf.search', { query: 'portrait' }));
    done(await call('worlds.list', {}));
    await create(call, word);
    await replicasOf('surf')[0]?.restart();
    await healed(() => call('surf.search', { query: 'portrait' }));
  },
);

hard(
  'builders that stand still keep nobody out who asks another part, however many wait for them',
  120_000,
  async () => {
    const call = act();
    const builders = replicasOf('builder').map(({ program }) => program);
    await Promise.all(builders.map((program) => program.pause()));
    let stuck = STUCK;
    const waiting = Array.from({ length: STUCK }, () =>
      call('builder.list', { limit: 1 }).finally(() => (stuck -= 1)),
    );
    let reads = 0;
    try {
      for (; reads < READS_MAX && stuck > 0; reads += 1) done(await call('worlds.list', {}));
    } finally {
      for (const program of builders) program.resume();
    }
    await Promise.all(waiting);
    expect(reads).toBeGreaterThan(0);
    await healed(() => call('builder.list', { limit: 1 }));
  },
);

// Verifies: operations.start-order.
hard(
  'the product starts in any order before its servers are there, each process says what it waits for, and all works once they came',
  240_000,
  async () => {
    const random = prng(ORDER_SEED);
    const shuffled = <T>(all: readonly T[]): readonly T[] =>
      all
        .map((one) => [random.below(2 ** 30), one] as const)
        .toSorted(([a], [b]) => a - b)
        .map(([, one]) => one);
    const { replicas, servers } = running();
    await Promise.all(replicas.map(({ program }) => program.kill()));
    const parts = [servers.nats, servers.postgres, servers.s3];
    await Promise.all(parts.map((server) => server.kill()));
    // The test restarts only one process of each service; a second one would show nothing new.
    const firsts = replicas.filter(
      ({ service }, n) => replicas.findIndex((other) => other.service === service) === n,
    );
    const order = shuffled(firsts);
    const started = order.map((replica) => replica.restart());
    for (const replica of order) {
      const needsDatabase = ['gateway', 'worlds', 'builder', 'account'].includes(replica.service);
      const note = needsDatabase ? /^waits for the database$/ : /^waits for NATS at /;
      await until(
        `${replica.service} to say what it waits for`,
        async () => {
          const answer = await fetch(`${replica.internalUrl}/readyz`);
          const said = (await answer.json()) as { parts: readonly ReadinessPart[] };
          return said.parts.some((part) => !part.ok && note.test(part.note ?? ''));
        },
        60_000,
      );
    }
    for (const server of shuffled(parts)) await server.restart();
    await Promise.all(started);
    const call = act();
    await healed(() => call('worlds.list', {}));
    await healed(() => call('surf.search', { query: 'portrait', limit: 1 }));
    const page = await create(call, word, `<title>x</title>${'x'.repeat(400_000)}`);
    const live = await publish(call, page);
    expect((await visit(live.live_url ?? '')).status).toBe(200);
  },
);

// Verifies: safety.no-secrets, webhooks.secret, webhooks.sealed, pairing.secret.
hard(
  'no key, cookie or password stands in the database, in a log, on the bus or in an error, and no secret of a webhook or code of a session in the database, a log or an error',
  120_000,
  async () => {
    await listen();
    const { baseUrl, env } = running();
    const another = await newOwner(baseUrl, env);
    const wrong = `${another.password}x`;
    const entered = await fetch(`${baseUrl}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: baseUrl },
      body: JSON.stringify({ email: another.email, password: wrong }),
    });
    errors.push(await entered.text());
    const { key, secret: other } = await another.makeKey({ scopes: SCOPES });
    const { hooks, code } = await useOwnerSecrets(another, act(other), errors);
    const rotated = (await (
      await another.send('POST', PUBLIC_PATHS.keys, { action: 'rotate', key_id: key.key_id })
    ).json()) as { secret: string };
    const malformed = `${other.slice(0, -1)}${other.endsWith('0') ? '1' : '0'}`;
    secrets.push(
      other,
      rotated.secret,
      malformed,
      another.password,
      wrong,
      another.cookie.split('=')[1] ?? '',
    );
    const own = unique('own');
    done(await act(other)('worlds.found', { word: own, idempotency_key: unique('key') }));
    const page = await create(act(other), own, '<!doctype html><title>G19</title><p>first</p>');
    await runCommand(
      ['credits', 'grant', '--amount', '10', '--ref', 'g19', '--owner', another.email],
      env,
    );
    await failToGenerate(act(other), own);
    expect(provider.requests.at(-1)?.authorization).toBe(`Bearer ${PROVIDER_KEY}`);
    done(
      await act(other)('builder.publish', {
        page_id: page.page_id,
        expected_revision: 1,
        idempotency_key: unique('key'),
      }),
    );
    errors.push(...(await sendKeys(baseUrl, [malformed, `${other} `, 'ak_short'])));
    await act(other)('builder.get', { page_id: page.page_id, [other]: another.password });
    await act(other)('no.such', {});
    expect(secrets.length).toBeGreaterThanOrEqual(9);
    expect(secrets.filter((one) => one.length < 16)).toEqual([]);
    const issued = secrets.flatMap(formsOf);
    const places = {
      database: await dump(running().servers.postgres.url),
      logs: running()
        .replicas.map((replica) => replica.output())
        .join('\n'),
      bus: seen.join('\n'),
      errors: errors.join('\n'),
    };
    for (const [place, text] of Object.entries(places)) {
      expect([place, text.length > 1_000]).toEqual([place, true]);
      for (const one of issued) expect([place, text.includes(one)]).toEqual([place, false]);
    }
    // Webhook secrets and session codes may be in the bus message that answers their creation, but in no log, error or table.
    const written = places.logs + places.errors + places.database;
    for (const one of hooks) expect(written.includes(one.replace('whsec_', ''))).toBe(false);
    for (const form of [code, code.replace('-', '')]) expect(written.includes(form)).toBe(false);
  },
);
