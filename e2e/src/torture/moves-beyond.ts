import { hash } from 'node:crypto';
import {
  bounds,
  call,
  demand,
  keep,
  note,
  partyOf,
  websiteOf,
  wordOf,
  type TortureAgent,
  type EndedCall,
} from './agent.ts';
import { generatedPage } from './outside.ts';
import type { PageReadRevisions } from './stage.ts';

/** The actions that are not MCP tools, with the relative frequency at which an agent of the torture run calls each. */
export const BEYOND_MOVES = {
  generate: 5,
  install: 4,
  setVisibility: 4,
  message: 10,
  inbox: 12,
  chat: 3,
  heartbeat: 2,
  publicSide: 4,
  lookAround: 7,
} as const;
/** The name of a move in `BEYOND_MOVES`, which calls an action that is not an MCP tool. */
export type NonToolMoveName = keyof typeof BEYOND_MOVES;

const ACKS_MAX = 10;
const WIDGETS = ['contents', 'theme-switch'] as const;
const OWNER = 'owner';

function resultOf<T>({ record }: EndedCall): T {
  return JSON.parse(record.result ?? '{}') as T;
}
const isDone = ({ answer }: EndedCall): boolean => answer?.kind === 'done';

/**
 * Buys a generated draft with `pages.generate`. Repeats the call when the provider failed, until a draft exists or no credits
 * are left.
 */
async function generate(agent: TortureAgent): Promise<void> {
  const { account, history } = agent;
  const key = agent.mark('generate');
  const payload = { word: wordOf(agent), title: key, prompt: 'A page.', idempotency_key: key };
  const done = await call(agent, 'pages.generate', payload);
  demand(agent, done, 'credits_exhausted');
  if (!keep(agent, done)) return;
  const { page_id: pageId, draft_revision: rev, raw_sha256: sha } = websiteOf(done.record);
  const html = generatedPage(key);
  history.event(pageId, { ...bounds(done.record), op: 'write', exp: 0, outcome: 'ok', rev, sha });
  if (sha !== hash('sha256', html))
    history.find({ promise: 'exact', what: 'generated with other bytes', pageId });
  account.learn(pageId, rev, html);
}

/** Returns the HTML with a widget inserted before the end of its body. */
function withWidget(html: string, inserted: string): string {
  const end = html.lastIndexOf('</body>');
  return html.slice(0, end) + inserted + html.slice(end);
}

/** Installs a widget, which is a change of the page with an expected revision. */
async function install(agent: TortureAgent, { pageId, seen }: PageReadRevisions): Promise<void> {
  const done = await call(agent, 'widgets.install_page', {
    page_id: pageId,
    expected_revision: seen.rev,
    widget_id: agent.random.pick(WIDGETS),
    idempotency_key: agent.mark('install'),
  });
  demand(agent, done, 'revision_conflict');
  const page = { pageId, exp: seen.rev };
  if (!keep(agent, done)) return note(agent, 'write', page, done, null);
  const { widget } = resultOf<{ readonly widget: { readonly html: string } }>(done);
  const html = withWidget(seen.html, widget.html);
  const sha = hash('sha256', html);
  note(agent, 'write', page, done, sha);
  if (websiteOf(done.record).raw_sha256 !== sha)
    agent.history.find({ promise: 'exact', what: 'a widget changed other text', pageId });
  agent.account.learn(pageId, seen.rev + 1, html);
}

async function setVisibility(agent: TortureAgent): Promise<void> {
  const { account, random } = agent;
  if (account.published.size === 0) return;
  const done = await call(agent, 'pages.set_visibility', {
    page_id: random.pick([...account.published]),
    visibility: random.pick(['private', 'unlisted', 'public'] as const),
    idempotency_key: agent.mark('visibility'),
  });
  demand(agent, done);
  keep(agent, done);
}

/** Sends a message with a text that is unique in the run. */
async function message(agent: TortureAgent): Promise<void> {
  const { account, random } = agent;
  const others = account.parties.filter((party) => party !== partyOf(agent));
  const to = others.length === 0 || random.chance(0.2) ? OWNER : random.pick(others);
  const payload = { to, text: agent.mark('text'), idempotency_key: agent.mark('message') };
  const done = await call(agent, 'relay.message', payload);
  demand(agent, done);
  if (!keep(agent, done)) return;
  const { id } = resultOf<{ readonly message: { readonly id: number } }>(done).message;
  account.sent.push({ id, to });
}

