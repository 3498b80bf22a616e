// Working beginnings of an action, one for each service and for reads and changes: what they do is true and tested, and
// the author puts the new operation in its place.

/** Names of the action that is made. */
export interface NewAction {
  readonly service: string;
  /** As in its name: `set_title` of `builder.set_title`. */
  readonly verb: string;
  /** Its key in the service's object, and its handler's name: `setTitle`. */
  readonly key: string;
  readonly kind: 'read' | 'add' | 'change';
}
/** The three files of an action, as text; formatted by prettier afterwards. */
export interface ActionFiles {
  readonly contract: string;
  readonly handler: string;
  readonly test: string;
}

/** What a template says of a service's own things. */
interface Sample {
  /** Names from `common.ts` and `records.ts`, and members of input, output and example. */
  readonly common: readonly string[];
  readonly records: readonly string[];
  readonly input: string;
  readonly output: string;
  readonly example: string;
  readonly errors: string;
  readonly effect: string;
  /** Imports and body of the handler, with `CONTRACT` in the place of `BUILDER.setTitle`. */
  readonly imports: string;
  readonly handler: string;
  readonly setup: string;
  readonly test: string;
}

const BUILDER: Readonly<Record<'read' | 'change', Sample>> = {
  read: {
    common: ['pageId'],
    records: ['websiteRecord'],
    input: 'page_id: pageId',
    output: 'website: websiteRecord',
    example: 'page_id: 42',
    errors: '',
    effect: 'Reads the record of a website. Likely errors: page_not_found.',
    imports: `import { demandVisible, scopeOf } from '../checks.ts';
import { websiteRecordOf } from '../website-record.ts';
import { findWebsite } from '../website.store.ts';`,
    handler: `({ db, links }: BuilderDeps): Handler<typeof CONTRACT> {
  return async ({ page_id }, call) => {
    const row = demandVisible(await findWebsite(db, scopeOf(call), page_id), page_id);
    return { website: websiteRecordOf(row, links) };
  };
}`,
    setup: 'BUILDER',
    test: `test('reads the record of a website of the account, and of no other', async () => {
  const { ctx, website } = await draft();
  const { page_id } = website;
  expect((await rooms.call(CONTRACT, ctx, { page_id })).result.website).toEqual(website);
  await expect(rooms.call(CONTRACT, agentCtx(), { page_id })).rejects.toMatchObject({
    code: 'page_not_found',
  });
});`,
  },
  change: {
    common: ['expectedRevision', 'idempotencyKey', 'pageId'],
    records: ['websiteRecord'],
    input: 'page_id: pageId, expected_revision: expectedRevision, idempotency_key: idempotencyKey',
    output: 'website: websiteRecord',
    example: "page_id: 42, expected_revision: 1, idempotency_key: 'KEY'",
    errors: "'quota_exceeded'",
    effect: 'Makes the next revision of a draft. Likely errors: revision_conflict.',
    imports: `import { demandChangeable, demandRevision, scopeOf } from '../checks.ts';
import { applyDraftChange } from '../draft-change.ts';
import { findWebsite } from '../website.store.ts';`,
    handler: `(deps: BuilderDeps): Handler<typeof CONTRACT> {
  const { db } = deps;
  return async ({ page_id, expected_revision, idempotency_key }, call) =>
    db.change({
      callable: CONTRACT,
      call,
      idempotencyKey: idempotency_key,
      // Reads and computes, without a transaction.
      plan: async () => {
        const row = demandChangeable(await findWebsite(db, scopeOf(call), page_id), page_id);
        demandRevision(row, expected_revision);
      },
      // Writes, in one transaction with the idempotency key and the journal; null keeps what is there.
      apply: (tx) =>
        applyDraftChange(
          deps,
          tx,
          call,
          { pageId: page_id, expectedRevision: expected_revision, html: null, layers: null, word: null },
          { action: CONTRACT.name, limited: true },
        ),
    });
}`,
    setup: 'BUILDER',
    test: `test('makes the next revision once, however often it is sent', async () => {
  const { ctx, website } = await draft();
  const input = { page_id: website.page_id, expected_revision: 1, idempotency_key: 'again-0001' };
  const first = await rooms.call(CONTRACT, ctx, input);
  expect(first.result.website.draft_revision).toBe(2);
  expect(await rooms.call(CONTRACT, ctx, input)).toEqual({ ...first, replayed: true });
});

test('refuses a stale revision and changes nothing', async () => {
  const { ctx, website } = await draft();
  const { page_id } = website;
  const input = { page_id, expected_revision: 7, idempotency_key: 'stale-0001' };
  await expect(rooms.call(CONTRACT, ctx, input)).rejects.toMatchObject({ code: 'revision_conflict' });
  expect((await rooms.call(BUILDER.get, ctx, { page_id })).result.website).toEqual(website);
});`,
  },
};

