import { openS3Store, readHighWater, writeHighWater } from '@bridge/blobs';
import { busModule, onHint } from '@bridge/bus';
import { BUDGET_MS, hintJournal, SCOPES, type WebsiteRecord } from '@bridge/contracts';
import { processEnv, silentLogger } from '@bridge/kernel';
import {
  ALL_TOOL_SCOPES,
  freePort,
  getFrom,
  isRequired,
  joinByLink,
  MissingTestResourceError,
  newOwner,
  standInProvider,
  startApp,
  startSplit,
  startWebhookReceiver,
  testBase,
  until,
  type TestOwner,
  type SplitProduct,
} from '@bridge/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { callOn, putRaw, SURFACES, type ActionCaller, type ActionCallOutcome } from '../call.ts';
import { startOwnerMaker, type OwnerCreationServer } from '../owner-maker.ts';
import { useProduct } from '../product-under-test.ts';
import { providerSettings } from '../provider-settings.ts';
import {
  create,
  done,
  guarded,
  pageHtml,
  patchOf,
  publish,
  refused,
  unique,
  visit,
  website,
} from '../stage.ts';
import { readEvents } from '../read-events.ts';
import { raceRight } from './race-right.ts';

/** Number of races between a change and the removal of the role that allows it: 10, or as many as `BRIDGE_TEST_RACES` says. */
const RACES = Number(processEnv()['BRIDGE_TEST_RACES'] ?? 10);
const RACES_MS_MAX = 900_000;
/** Time limit for the refusal of a call to an absent service, in ms. */
const ABSENT_MS = 1_000;
/** Maximum age of the public state of a website on a content origin, in ms. */
const FRESH_MS = 1_000;
/** Port of the second content origin process; public addresses name the first process. */
const secondContentPort = await freePort();

/** Starts the split product. Returns the reason when it cannot run on this machine. */
async function start(): Promise<SplitProduct | string> {
  const second = { BRIDGE_CONTENT_LISTEN: `127.0.0.1:${secondContentPort}` };
  try {
    return await startSplit({
      env: { BRIDGE_LIMITS: 'off', ...providerSettings(provider) },
      replicas: { sites: 2 },
      link: async (service, n) => (service === 'sites' && n === 2 ? second : {}),
    });
  } catch (error) {
    if (!(error instanceof MissingTestResourceError) || isRequired(error.requirement)) throw error;
    return error.message;
  }
}

const provider = await standInProvider();
const started = await start();
const why = typeof started === 'string' ? started : null;
let maker: OwnerCreationServer | undefined;
let secret = '';
let owner: TestOwner | undefined;
const word = unique('split');

function running(): SplitProduct {
  if (typeof started === 'string') throw new Error(started);
  return started;
}

if (typeof started !== 'string') {
  const { baseUrl, contentUrl, env, servers, replicas } = started;
  maker = await startOwnerMaker(servers.postgres.url, env);
  const gateway = replicas.find(({ service }) => service === 'gateway');
  const internalUrl = gateway?.internalUrl ?? '';
  useProduct({ baseUrl, contentUrl, internalUrl, env, owners: maker.url });
  owner = await newOwner(baseUrl, env);
  ({ secret } = await owner.makeKey({ scopes: SCOPES }));
  const found = { word, idempotency_key: unique('found') };
  done(await callOn('act', baseUrl, secret)('worlds.found', found));
}
afterAll(async () => {
  await maker?.close();
  if (typeof started !== 'string') await started.stop();
  await provider.stop();
});

// The scenarios of actions that are not MCP tools. They run on the all-in-one product too.
describe.skipIf(why !== null)('over NATS, S3 and Postgres', async () => {
  if (why !== null) return;
  await import('../scenarios/audit.test.ts');
  await import('../scenarios/check.test.ts');
  await import('../scenarios/credits.test.ts');
  await import('../scenarios/generate.test.ts');
  await import('../scenarios/overview.test.ts');
  await import('../scenarios/presence-and-pairing.test.ts');
  await import('../scenarios/previews.test.ts');
  await import('../scenarios/public-pages.test.ts');
  await import('../scenarios/relay.test.ts');
  await import('../scenarios/webhooks.test.ts');
  await import('../scenarios/widgets.test.ts');
});

