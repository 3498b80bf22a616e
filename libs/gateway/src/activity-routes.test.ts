import type { ActivityAnswer, VerifiableJournalRow } from '@bridge/contracts';
import { sql } from '@bridge/db';
import {
  accountModule,
  openBrowser,
  startGateway,
  until,
  type GatewayTestRig,
} from '@bridge/testing';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let rig: GatewayTestRig;
beforeAll(async () => {
  rig = await startGateway({}, {}, [accountModule]);
});
afterAll(() => rig.stop());

/** Creates an owner and signs the owner in with a browser; returns functions that read the journal. */
async function stage() {
  const { email, password, accountId } = await rig.owner();
  const browser = openBrowser(rig);
  await browser.signIn(email, password);
  const get = async (path: string) => {
    const answer = await browser.send('GET', `/api/console/${path}`);
    expect(answer.status, answer.text).toBe(200);
    return answer;
  };
  const verify = async (body: object = {}) =>
    (await browser.send('POST', '/api/console/activity/verify', body)).json;
  return { email, accountId, browser, get, verify };
}

const KEYS = ['a', 'b', 'c', 'd', 'e'].map((letter) => `key_${letter.repeat(26)}`);
/**
 * Appends `rows` effects to an account’s journal: by 5 keys and the owner, on 7 websites in 3 Worlds, over 3 interfaces (act,
 * MCP and console).
 */
function fill(accountId: string, rows: number): Promise<unknown> {
  return rig.services.db.rows(
    sql`select effect.append(${accountId},
        (array['builder.patch', 'builder.publish', 'worlds.found', 'keys.create', 'relay.message', 'builder.set_visibility'])[1 + n % 6],
        coalesce(k.id, 'owner'), k.id, (array['act', 'mcp', 'console'])[1 + n % 3],
        case when n % 6 in (0, 1, 5) then 1 + n % 7 end, (array['moon', 'sun', 'sea'])[1 + n % 3],
        case when n % 6 = 0 then n end, case when n % 6 = 0 then n + 1 end, 'req_' || n)
      from generate_series(1, ${rows}) n
      cross join lateral (select (${KEYS}::text[])[n % 6 + 1] as id) k`,
  );
}

describe('a thousand effects by five keys', () => {
  let one: Awaited<ReturnType<typeof stage>>;
  beforeAll(async () => {
    one = await stage();
    await fill(one.accountId, 1_000);
  });

  const counted = async (condition: string): Promise<readonly number[]> => {
    const rows = await rig.services.db.rows(
      sql<{
        seq: number;
      }>`select seq from effect.journal where account_id = ${one.accountId} and ${sql.raw(condition)} order by seq desc`,
    );
    return rows.map(({ seq }) => seq);
  };
  const listed = async (query: string): Promise<readonly number[]> => {
    const seqs: number[] = [];
    for (let after = ''; ;) {
      const { json } = await one.get(`activity?limit=100${query}${after}`);
      const page = json as ActivityAnswer;
      seqs.push(...page.events.map(({ id }) => id));
      if (page.next === null) return seqs;
      after = `&after=${page.next}`;
    }
  };

  // Verifies: activity.filters.
  test.each([
    ['', 'true'],
    [`&key_id=${KEYS[1] ?? ''}`, `key_id = '${KEYS[1] ?? ''}'`],
    ['&page_id=3', 'page_id = 3'],
    ['&word=sun', `word = 'sun'`],
    ['&surface=mcp', `surface = 'mcp'`],
    ['&kind=publishing', `action in ('builder.publish', 'builder.set_visibility')`],
    ['&kind=websites', `action = 'builder.patch'`],
    ['&kind=worlds', `action = 'worlds.found'`],
    ['&kind=keys', `action = 'keys.create'`],
    ['&kind=messages', `action = 'relay.message'`],
    ['&kind=account', 'false'],
    [
      '&page_id=3&kind=publishing&word=moon',
      `page_id = 3 and word = 'moon' and action in ('builder.publish', 'builder.set_visibility')`,
    ],
    ['&to=2020-01-01T00:00:00Z', 'false'],
    ['&from=2020-01-01T00:00:00Z', 'true'],
  ])('the filter %s shows exactly the rows that fit', async (query, condition) => {
    expect(await listed(query)).toEqual(await counted(condition));
  });

  // Verifies: activity.file.
  test('are one file, and the file shows by itself that no row was changed', async () => {
    const answer = await one.get('activity.jsonl');
    expect(answer.headers.get('content-disposition')).toContain('attachment');
    const lines = answer.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as VerifiableJournalRow);
    expect(lines.map(({ seq }) => seq)).toEqual(Array.from({ length: 1_000 }, (_, n) => n + 1));
    expect(firstBad(lines)).toBeNull();
    const [third] = lines.slice(2);
    if (third === undefined) throw new Error('no third row');
    expect(firstBad(lines.with(2, { ...third, word: 'elsewhere' }))).toBe(3);
    expect(firstBad(lines.toSpliced(2, 1))).toBe(4);
  });
});