/**
 * Reads the inbox and acknowledges some earlier messages. Sometimes it also acknowledges messages of other readers, which must
 * have no effect.
 */
async function inbox(agent: TortureAgent): Promise<void> {
  const { account, inbox: own, random } = agent;
  const acks = [...own.unacked].slice(0, random.below(ACKS_MAX));
  const foreign = account.sent.filter(({ to }) => to !== partyOf(agent)).slice(-ACKS_MAX);
  const done = await call(agent, 'relay.inbox', {
    limit: random.pick([3, 30]),
    after_id: random.chance(0.3) ? own.upTo : 0,
    ack_ids: random.chance(0.2) ? [...acks, ...foreign.map(({ id }) => id)] : acks,
    wait_s: random.chance(0.2) ? 1 : 0,
  });
  demand(agent, done);
  if (!isDone(done)) return;
  for (const id of acks) own.unacked.delete(id);
  const { messages } = resultOf<{ readonly messages: readonly { readonly id: number }[] }>(done);
  for (const { id } of messages) {
    own.unacked.add(id);
    own.upTo = Math.max(own.upTo, id);
  }
}

/** Sends a message to the owner in the session that the agent has joined. */
async function chat(agent: TortureAgent): Promise<void> {
  const said = { text: agent.mark('text'), idempotency_key: agent.mark('chat') };
  const done = await call(agent, 'paired.chat', { session_id: agent.sessionId, ...said });
  demand(agent, done);
  keep(agent, done);
}

/** Joins the session with this code. */
export async function joinSession(agent: TortureAgent, code: string): Promise<void> {
  const payload = { code, text: agent.mark('text'), idempotency_key: agent.mark('chat') };
  const done = await call(agent, 'paired.chat', payload);
  demand(agent, done);
  if (!keep(agent, done)) throw new Error(`${agent.name} could not join its session`);
  agent.sessionId = resultOf<{ readonly session_id: string }>(done).session_id;
}

async function heartbeat(agent: TortureAgent): Promise<void> {
  const beat = { node_id: agent.name, status: 'working', idempotency_key: agent.mark('beat') };
  demand(agent, await call(agent, 'node.heartbeat', beat));
}

async function publicSide(agent: TortureAgent): Promise<void> {
  const { account, random } = agent;
  if (account.published.size === 0 || random.chance(0.5))
    return demand(agent, await call(agent, 'pages.list', { limit: 5 }));
  const page_id = random.pick([...account.published]);
  demand(agent, await call(agent, 'pages.get', { page_id }));
}

const LOOKS = [
  'audit.read',
  'credits.balance',
  'mall.overview',
  'surf.search',
  'widgets.catalog',
  'worlds.list',
] as const;

/**
 * Calls the next one of the read actions, which the agents of an account call in turn, and checks the numbers in its result.
 */
async function lookAround(agent: TortureAgent): Promise<void> {
  const { account, history } = agent;
  const action = LOOKS[(account.looks += 1) % LOOKS.length] ?? LOOKS[0];
  const done = await call(agent, action, action === 'surf.search' ? { query: 'portrait' } : {});
  demand(agent, done);
  if (!isDone(done)) return;
  if (action === 'credits.balance') {
    const { balance, held } = resultOf<{ readonly balance: number; readonly held: number }>(done);
    if (balance < 0 || held < 0)
      history.find({ promise: 'ledger', what: `credits of ${balance}, ${held} held were told` });
  } else if (action === 'audit.read') {
    const { events } = resultOf<{
      readonly events: readonly { readonly actor: { readonly key_id: string | null } }[];
    }>(done);
    if (events.some(({ actor }) => actor.key_id !== agent.keyId))
      history.find({ promise: 'audit', what: `${agent.name} read the effects of another key` });
  }
}

/** Performs a move of `BEYOND_MOVES`. A move that changes the HTML of a page changes `page`. */
export function moveBeyond(
  agent: TortureAgent,
  what: NonToolMoveName,
  page: PageReadRevisions,
): Promise<void> {
  switch (what) {
    case 'generate':
      return generate(agent);
    case 'install':
      return install(agent, page);
    case 'setVisibility':
      return setVisibility(agent);
    case 'message':
      return message(agent);
    case 'inbox':
      return inbox(agent);
    case 'chat':
      return chat(agent);
    case 'heartbeat':
      return heartbeat(agent);
    case 'publicSide':
      return publicSide(agent);
    case 'lookAround':
      return lookAround(agent);
  }
}