/** The actions of each service. `paired.chat` is left out because it needs a session. */
const OWN_ACTIONS = {
  account: [
    'audit.read',
    'credits.balance',
    'mall.overview',
    'node.heartbeat',
    'relay.inbox',
    'relay.message',
  ],
  generator: [],
} as const;

/**
 * A valid input for an action of the services account and generator. The test account has no credits, so `pages.generate` is
 * refused with this input.
 */
function beyondInput(action: string): Record<string, unknown> {
  const idempotency_key = unique('beyond');
  if (action === 'relay.message') return { to: 'owner', text: 'Still here.', idempotency_key };
  if (action === 'node.heartbeat') return { node_id: 'split', idempotency_key };
  if (action === 'pages.generate') return { word, title: 'x', prompt: 'x', idempotency_key };
  return {};
}
async function works(call: ActionCaller, action: string): Promise<void> {
  const outcome: ActionCallOutcome = await call(action, beyondInput(action));
  expect([action, outcome]).toEqual([action, expect.objectContaining({ ok: true })]);
}

/** Sends a message to the owner and returns its id. Message ids of an account count from 1. */
async function sendToOwner(call: ActionCaller): Promise<number> {
  const { message } = done(await call('relay.message', beyondInput('relay.message')));
  return (message as { readonly id: number }).id;
}

/** Expects that the actions that need neither the account service nor the generator succeed. */
async function worksWithout(call: ActionCaller, page: WebsiteRecord): Promise<void> {
  done(await call('worlds.list', {}));
  done(await call('surf.search', { query: 'portrait', limit: 1 }));
  const install = { ...guarded(page), widget_id: 'contents' };
  const installed = website(await call('widgets.install_page', install));
  done(await call('widgets.catalog', {}));
  const live = await publish(call, installed);
  done(await call('pages.get', { live_url: live.live_url }));
  done(await call('pages.list', { limit: 1 }));
  expect((await visit(live.live_url ?? '')).status).toBe(200);
}