const WORLDS: Readonly<Record<'read' | 'change', Sample>> = {
  read: {
    common: ['word'],
    records: ['worldRole'],
    input: 'word',
    output: 'word, role: worldRole',
    example: "word: 'moonlit-press'",
    errors: "'world_not_found', 'key_world_not_allowed'",
    effect: 'Tells the role of the account in a World. Likely errors: world_not_found.',
    imports: `import { accountOf } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';
import { standingOf } from '../member.store.ts';
import { keyAllows } from '../permissions.ts';`,
    handler: `({ db }: WorldsDeps): Handler<typeof CONTRACT> {
  return async ({ word }, call) => {
    if (!keyAllows(call.ctx, word)) throw new BridgeError('key_world_not_allowed', { word });
    const role = (await standingOf(db, word, accountOf(call)))?.role ?? null;
    if (role === null) throw new BridgeError('world_not_found', { word });
    return { word, role };
  };
}`,
    setup: 'WORLDS',
    test: `test('tells the role of the account, and a stranger nothing', async () => {
  const { ctx, word } = await world();
  expect((await rooms.call(CONTRACT, ctx, { word })).result).toEqual({ word, role: 'founder' });
  await expect(rooms.call(CONTRACT, agentCtx(), { word })).rejects.toMatchObject({
    code: 'world_not_found',
  });
});`,
  },
  change: {
    common: ['idempotencyKey', 'word'],
    records: [],
    input: 'word, idempotency_key: idempotencyKey',
    output: 'word',
    example: "word: 'moonlit-press', idempotency_key: 'KEY'",
    errors: "'world_not_found', 'world_forbidden', 'key_world_not_allowed'",
    effect: 'Changes a World of its founder. Likely errors: world_not_found, world_forbidden.',
    imports: `import { accountOf } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';
import { demandFounder } from '../managed-change.ts';
import { holdWorld } from '../member.store.ts';
import { keyAllows } from '../permissions.ts';`,
    handler: `({ db }: WorldsDeps): Handler<typeof CONTRACT> {
  return async ({ word, idempotency_key }, call) =>
    db.change({
      callable: CONTRACT,
      call,
      idempotencyKey: idempotency_key,
      // Reads and computes, without a transaction.
      plan: async () => {
        if (!keyAllows(call.ctx, word)) throw new BridgeError('key_world_not_allowed', { word });
      },
      // Writes, in one transaction with the idempotency key and the journal.
      apply: async (tx) => {
        const standing = await holdWorld(tx, word, accountOf(call));
        if (standing === undefined) throw new BridgeError('world_not_found', { word });
        if (standing.suspended) throw new BridgeError('suspended', {});
        demandFounder(standing.role, word);
        return { result: { word }, words: [word], word };
      },
    });
}`,
    setup: 'WORLDS',
    test: `test('is done once, however often it is sent', async () => {
  const { ctx, word } = await world();
  const input = { word, idempotency_key: 'again-0001' };
  const first = await rooms.call(CONTRACT, ctx, input);
  expect(first).toEqual({ result: { word }, replayed: false });
  expect(await rooms.call(CONTRACT, ctx, input)).toEqual({ ...first, replayed: true });
});

test('is refused to everybody but the founder', async () => {
  const { word } = await world();
  const input = { word, idempotency_key: 'stranger-0001' };
  await expect(rooms.call(CONTRACT, agentCtx(), input)).rejects.toMatchObject({
    code: 'world_forbidden',
  });
});`,
  },
};

const PUBLISHER: Sample = {
  common: ['pageId', 'url'],
  records: [],
  input: 'page_id: pageId',
  output: 'live_url: url',
  example: 'page_id: 42',
  errors: '',
  effect: 'Tells the address that a website has or would have. Likely errors: rate_limited.',
  imports: '',
  handler: `({ links }: PublisherDeps): Handler<typeof CONTRACT> {
  return async ({ page_id }) => ({ live_url: links.live(page_id) });
}`,
  setup: 'PUBLISHER',
  test: `test('tells the address of a website', async () => {
  const { result } = await rooms.call(CONTRACT, agentCtx(), { page_id: 42 });
  expect(result.live_url).toMatch(/^http:\\/\\/p42\\./);
});`,
};

const SURF: Sample = {
  common: [],
  records: [],
  input: 'query: z.string().min(1).max(LIMITS.searchQueryCharsMax)',
  output: 'found: z.boolean()',
  example: "query: 'bauhaus weaving'",
  errors: '',
  effect: 'Tells whether the archive holds a reference for a query. Likely errors: rate_limited.',
  imports: '',
  handler: `({ archive }: SurfDeps): Handler<typeof CONTRACT> {
  return async ({ query }) => ({ found: (await archive.search(query, 1)).hits.length > 0 });
}`,
  setup: 'SURF',
  test: `test('tells whether the archive holds a reference', async () => {
  const { result } = await rooms.call(CONTRACT, agentCtx(), { query: 'portrait' });
  expect(result).toEqual({ found: true });
});`,
};