/**
 * Verifies a journal file as docs/guides/audit.md describes. Returns the number of the first invalid row; null when all rows
 * are valid.
 */
function firstBad(lines: readonly VerifiableJournalRow[]): number | null {
  let before = '';
  for (const [at, line] of lines.entries()) {
    const { account_id, seq, action, actor, key_id, surface, page_id, word, request_id } = line;
    const members = [2, account_id, seq, Date.parse(line.at), action, actor, key_id, surface];
    const all = [...members, page_id, word, line.revision_before, line.revision_after, request_id];
    const text = `[${all.map((member) => JSON.stringify(member)).join(', ')}]`;
    const hash = createHash('sha256').update(Buffer.from(line.prev, 'hex')).update(text);
    if (seq !== at + 1 || line.prev !== before || hash.digest('hex') !== line.hash) return seq;
    before = line.hash;
  }
  return null;
}

// Verifies: activity.chain.
test('a check goes on where the last one ended, and names a row that was changed', async () => {
  const { accountId, verify, get } = await stage();
  await fill(accountId, 20);
  expect(await verify()).toMatchObject({ to: 20, seq: 20, ok: true, first_bad: null });
  await fill(accountId, 5);
  expect((await get('activity')).json.chain).toMatchObject({ to: 20, seq: 25, ok: true });
  await rig.services.db.transaction({}, async (tx) => {
    await tx.rows(sql`alter table effect.journal disable trigger journal_append_only`);
    await tx.rows(
      sql`update effect.journal set word = 'forged' where account_id = ${accountId} and seq in (7, 23)`,
    );
    await tx.rows(sql`alter table effect.journal enable trigger journal_append_only`);
  });
  expect(await verify()).toMatchObject({ to: 22, ok: false, first_bad: 23 });
  expect(await verify({ from: 1 })).toMatchObject({ to: 6, ok: false, first_bad: 7 });
  // A verification that starts after the invalid row 7 must still report row 7.
  expect(await verify({ from: 8 })).toMatchObject({ ok: false, first_bad: 7 });
  expect((await get('activity')).json.chain).toMatchObject({ to: 6, ok: false, first_bad: 7 });
});

// Verifies: activity.refusals.
test('refusals are counted by minute, key, action and code', async () => {
  const { email, accountId, get } = await stage();
  const { key } = await rig.tool.keysCreate(email, { name: 'refused', scopes: ['worlds.list'] });
  const other = await stage();
  await rig.services.db.rows(
    sql`insert into effect.refusal (account_id, key_id, action, code, minute, n) values
      (${accountId}, ${key.key_id}, 'builder.publish', 'insufficient_scope', date_trunc('minute', now()), 3),
      (${accountId}, ${KEYS[0] ?? ''}, 'act', 'invalid_json', date_trunc('minute', now()) - interval '1 hour', 2),
      (${accountId}, ${KEYS[0] ?? ''}, 'act', 'invalid_json', now() - interval '8 days', 9)`,
  );
  const rows = (await get('refusals')).json.refusals as unknown[];
  expect(rows).toMatchObject([
    { key_id: key.key_id, key_name: 'refused', action: 'builder.publish', n: 3 },
    { key_id: KEYS[0], key_name: null, code: 'invalid_json', n: 2 },
  ]);
  expect((await get(`refusals?key_id=${key.key_id}`)).json.refusals).toEqual(rows.slice(0, 1));
  expect((await other.get('refusals')).json.refusals).toEqual([]);
});

// Verifies: activity.file.
test('of four requests for the file at the same moment one is answered, and a later one when its client has left', async () => {
  const { accountId, browser } = await stage();
  await fill(accountId, 6_000);
  const file = () =>
    fetch(`${rig.base}/api/console/activity.jsonl`, { headers: { cookie: browser.cookie } });
  const answers = await Promise.all([file(), file(), file(), file()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429]);
  for (const answer of answers) await answer.body?.cancel();
  await until('the file to be free again', async () => {
    const later = await file();
    await later.body?.cancel();
    return later.status === 200;
  });
});

// Verifies: activity.owner.
test.each(['activity', 'activity.jsonl', 'refusals'])(
  '%s is for the owner in person, and of the own account alone',
  async (path) => {
    const [one, other] = [await stage(), await stage()];
    await fill(one.accountId, 3);
    const key = await rig.key(['audit.read'], one.email);
    const answer = await openBrowser(rig).send('GET', `/api/console/${path}`, undefined, {
      authorization: `Bearer ${key}`,
    });
    expect(answer.json.error.code).toBe('session_required');
    expect((await other.get(path)).text).not.toContain('moon');
  },
);