describe('every service as a process of its own, over NATS, S3 and Postgres', () => {
  for (const surface of SURFACES) {
    it(`an agent's whole journey works as in the all-in-one (${surface})`, async ({ skip }) => {
      if (why !== null) skip(why);
      const { baseUrl } = running();
      const call = callOn(surface, baseUrl, secret);
      const large = `${pageHtml('Split')}${'<p>filler</p>'.repeat(60_000)}`;
      const page = await create(call, word, large);
      expect(done(await call('builder.get', { page_id: page.page_id }))['raw_html']).toBe(large);
      const patched = website(
        await call('builder.patch', patchOf(page, '<p>first</p>', '<p>1st</p>')),
      );
      refused(
        await call('builder.patch', patchOf(page, '<p>second</p>', '<p>2nd</p>')),
        'revision_conflict',
      );
      const live = await publish(call, patched);
      const shown = await visit(live.live_url ?? '');
      expect([shown.status, shown.text]).toEqual([
        200,
        large.replace('<p>first</p>', '<p>1st</p>'),
      ]);
      const found = done<{
        references: unknown[];
      }>(await call('surf.search', { query: 'portrait', limit: 3 }));
      expect(found.references.length).toBeGreaterThan(0);
      const cleared = website(await call('builder.clear', guarded(live)));
      expect(cleared.chars).toBe(0);
      const again = await putRaw(baseUrl, secret, cleared, large, unique('raw'));
      expect(website(again).chars).toBe(large.length);
    });
  }

  // Verifies: storage.journal-hint.
  it('a change in one process is broadcast to the others with the number of its journal row', async ({
    skip,
  }) => {
    if (why !== null) skip(why);
    const { baseUrl, env } = running();
    const bus = await busModule({ service: 'gateway', wiring: 'service' }).open(testBase(env));
    try {
      const { driver } = bus.value;
      await until('the broker', () => driver.connected());
      const seqs: number[] = [];
      onHint(driver, hintJournal, silentLogger, ({ seq }) => seqs.push(seq));
      await driver.flush();
      const page = await create(callOn('act', baseUrl, secret), word, pageHtml('Hints'));
      await until('the hint of a creation', () => seqs.length === 1);
      await callOn('act', baseUrl, secret)('builder.publish', guarded(page));
      const [first = 0] = seqs;
      await until('the hint of a publication', () => seqs.length === 2);
      expect(seqs).toEqual([first, first + 1]);
    } finally {
      await bus.close();
    }
  });

  // Verifies: live.events, live.use.
  it('an open console receives effects and uses of keys from every gateway', async ({ skip }) => {
    if (why !== null) skip(why);
    const { baseUrl, env } = running();
    const watcher = await newOwner(baseUrl, env);
    const { secret: own } = await watcher.makeKey({ scopes: ['worlds.found', 'worlds.list'] });
    const { status, events, close } = await readEvents(baseUrl, watcher.cookie);
    try {
      expect(status).toBe(200);
      await until('the stream to begin', () => events.some(({ name }) => name === 'ready'));
      const call = callOn('act', baseUrl, own);
      const place = unique('live');
      done(await call('worlds.found', { word: place, idempotency_key: unique('found') }));
      await until('the effect', () =>
        events.some(({ name, data }) => name === 'journal' && data['word'] === place),
      );
      // The load balancer distributes these four calls to both gateways, but only one gateway serves the event stream.
      for (let n = 0; n < 4; n += 1) await call('worlds.list', {});
      const uses = () =>
        events.filter(({ name }) => name === 'use').map(({ data }) => data['action']);
      await until('the uses', () => uses().includes('worlds.list'));
    } finally {
      close();
    }
  });

  // Verifies: webhooks.killed, webhooks.order.
  it('a sender of webhooks that is killed and restarted loses no event and keeps their order', async ({
    skip,
  }) => {
    if (why !== null) skip(why);
    const receiver = await startWebhookReceiver();
    try {
      const asked = { url: receiver.url, events: ['page.created'] };
      const made = await owner?.send('POST', '/api/console/webhooks', asked);
      expect(made?.status).toBe(201);
      const account = running().replicas.find(({ service }) => service === 'account');
      const call = callOn('act', running().baseUrl, secret);
      const killed = Promise.withResolvers<void>();
      // The account process is killed while it waits for the receiver's answer to its first webhook message.
      receiver.answer = async () => {
        if (receiver.received.length > 1) return 204;
        await account?.program.kill();
        killed.resolve();
        return 204;
      };
      const pages = [];
      for (let n = 0; n < 3; n += 1) pages.push(await create(call, word));
      await killed.promise;
      await account?.restart();
      pages.push(await create(call, word));
      const taken = () => [...new Map(receiver.taken.map((one) => [one.id, one])).values()];
      await until('every event', () => taken().length === pages.length, 40_000);
      expect(taken().map(({ body }) => JSON.parse(body).data.page_id)).toEqual(
        pages.map(({ page_id }) => page_id),
      );
    } finally {
      await receiver.stop();
    }
  });

  it('a change happens once, whichever gateway and builder receive it', async ({ skip }) => {
    if (why !== null) skip(why);
    const call = callOn('act', running().baseUrl, secret);
    const payload = { title: 'Once', word, raw_html: '<p>once', idempotency_key: unique('once') };
    const outcomes = await Promise.all(
      Array.from({ length: 24 }, () => call('builder.create', payload)),
    );
    expect(new Set(outcomes.map((outcome) => website(outcome).page_id)).size).toBe(1);
  });

  it('every content origin shows a new edition one second after its publication', async ({
    skip,
  }) => {
    if (why !== null) skip(why);
    const { baseUrl, contentUrl } = running();
    const call = callOn('act', baseUrl, secret);
    const first = await create(call, word);
    const live = await publish(call, first);
    const { host } = new URL(live.live_url ?? '');
    const ports = [Number(new URL(contentUrl).port), secondContentPort];
    const edition = async (port: number): Promise<string> => {
      const { status, text } = await getFrom(port, host, '/');
      expect(status).toBe(200);
      return /<p>(first|1st)<\/p>/.exec(text)?.[1] ?? 'neither';
    };
    // Both content origins have cached the first edition and serve it until the cached state expires.
    for (const port of ports) expect(await edition(port)).toBe('first');
    const next = website(await call('builder.patch', patchOf(live, 'first', '1st')));
    await publish(call, next);
    const publishedAt = performance.now();
    const askFor = async (port: number): Promise<readonly string[]> => {
      const shown: string[] = [];
      await until('a second after the publication', async () => {
        const late = performance.now() - publishedAt > FRESH_MS;
        shown.push(await edition(port));
        return late;
      });
      return shown;
    };
    for (const shown of await Promise.all(ports.map(askFor))) {
      expect(shown.at(-1)).toBe('1st');
      // After the first answer with the new edition, no answer has the old one.
      expect(shown.lastIndexOf('first')).toBeLessThan(shown.indexOf('1st'));
    }
  });

  // Verifies: worlds.right-held.
  it(
    'after a removed right was acknowledged, no replica commits a change under it',
    {
      timeout: RACES_MS_MAX,
    },
    async ({ skip }) => {
      if (why !== null) skip(why);
      const { baseUrl, env } = running();
      const [founder, contributor] = [await newOwner(baseUrl, env), await newOwner(baseUrl, env)];
      const worldOf = async (owner: typeof founder) => {
        const made = await owner.makeKey({ scopes: ALL_TOOL_SCOPES });
        const call = callOn('act', baseUrl, made.secret);
        const own = unique('right');
        done(await call('worlds.found', { word: own, idempotency_key: unique('found') }));
        return { call, own };
      };
      const [{ own: raced }, { call, own }] = [await worldOf(founder), await worldOf(contributor)];
      const setRole = async (role: 'viewer' | null): Promise<void> => {
        const path = `/api/agent-bridge/worlds/${raced}/members`;
        const asked = { email: contributor.email, role };
        expect((await founder.send('POST', path, asked)).status).toBe(200);
      };
      const join = () => joinByLink(founder, contributor, { word: raced, role: 'contributor' });
      const race = { call, word: raced, ownWord: own, join, remove: setRole };
      for (let round = 0; round < RACES; round += 1) await raceRight(race, round);
    },
  );

  it('after one of two builders was killed, calls continue on the other', async ({ skip }) => {
    if (why !== null) skip(why);
    const call = callOn('act', running().baseUrl, secret);
    const victim = running().replicas.find((replica) => replica.service === 'builder');
    await victim?.program.kill();
    for (let n = 0; n < 10; n += 1) done(await call('builder.list', { limit: 1 }));
    await victim?.restart();
  });

  it('with all builders stopped, their calls are refused at once as not_applied, all others work, and calls succeed after the restart', async ({
    skip,
  }) => {
    if (why !== null) skip(why);
    const call = callOn('act', running().baseUrl, secret);
    const builders = running().replicas.filter((replica) => replica.service === 'builder');
    await Promise.all(builders.map((replica) => replica.program.stop()));
    const from = performance.now();
    const error = refused(
      await call('builder.create', { title: 'x', word, idempotency_key: unique('key') }),
      'service_unavailable',
    );
    expect(performance.now() - from).toBeLessThan(ABSENT_MS);
    expect(error).toMatchObject({ status: 503, outcome: 'not_applied' });
    done(await call('worlds.list', {}));
    done(await call('surf.search', { query: 'portrait' }));
    await Promise.all(builders.map((replica) => replica.restart()));
    done(await call('builder.list', {}));
  });

  for (const service of ['account', 'generator'] as const)
    // Verifies: operations.beyond-away.
    it(`with ${service} stopped its actions are refused at once as not_applied, all others work, and its own work after the restart`, async ({
      skip,
    }) => {
      if (why !== null) skip(why);
      const call = callOn('act', running().baseUrl, secret);
      const page = await create(call, word);
      const before = await sendToOwner(call);
      const replicas = running().replicas.filter((replica) => replica.service === service);
      await Promise.all(replicas.map((replica) => replica.program.stop()));
      // `pages.generate` needs both services: account and generator.
      for (const action of [...OWN_ACTIONS[service], 'pages.generate']) {
        const from = performance.now();
        const outcome = await call(action, beyondInput(action));
        expect([action, refused(outcome, 'service_unavailable')]).toEqual([
          action,
          expect.objectContaining({ status: 503, outcome: 'not_applied' }),
        ]);
        expect(performance.now() - from).toBeLessThan(ABSENT_MS);
      }
      if (service === 'generator')
        for (const action of OWN_ACTIONS.account) await works(call, action);
      const forOwner = service === 'account' ? 503 : 200;
      for (const path of ['webhooks', 'messages', 'pairing'])
        expect((await owner?.send('GET', `/api/console/${path}`))?.status).toBe(forOwner);
      await worksWithout(call, page);
      await Promise.all(replicas.map((replica) => replica.restart()));
      for (const action of OWN_ACTIONS.account) await works(call, action);
      refused(await call('pages.generate', beyondInput('pages.generate')), 'credits_exhausted');
      // Message ids count the stored messages: no refused message was stored, and no earlier message is lost.
      expect(await sendToOwner(call)).toBe(before + (service === 'account' ? 2 : 3));
    });

  // Verifies: operations.beyond-away.
  it('a suspended account service delays no other action, and its own end in time with 503 or 504', async ({
    skip,
  }) => {
    if (why !== null) skip(why);
    const call = callOn('act', running().baseUrl, secret);
    const page = await create(call, word);
    const accounts = running().replicas.filter(({ service }) => service === 'account');
    await Promise.all(accounts.map(({ program }) => program.pause()));
    try {
      const from = performance.now();
      const asked = call('credits.balance', {});
      await worksWithout(call, page);
      const outcome = await asked;
      if (outcome.ok) expect.fail('a suspended service answered');
      expect([503, 504]).toContain(outcome.error.status);
      expect(performance.now() - from).toBeLessThan(BUDGET_MS.read + ABSENT_MS);
    } finally {
      for (const { program } of accounts) program.resume();
    }
    await until('credits again', async () => (await call('credits.balance', {})).ok);
  });

  // Verifies: storage.older-database.
  it('a builder whose database is older than the mark in its store refuses to start, with one sentence', async ({
    skip,
  }) => {
    if (why !== null) skip(why);
    const { env } = running();
    const { accessKey, secretKey, url, bucket } = running().servers.s3;
    const options = { accessKey, secretKey, region: 'us-east-1' };
    const mine = await openS3Store({ ...options, url: `s3+${url}/${bucket}` });
    const other = await openS3Store({ ...options, url: `s3+${url}/${bucket}-older` });
    try {
      const mark = await readHighWater(mine);
      if (mark === null || mark === 'damaged') expect.fail(`the mark is ${String(mark)}`);
      // The number of the mark in the store is a million above the database's own number, so the database looks older than the
      // blob store.
      await writeHighWater(other, { ...mark, mark: mark.mark + 1_000_000 });
    } finally {
      await mine.close();
      await other.close();
    }
    // Only the root user of the S3 store has rights on the bucket whose name ends in `-older`.
    const settings = {
      ...env,
      ...running().servers.s3.settings,
      BRIDGE_BLOBS: `s3+${url}/${bucket}-older`,
    };
    const started = startApp('builder', settings, () => false);
    await expect(started).rejects.toThrow(/The database is older than .*npm run ctl -- adopt/);
  });

  it('while the broker restarts calls are refused, and they work afterwards without restarting a service', async ({
    skip,
  }) => {
    if (why !== null) skip(why);
    const { servers, baseUrl } = running();
    const call = callOn('act', baseUrl, secret);
    await servers.nats.kill();
    refused(await call('worlds.list', {}), 'service_unavailable');
    await servers.nats.restart();
    // Each service reconnects to the broker on its own, so one action of worlds and one of builder are tested.
    for (const action of ['worlds.list', 'builder.list'] as const)
      await until(`${action} to work again`, async () => (await call(action, {})).ok);
    done(await call('builder.create', { title: 'After', word, idempotency_key: unique('key') }));
  });
});
