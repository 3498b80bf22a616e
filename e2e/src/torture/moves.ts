import type { WebsiteRecord } from '@bridge/contracts';
import { hash } from 'node:crypto';
import type { SurfaceName } from '../call.ts';
import {
  bounds,
  call,
  demand,
  keep,
  note,
  pageOf,
  websiteOf,
  wordOf,
  type TortureAgent,
  type CallPayload,
} from './agent.ts';
import type { CallRecord } from './history.ts';
import { BEYOND_MOVES, moveBeyond, type NonToolMoveName } from './moves-beyond.ts';
import type { PageReadRevisions } from './stage.ts';

/** The moves that agents choose from at random, with their relative frequencies. A move is one call or a few related calls. */
export const MOVES = {
  read: 22,
  patch: 28,
  race: 5,
  twins: 6,
  stale: 5,
  replay: 9,
  mismatch: 2,
  create: 7,
  createLarge: 2,
  attach: 5,
  clear: 2,
  publish: 8,
  found: 2,
  list: 2,
  ...BEYOND_MOVES,
} as const;
/** The name of a move in `MOVES`. */
export type AgentMove = keyof typeof MOVES;

/**
 * Length of a large page, in characters: large enough for the product to store it as an object, small enough not to dominate
 * the load.
 */
const LARGE_CHARS = 300_000;
const TWINS_MAX = 4;

function markOf(html: string): string | null {
  return /<!--mark [^>]*-->/.exec(html)?.[0] ?? null;
}

