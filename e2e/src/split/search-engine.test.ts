import {
  ALL_TOOL_SCOPES,
  freePort,
  isRequired,
  Missing,
  newOwner,
  runCommand,
  server,
  startSplit,
  until,
  type ServerTypes,
  type Split,
} from '@bridge/testing';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOn, SURFACES, type Call, type Outcome } from '../call.ts';
import { create, done, refused, unique } from '../stage.ts';

let split: Split | undefined;
let engine: ServerTypes['meilisearch'] | undefined;
/** Why there is no split product; why there is no engine. */
let why: string | null = null;
let withoutEngine: string | null = null;
let secret = '';

/** What is given to `open`, or null with the reason told. */
async function orMissing<T>(open: Promise<T>, tell: (reason: string) => void): Promise<T | null> {
  try {
    return await open;
  } catch (error) {
    if (!(error instanceof Missing) || isRequired(error.requirement)) throw error;
    tell(error.message);
    return null;
  }
}

beforeAll(async () => {
  const tellEngine = (reason: string) => (withoutEngine = reason);
  engine = (await orMissing(server('meilisearch', { own: true }), tellEngine)) ?? undefined;
  // Away while the product starts.
  await engine?.kill();
  const nobody = { BRIDGE_SEARCH: `meili+http://127.0.0.1:${await freePort()}` };
  const env = { BRIDGE_LIMITS: 'off', ...(engine?.settings ?? nobody) };
  const started = startSplit({ env, replicas: { gateway: 1, builder: 1, surf: 2 } });
  split = (await orMissing(started, (reason) => (why = reason))) ?? undefined;
  if (split === undefined) return;
  const owner = await newOwner(split.baseUrl, split.env);
  ({ secret } = await owner.makeKey({ scopes: ALL_TOOL_SCOPES }));
});
afterAll(async () => {
  await split?.stop();
  await engine?.stop();
});

function running(): Split {
  if (split === undefined) throw new Error(why ?? 'the split product does not run');
  return split;
}
const on = (surface: (typeof SURFACES)[number]): Call => callOn(surface, running().baseUrl, secret);

/** The first words of the titles that an answer shows. */
function wordsOf(outcome: Outcome): readonly string[] {
  const { references } = done(outcome) as { references: readonly { title: string }[] };
  return [...new Set(references.map(({ title }) => title.split(' ')[0] ?? ''))];
}

/** The archive becomes forty works whose titles begin with this word. */
async function swapTo(word: string): Promise<void> {
  const rows = Array.from({ length: 40 }, (_, at) =>
    JSON.stringify({ no: at + 1, name: `${word} over the harbour ${at + 1}` }),
  );
  const folder = running().env['BRIDGE_DATA'] ?? '';
  const [works, mapping] = [join(folder, 'works.ndjson'), join(folder, 'mapping.json')];
  writeFileSync(works, rows.join('\n'));
  const fields = { id: 'no', title: 'name' };
  const village = { source: 'village', dataset: 'Village', institution: 'Village Museum', fields };
  writeFileSync(mapping, JSON.stringify(village));
  const args = ['archive', 'import', '--swap', '--source', 'generic', '--map', mapping, works];
  const { code, stderr } = await runCommand(args, running().env);
  expect(code, stderr).toBe(0);
  rmSync(works);
}

describe('search services of their own over an engine', () => {
  for (const surface of SURFACES) {
    it(`while the engine is away from the start, a search is told so and all else works (${surface})`, async ({
      skip,
    }) => {
      if (why !== null) skip(why);
      const call = on(surface);
      const error = refused(await call('surf.search', { query: 'wave' }), 'service_unavailable');
      expect(error).toMatchObject({ outcome: 'not_applied', retry: 'after_seconds' });
      const word = unique('engine');
      done(await call('worlds.found', { word, idempotency_key: unique('found') }));
      await create(call, word);
    });
  }

  it('once the engine is there, they search without a restart', async ({ skip }) => {
    if (why !== null || withoutEngine !== null) skip(why ?? withoutEngine ?? '');
    await engine?.restart();
    const search = async () => (await on('act')('surf.search', { query: 'wave' })).ok;
    await until('a search to be answered', search);
  });

  it('two of them give one answer, and after a swap the new one, never a mixture or an error', async ({
    skip,
  }) => {
    if (why !== null || withoutEngine !== null) skip(why ?? withoutEngine ?? '');
    const search = () => on('act')('surf.search', { query: 'harbour', limit: 12 });
    await swapTo('Balloon');
    const answers = await Promise.all(Array.from({ length: 12 }, search));
    for (const answer of answers) expect(done(answer)).toEqual(done(answers[0] ?? answer));
    let swapped = false;
    const swap = swapTo('Zeppelin').then(() => (swapped = true));
    while (!swapped) expect([['Balloon'], ['Zeppelin']]).toContainEqual(wordsOf(await search()));
    await swap;
    const all = async () => {
      const now = await Promise.all(Array.from({ length: 12 }, search));
      return now.every((answer) => wordsOf(answer).join() === 'Zeppelin');
    };
    await until('every service to give the new answer', all, 2_000);
  });
});