const SETUPS: Readonly<Record<string, string>> = {
  BUILDER: `import { BUILDER, WORLDS, type CallPrincipal, type WebsiteRecord } from '@bridge/contracts';
import { agentCtx, putAdmitted, startRooms, worldsModule, type Rooms } from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builderModule } from '../module.ts';

let rooms: Rooms;
beforeAll(async () => {
  rooms = await startRooms([worldsModule, builderModule]);
});
afterAll(() => rooms.stop());

/** A new account with a World and a private website in it. */
async function draft(): Promise<{ readonly ctx: CallPrincipal; readonly website: WebsiteRecord }> {
  const ctx = agentCtx();
  const word = \`w\${ctx.account_id?.slice(4)}\`;
  await rooms.call(WORLDS.found, ctx, { word, idempotency_key: 'found-0001' });
  const raw_html = await putAdmitted(rooms, ctx, '<p>one</p>');
  const input = { title: 'A title', word, raw_html, idempotency_key: 'create-0001' };
  return { ctx, website: (await rooms.call(BUILDER.create, ctx, input)).result.website };
}`,
  WORLDS: `import { WORLDS, type CallPrincipal } from '@bridge/contracts';
import { agentCtx, startRooms, type Rooms } from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { worldsModule } from '../module.ts';

let rooms: Rooms;
beforeAll(async () => {
  rooms = await startRooms([worldsModule]);
});
afterAll(() => rooms.stop());

/** A new account with a World. */
async function world(): Promise<{ readonly ctx: CallPrincipal; readonly word: string }> {
  const ctx = agentCtx();
  const word = \`w\${ctx.account_id?.slice(4)}\`;
  await rooms.call(WORLDS.found, ctx, { word, idempotency_key: 'found-0001' });
  return { ctx, word };
}`,
  PUBLISHER: `import { PUBLISHER } from '@bridge/contracts';
import { agentCtx, startRooms, type Rooms } from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publisherModule } from '../module.ts';

let rooms: Rooms;
beforeAll(async () => {
  rooms = await startRooms([publisherModule]);
});
afterAll(() => rooms.stop());`,
  SURF: `import { SURF } from '@bridge/contracts';
import { readSettings } from '@bridge/kernel';
import { agentCtx, startRooms, type Rooms } from '@bridge/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { surfModule } from '../module.ts';

const folder = mkdtempSync(join(tmpdir(), 'bridge-surf-action-'));
let rooms: Rooms;
beforeAll(async () => {
  rooms = await startRooms([surfModule], { settings: readSettings({ BRIDGE_DATA: folder }) });
}, 120_000);
afterAll(async () => {
  await rooms.stop();
  rmSync(folder, { recursive: true, force: true });
});`,
};

/** Services with a schema, whose actions may change something. */
export const CHANGING_SERVICES: readonly string[] = ['builder', 'worlds'];
/** Services for which there is a template. */
export const TEMPLATE_SERVICES: readonly string[] = [...CHANGING_SERVICES, 'publisher', 'surf'];

function sampleOf({ service, kind }: NewAction): Sample {
  const side = kind === 'read' ? 'read' : 'change';
  if (service === 'builder') return BUILDER[side];
  if (service === 'worlds') return WORLDS[side];
  return service === 'publisher' ? PUBLISHER : SURF;
}

function contractOf(action: NewAction, sample: Sample): string {
  const { service, verb, key, kind } = action;
  const name = `${service}.${verb}`;
  const from = (names: readonly string[], file: string): string =>
    names.length === 0 ? '' : `import { ${names.join(', ')} } from '../../${file}.ts';\n`;
  return `import { z } from 'zod';
${from(sample.common, 'common')}import { defineAction } from '../../define.ts';
${from(sample.input.includes('LIMITS') ? ['LIMITS'] : [], 'limits')}${from(sample.records, 'records')}
export const ${key} = defineAction({
  name: '${name}',
  kind: '${kind}',
  set: 'none',
  purpose: '${sample.effect.replace(' Likely', ` Scope ${name}. Likely`)}',
  input: z.strictObject({ ${sample.input} }),
  output: z.strictObject({ ${sample.output} }),
  errors: [${sample.errors}],
  example: { ${sample.example.replace('KEY', `${service}-${verb}-1`)} },
});
`;
}

/** The text of the three files. */
export function actionFiles(action: NewAction): ActionFiles {
  const { service, verb, key, kind } = action;
  const sample = sampleOf(action);
  const object = service.toUpperCase();
  const named = (text: string): string => text.replaceAll('CONTRACT', `${object}.${key}`);
  const deps = `${service.charAt(0).toUpperCase()}${service.slice(1)}Deps`;
  // A read names its contract in types only.
  const imported = kind === 'read' ? `type { ${object} }` : `{ ${object} }`;
  return {
    contract: contractOf(action, sample),
    handler: named(`import ${imported} from '@bridge/contracts';
import type { Handler } from '@bridge/bus';
${sample.imports}
import type { ${deps} } from '../deps.ts';

/** Answers \`${service}.${verb}\`. */
export function ${key}${sample.handler}
`).replace(
      "import type { Handler } from '@bridge/bus';\nimport { accountOf }",
      'import { accountOf, type Handler }',
    ),
    test: named(`${SETUPS[sample.setup] ?? ''}\n\n${sample.test}\n`),
  };
}
