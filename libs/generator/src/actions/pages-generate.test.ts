import { makeRequest } from '@bridge/bus';
import { ACCOUNT, BUILDER, GENERATOR, LIMITS, type CallPrincipal } from '@bridge/contracts';
import { sql } from '@bridge/db';
import { BridgeError, readSettings, systemClock } from '@bridge/kernel';
import {
  accountModule,
  agentCtx,
  atStep,
  builderModule,
  crashAt,
  makeWorld,
  newKey,
  publisherModule,
  standInProvider,
  startTestServices,
  testBase,
  until,
  worldsModule,
  type ModelProviderBehaviour,
  type TestServices,
  type StandInModelProvider,
} from '@bridge/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { GeneratorDeps } from '../deps.ts';
import { generatorModule } from '../module.ts';
import { produceDraft } from '../produce-draft.ts';
import { readCompletion } from '../provider.ts';

const COST = 10;
let provider: StandInModelProvider;
let services: TestServices;
beforeAll(async () => {
  provider = await standInProvider();
  const settings = readSettings({
    BRIDGE_GENERATE_URL: provider.url,
    BRIDGE_GENERATE_MODEL: 'stand-in',
    BRIDGE_GENERATE_KEY: 'sk-test',
    BRIDGE_OUTBOUND: 'loopback',
  });
  services = await startTestServices(
    [worldsModule, builderModule, publisherModule, accountModule, generatorModule],
    { settings },
  );
});
afterAll(async () => {
  await services.stop();
  await provider.stop();
});
beforeEach(() => {
  provider.behaviour = 'good';
  provider.requests.length = 0;
});

/** Creates an account with a World and credits. */
async function account(credits = 100) {
  const ctx = agentCtx();
  const word = await makeWorld(services, ctx);
  const accountId = ctx.account_id ?? '';
  if (credits > 0)
    await services.call(ACCOUNT.creditsGrant, ctx, {
      account_id: accountId,
      amount: credits,
      ref: 'r',
    });
  const balance = async () => {
    const { result } = await services.call(ACCOUNT.creditsBalance, ctx, {});
    return [result.balance, result.held, result.spent_30d];
  };
  const websites = async () => (await services.call(BUILDER.list, ctx, {})).result.websites.length;
  return { ctx, word, accountId, balance, websites };
}
const asked = (word: string, idempotency_key = newKey()) => ({
  word,
  title: 'Moon',
  prompt: 'A page about the moon.',
  idempotency_key,
});
const generate = (ctx: CallPrincipal, input: ReturnType<typeof asked>, deadline?: number) =>
  services.call(GENERATOR.pagesGenerate, ctx, input, deadline === undefined ? {} : { deadline });

// Verifies: credits.draft-with-capture.
test('a draft is written, private and unpublished, and paid once however often the call is sent', async () => {
  const { ctx, word, balance, websites } = await account();
  const input = asked(word);
  const first = await generate(ctx, input);
  expect(first.result).toMatchObject({
    website: { title: 'Moon', word, state: 'draft', draft_revision: 1, live_url: null },
    credits: { spent: COST, balance: 90 },
    model: 'stand-in-1',
  });
  expect(await generate(ctx, input)).toEqual({ ...first, replayed: true });
  expect([await balance(), await websites()]).toEqual([[90, 0, COST], 1]);
  expect(provider.requests).toHaveLength(1);
  expect(provider.requests[0]?.authorization).toBe('Bearer sk-test');
  expect(JSON.parse(provider.requests[0]?.body ?? '')).toMatchObject({ model: 'stand-in' });
  await expect(generate(ctx, { ...input, title: 'Sun' })).rejects.toMatchObject({
    code: 'idempotency_mismatch',
  });
});

