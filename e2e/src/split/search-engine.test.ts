import {
  ALL_TOOL_SCOPES,
  describeWith,
  freePort,
  newOwner,
  runCommand,
  server,
  startSplit,
  until,
  type SplitProduct,
} from '@bridge/testing';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  callOn,
  SURFACES,
  type ActionCaller,
  type ActionCallOutcome,
  type SurfaceName,
} from '../call.ts';
import { create, done, refused, unique } from '../stage.ts';

/** A split product with two processes of the search service, and a function that calls it with a key. */
interface SearchProduct {
  readonly split: SplitProduct;
  /** Returns a function that calls actions over one surface (`act` or `mcp`), with a key for all ten tools. */
  on(surface: SurfaceName): ActionCaller;
}

/** Starts the product with two processes of the search service. They use the search engine in `settings`. Creates a key. */
async function open(settings: Readonly<Record<string, string>>): Promise<SearchProduct> {
  const env = { BRIDGE_LIMITS: 'off', ...settings };
  const split = await startSplit({ env, replicas: { gateway: 1, builder: 1, surf: 2 } });
  const owner = await newOwner(split.baseUrl, split.env);
  const { secret } = await owner.makeKey({ scopes: ALL_TOOL_SCOPES });
  return { split, on: (surface) => callOn(surface, split.baseUrl, secret) };
}

/** Starts the product while its Meilisearch server is stopped. The test starts the server later. */
async function openOnEngine() {
  const engine = await server('meilisearch', { own: true });
  try {
    await engine.kill();
    return { engine, ...(await open(engine.settings)) };
  } catch (error) {
    await engine.stop();
    throw error;
  }
}

/** The first word of each title in a search result. */
function wordsOf(outcome: ActionCallOutcome): readonly string[] {
  const { references } = done<{ references: readonly { title: string }[] }>(outcome);
  return [...new Set(references.map(({ title }) => title.split(' ')[0] ?? ''))];
}

/** Replaces the archive by 40 works whose titles begin with `word`. */
async function swapTo({ env }: SplitProduct, word: string): Promise<void> {
  const rows = Array.from({ length: 40 }, (_, at) =>
    JSON.stringify({ no: at + 1, name: `${word} over the harbour ${at + 1}` }),
  );
  const folder = env['BRIDGE_DATA'] ?? '';
  const [works, mapping] = [join(folder, 'works.ndjson'), join(folder, 'mapping.json')];
  writeFileSync(works, rows.join('\n'));
  const fields = { id: 'no', title: 'name' };
  const village = { source: 'village', dataset: 'Village', institution: 'Village Museum', fields };
  writeFileSync(mapping, JSON.stringify(village));
  const args = ['archive', 'import', '--swap', '--source', 'generic', '--map', mapping, works];
  const { code, stderr } = await runCommand(args, env);
  expect(code, stderr).toBe(0);
  rmSync(works);
}

describeWith(
  'search services whose engine is away from the start',
  async () => open({ BRIDGE_SEARCH: `meili+http://127.0.0.1:${await freePort()}` }),
  ({ split }) => split.stop(),
  (running) => {
    for (const surface of SURFACES) {
      it(`tell a search so, and all else works (${surface})`, async () => {
        const call = running().on(surface);
        const error = refused(await call('surf.search', { query: 'wave' }), 'service_unavailable');
        expect(error).toMatchObject({ outcome: 'not_applied', retry: 'after_seconds' });
        const word = unique('engine');
        done(await call('worlds.found', { word, idempotency_key: unique('found') }));
        await create(call, word);
      });
    }
  },
);

describeWith(
  'two search services over an engine',
  openOnEngine,
  async ({ split, engine }) => {
    await split.stop();
    await engine.stop();
  },
  (running) => {
    it('search without a restart once the engine is there', async () => {
      const { engine, on } = running();
      const search = async () => (await on('act')('surf.search', { query: 'wave' })).ok;
      expect(await search()).toBe(false);
      await engine.restart();
      await until('a search to be answered', search);
    });

    it('give one answer, and after a swap the new one, never a mixture or an error', async () => {
      const { split, on } = running();
      const search = () => on('act')('surf.search', { query: 'harbour', limit: 12 });
      await swapTo(split, 'Balloon');
      const answers = await Promise.all(Array.from({ length: 12 }, search));
      for (const answer of answers) expect(done(answer)).toEqual(done(answers[0] ?? answer));
      let swapped = false;
      const swap = swapTo(split, 'Zeppelin').finally(() => (swapped = true));
      while (!swapped) expect([['Balloon'], ['Zeppelin']]).toContainEqual(wordsOf(await search()));
      await swap;
      const all = async () => {
        const now = await Promise.all(Array.from({ length: 12 }, search));
        return now.every((answer) => wordsOf(answer).join() === 'Zeppelin');
      };
      await until('every service to give the new answer', all, 2_000);
    });
  },
);