function newHtml(agent: TortureAgent, large: boolean): string {
  const mark = agent.mark('page');
  const filler = large ? '<p>Lorem ipsum dolor sit amet.</p>\n'.repeat(LARGE_CHARS / 34) : '';
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${mark}</title></head>\n<body><h1>${mark}</h1>\n<!--mark ${mark}-->\n${filler}</body></html>\n`;
}

async function create(agent: TortureAgent, large: boolean): Promise<void> {
  const html = newHtml(agent, large);
  const key = agent.mark('create');
  const word = wordOf(agent);
  const payload = { title: key, word, raw_html: html, idempotency_key: key };
  const done = await call(agent, 'builder.create', payload);
  demand(agent, done);
  if (!keep(agent, done)) return;
  const { page_id: pageId, draft_revision: rev, raw_sha256: sha } = websiteOf(done.record);
  const at = bounds(done.record);
  agent.history.event(pageId, { ...at, op: 'write', exp: 0, outcome: 'ok', rev, sha });
  if (sha !== hash('sha256', html))
    agent.history.find({ promise: 'exact', what: 'created with other bytes', pageId });
  agent.account.learn(pageId, rev, html);
}

/** Makes a patch of the newest HTML that the account's agents have read. */
function patchOf(
  agent: TortureAgent,
  page: PageReadRevisions,
): { payload: CallPayload; html: string; exp: number } {
  const { rev, html } = page.seen;
  const old = markOf(html) ?? '';
  const next = `<!--mark ${agent.mark('state')}-->`;
  const payload = {
    page_id: page.pageId,
    expected_revision: rev,
    idempotency_key: agent.mark('patch'),
    patch_ops: [{ op: 'replace_text', old, new: next }],
  };
  return { payload, html: html.replace(old, () => next), exp: rev };
}

async function patch(
  agent: TortureAgent,
  page: PageReadRevisions,
  surface = agent.surface,
): Promise<void> {
  const { payload, html, exp } = patchOf(agent, page);
  const done = await call(agent, 'builder.patch', payload, surface);
  demand(agent, done, 'revision_conflict');
  note(agent, 'write', { pageId: page.pageId, exp }, done, hash('sha256', html));
  if (keep(agent, done)) agent.account.learn(page.pageId, exp + 1, html);
  else await read(agent, page);
}

async function read(agent: TortureAgent, page: PageReadRevisions): Promise<void> {
  const { pageId } = page;
  const done = await call(agent, 'builder.get', { page_id: pageId });
  demand(agent, done);
  if (done.answer?.kind !== 'done') return;
  const { website: found, raw_html: html } = JSON.parse(done.record.result ?? '{}') as {
    website: WebsiteRecord;
    raw_html: string;
  };
  // The HTML is checked here and not kept in the record, because keeping it for the whole run would need too much memory.
  done.record.result = JSON.stringify(found);
  const sha = hash('sha256', html);
  if (sha !== found.raw_sha256)
    agent.history.find({ promise: 'exact', what: 'read with other bytes than its hash', pageId });
  // A repeated read took effect in its last attempt, because its result comes from there.
  const inv = done.record.attempts.at(-1)?.inv ?? done.record.inv;
  const at = { ...bounds(done.record), inv };
  agent.history.event(pageId, { ...at, op: 'read', rev: found.draft_revision, sha });
  agent.account.learn(pageId, found.draft_revision, html);
}

/**
 * Sends the same call several times concurrently over both surfaces (`act` and `mcp`). All copies together must have one effect
 * and one answer.
 */
async function twins(agent: TortureAgent, page: PageReadRevisions): Promise<void> {
  const { history, account, random } = agent;
  const { payload, html, exp } = patchOf(agent, page);
  const count = 2 + random.below(TWINS_MAX - 1);
  const all = await Promise.all(
    Array.from({ length: count }, (_, n) =>
      call(agent, 'builder.patch', payload, n % 2 === 0 ? 'act' : 'mcp'),
    ),
  );
  for (const done of all) demand(agent, done, 'revision_conflict');
  const { pageId } = page;
  const won = all.filter(({ answer }) => answer?.kind === 'done');
  const [first] = won;
  if (first === undefined) {
    for (const done of all) note(agent, 'write', { pageId, exp }, done, hash('sha256', html));
    return;
  }
  // The copies count as one call. It begins when the first copy begins and ends when a copy first gets a success.
  const inv = Math.min(...all.map(({ record }) => record.inv));
  const ret = Math.min(...won.map(({ record }) => record.ret ?? Number.POSITIVE_INFINITY));
  const { draft_revision: rev } = websiteOf(first.record);
  const sha = hash('sha256', html);
  history.event(pageId, {
    id: first.record.id,
    op: 'write',
    exp,
    outcome: 'ok',
    rev,
    sha,
    inv,
    ret,
  });
  for (const { record, answer } of all) {
    if (answer?.kind === 'refused')
      history.find({
        promise: 'I3',
        what: `of the same call ${first.record.id} was done and ${record.id} refused`,
        pageId,
      });
    else if (record.result !== null && record.result !== first.record.result)
      history.find({
        promise: 'I3',
        what: `twins ${first.record.id} and ${record.id} differ`,
        pageId,
      });
  }
  // Only the first success counts as an effect; the other ones are replays of its result.
  for (const { record } of won.slice(1)) history.replayOf(record);
  account.done.push(first.record);
  account.learn(pageId, exp + 1, html);
}

/** Sends two different changes with the same expected revision concurrently. Exactly one must succeed. */
async function race(agent: TortureAgent, page: PageReadRevisions): Promise<void> {
  await Promise.all([patch(agent, page, 'act'), patch(agent, page, 'mcp')]);
}

/** Sends a change whose expected revision is old. It must be refused and change nothing. */
async function stale(agent: TortureAgent, page: PageReadRevisions): Promise<void> {
  const exp = agent.random.pick(page.older);
  const payload = {
    page_id: page.pageId,
    expected_revision: exp,
    idempotency_key: agent.mark('stale'),
    patch_ops: [{ op: 'replace_text', old: '<body>', new: '<body class="stale">' }],
  };
  const done = await call(agent, 'builder.patch', payload);
  demand(agent, done, 'revision_conflict');
  note(agent, 'write', { pageId: page.pageId, exp }, done, null);
}

/** Sends an earlier call again. It must return the first answer and have no further effect. */
export async function replay(
  agent: TortureAgent,
  first: CallRecord,
  surface: SurfaceName,
): Promise<void> {
  const { history } = agent;
  const { answer, record } = await call(agent, first.action, first.payload, surface);
  history.replayOf(record);
  if (answer === null) return;
  const pageId = first.payload['page_id'];
  const about = typeof pageId === 'number' ? { pageId } : {};
  if (answer.kind !== 'done')
    history.find({
      promise: 'I3',
      what: `call ${first.id} (${first.action}) was done; sent again as ${record.id} it was refused (${record.refused ?? ''})`,
      ...about,
    });
  else if (answer.result !== first.result || !answer.replayed)
    history.find({
      promise: 'I3',
      what: `call ${first.id} (${first.action}) was answered otherwise when it was sent again as ${record.id}`,
      ...about,
    });
}

/** Sends an earlier call's idempotency key with another payload. The call must be refused and change nothing. */
async function mismatch(agent: TortureAgent, first: CallRecord): Promise<void> {
  const payload = { word: agent.mark('w'), idempotency_key: first.key };
  const done = await call(agent, 'worlds.found', payload);
  demand(agent, done, 'idempotency_mismatch');
  if (done.answer?.kind === 'done')
    agent.history.find({ promise: 'I3', what: `the key of call ${first.id} was taken twice` });
}

async function guarded(
  agent: TortureAgent,
  action: 'builder.attach' | 'builder.clear' | 'builder.publish',
  page: PageReadRevisions,
  more: CallPayload = {},
): Promise<void> {
  const { pageId, seen } = page;
  const payload = {
    page_id: pageId,
    expected_revision: seen.rev,
    idempotency_key: agent.mark(action.slice('builder.'.length)),
    ...more,
  };
  const html = action === 'builder.clear' ? '' : seen.html;
  const done = await call(agent, action, payload);
  demand(agent, done, 'revision_conflict');
  const op = action === 'builder.publish' ? 'publish' : 'write';
  note(agent, op, { pageId, exp: seen.rev }, done, hash('sha256', html));
  if (!keep(agent, done)) return;
  if (op === 'write') agent.account.learn(pageId, seen.rev + 1, html);
  else agent.account.published.add(pageId);
}

async function found(agent: TortureAgent): Promise<void> {
  const word = agent.mark('w');
  const done = await call(agent, 'worlds.found', { word, idempotency_key: agent.mark('found') });
  demand(agent, done);
  if (keep(agent, done)) agent.account.words.push(word);
}

const hasMark = (page: PageReadRevisions): boolean => markOf(page.seen.html) !== null;

/** Performs one move of an agent. Creates the World or page that the move needs, if it is missing. */
export async function move(agent: TortureAgent, what: AgentMove): Promise<void> {
  const { account, random } = agent;
  if (account.words.length === 0) return found(agent);
  const page = pageOf(agent, hasMark);
  if (page === null) return create(agent, false);
  switch (what) {
    case 'read':
      return read(agent, page);
    case 'patch':
      return patch(agent, page);
    case 'race':
      return race(agent, page);
    case 'twins':
      return twins(agent, page);
    case 'stale':
      return page.older.length === 0 ? read(agent, page) : stale(agent, page);
    case 'replay':
      return account.done.length === 0
        ? read(agent, page)
        : replay(agent, random.pick(account.done), random.pick(['act', 'mcp']));
    case 'mismatch':
      return account.done.length === 0
        ? read(agent, page)
        : mismatch(agent, random.pick(account.done));
    case 'create':
      return create(agent, false);
    case 'createLarge':
      return create(agent, true);
    case 'attach': {
      // An attach to the World in which the page is makes no new revision, so another World is needed.
      const word = account.wordBeyond(page.pageId);
      return word === null ? found(agent) : guarded(agent, 'builder.attach', page, { word });
    }
    case 'clear':
      return guarded(agent, 'builder.clear', page);
    case 'publish':
      return guarded(agent, 'builder.publish', page);
    case 'found':
      return found(agent);
    case 'list':
      return demand(agent, await call(agent, 'builder.list', { limit: 5 }));
    default:
      return moveBeyond(agent, what satisfies NonToolMoveName, page);
  }
}