test('a document in a code fence is taken out of it', async () => {
  provider.behaviour = 'fenced';
  const { ctx, word } = await account();
  const { result } = await generate(ctx, asked(word));
  const { page_id } = result.website;
  const { raw_html } = (await services.call(BUILDER.get, ctx, { page_id })).result;
  const text = 'inline' in raw_html ? Buffer.from(raw_html.inline, 'base64').toString() : '';
  expect(text).toMatch(/^<!doctype html>[\s\S]*<\/html>$/);
});

// Verifies: credits.hold.
test.each<[ModelProviderBehaviour, string]>([
  ['over_quota', 'over_quota'],
  ['refused', 'refused'],
  ['redirect', 'unreachable'],
  ['cut', 'unusable'],
  ['huge', 'unusable'],
  ['large', 'unusable'],
  ['no_json', 'unusable'],
  ['no_html', 'unusable'],
  ['cut_by_length', 'unusable'],
  ['secret', 'unusable'],
])(
  'a provider that is %s costs nothing, leaves no draft, and the same key works afterwards',
  async (behaviour, reason) => {
    const { ctx, word, balance, websites } = await account();
    const input = asked(word);
    provider.behaviour = behaviour;
    await expect(generate(ctx, input)).rejects.toMatchObject({
      code: 'provider_failed',
      details: { reason },
    });
    await until('the credits to be given back', async () => (await balance())[1] === 0);
    expect([await balance(), await websites()]).toEqual([[100, 0, 0], 0]);
    provider.behaviour = 'good';
    expect((await generate(ctx, input)).replayed).toBe(false);
    expect([await balance(), await websites()]).toEqual([[90, 0, COST], 1]);
  },
);

// Verifies: credits.exhausted.
test('without credits the provider is not called, and nothing is held', async () => {
  const { ctx, word, balance } = await account(COST - 1);
  await expect(generate(ctx, asked(word))).rejects.toMatchObject({ code: 'credits_exhausted' });
  expect(provider.requests).toHaveLength(0);
  expect(await balance()).toEqual([COST - 1, 0, 0]);
});

test('a World without the right is refused before anything is held', async () => {
  const [one, other] = [await account(), await account()];
  await expect(generate(one.ctx, asked(other.word))).rejects.toMatchObject({
    code: 'world_forbidden',
  });
  await expect(generate(one.ctx, asked('no-such-world'))).rejects.toMatchObject({
    code: 'world_not_found',
  });
  expect(provider.requests).toHaveLength(0);
});

// Verifies: credits.late.
test('a slow provider is answered outcome_unknown; the same call then receives the draft', async () => {
  provider.behaviour = 'silent';
  const { ctx, word, balance } = await account();
  const input = asked(word);
  await expect(generate(ctx, input, Date.now() + 1_500)).rejects.toMatchObject({
    code: 'outcome_unknown',
  });
  expect(await balance()).toEqual([90, COST, 0]);
  const again = generate(ctx, input);
  provider.release();
  expect((await again).result.credits).toEqual({ spent: COST, balance: 90 });
  expect(provider.requests).toHaveLength(1);
});

// Verifies: idempotency.unknown.
test('a commit without a reply, repeated until builder is away, is answered outcome_unknown', async () => {
  const { ctx, word, balance, websites } = await account();
  const input = asked(word);
  const hold = { action: 'pages.generate', idempotency_key: input.idempotency_key } as const;
  const { result: held } = await services.call(ACCOUNT.creditsHold, ctx, hold);
  if (held.state !== 'go') expect.fail(held.state);
  let aheadMs = 0;
  const { log } = testBase();
  const deps: GeneratorDeps = {
    request: makeRequest(services.driver, systemClock),
    clock: { ...systemClock, now: () => systemClock.now() + aheadMs },
    log,
    provider: null,
    running: new Set(),
    stopping: new AbortController().signal,
  };
  const call = { ctx, requestId: 'req_1', deadline: Date.now() + 60_000, fp: undefined, log };
  crashAt('generate.after-commit', new BridgeError('outcome_unknown', {}));
  atStep('generate.before-commit', (hit) => {
    if (hit === 1) return;
    aheadMs = LIMITS.generateCommitMs;
    throw new BridgeError('service_unavailable', {});
  });
  const write = () => Promise.resolve({ html: '<p>moon</p>', model: 'stand-in' });
  await expect(produceDraft(deps, write, held, input, call)).rejects.toMatchObject({
    code: 'outcome_unknown',
  });
  expect([await balance(), await websites()]).toEqual([[90, 0, COST], 1]);
});

test('a code fence with very many line ends is read in linear time', () => {
  const content = `\`\`\`${'\n'.repeat(1_000_000)}<p>`;
  const body = Buffer.from(JSON.stringify({ choices: [{ message: { content } }] }));
  // With quadratic time this takes minutes, far above the timeout of a test.
  expect(() => readCompletion({ status: 200, headers: {}, body }, 'stand-in')).toThrow(
    expect.objectContaining({ code: 'provider_failed' }),
  );
});

/** Reads an answer of the provider with one choice; `members` are further members of the answer. */
function readAnswer(finish_reason: string | null, members: object = {}) {
  const choices = [{ message: { content: '<p>moon</p>' }, finish_reason }];
  const body = Buffer.from(JSON.stringify({ choices, ...members }));
  return readCompletion({ status: 200, headers: {}, body }, 'configured');
}

// Verifies: credits.hold.
test.each(['length', 'content_filter', 'max_tokens', 'MAX_TOKENS', 'model_length', 'error'])(
  'a page that the provider cut with the reason %s is not taken for a complete one',
  (reason) => {
    expect(() => readAnswer(reason)).toThrow(
      expect.objectContaining({ code: 'provider_failed', details: { reason: 'unusable' } }),
    );
  },
);

test.each(['stop', 'eos', 'STOP', null])(
  'a page that ends with the reason %s is read',
  (reason) => {
    expect(readAnswer(reason)).toEqual({ html: '<p>moon</p>', model: 'configured' });
  },
);

test.each([null, '', 7, 'a\u0000b', 'x'.repeat(LIMITS.generateModelCharsMax + 1)])(
  'a page of a provider that names its model %j is read, and has the configured name',
  (model) => {
    expect(readAnswer('stop', { model })).toEqual({ html: '<p>moon</p>', model: 'configured' });
    expect(readAnswer('stop', { model: 'own' }).model).toBe('own');
  },
);

/** The failpoints at which a test stops a generation as a crash of the process would. */
const STEPS = [
  'credits-hold.after-claim',
  'credits-hold.before-commit',
  'generate.after-hold',
  'generate.after-provider',
  'generate.before-commit',
  'generate-commit.after-capture',
  'generate-commit.before-commit',
  'generate-commit.after-commit',
  'generate.after-commit',
] as const;

// Verifies: credits.draft-with-capture, credits.hold.
test.each(STEPS)(
  'killed at %s: one draft for one price, or neither, and the call can be repeated',
  async (step) => {
    const { ctx, word, accountId, balance, websites } = await account();
    const input = asked(word);
    const disarm = crashAt(step);
    await generate(ctx, input, Date.now() + 4_000).catch(() => undefined);
    disarm();
    const state = async () => {
      const [, held = -1, spent = -1] = await balance();
      return [held, spent, await websites()];
    };
    const between = await state();
    expect([
      [0, 0, 0],
      [COST, 0, 0],
      [0, COST, 1],
    ]).toContainEqual(between);
    // Ends the lease of the crashed process at once. Only then does a repeated call take over the credits.
    const done = await until(
      'a draft',
      async () => {
        await services.db.rows(
          sql`update account.hold set lease_until = now() - interval '1 second' where account_id = ${accountId} and state = 'held'`,
        );
        return generate(ctx, input).catch(() => undefined);
      },
      20_000,
    );
    expect(done.result.credits.spent).toBe(COST);
    expect(await state()).toEqual([0, COST, 1]);
  },
);
