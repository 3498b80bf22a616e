import { findAction, type WebsiteRecord } from '@bridge/contracts';
import type { SurfaceName } from '../call.ts';
import type { CallRecord } from './history.ts';
import { perform, type Setting } from './perform.ts';
import type { Prng } from './prng.ts';
import type { SendAnswer } from './send.ts';
import type { Account, KnownPage } from './stage.ts';

/** What an agent has read in its inbox. */
export interface AgentInbox {
  /** Ids that it has read and not acknowledged. */
  readonly unacked: Set<number>;
  /** The largest id that it has read. */
  upTo: number;
}

/** One agent: a key, a surface it prefers, and its own stream of choices. */
export interface Agent extends Setting {
  readonly name: string;
  readonly account: Account;
  readonly secret: string;
  readonly keyId: string;
  readonly inbox: AgentInbox;
  /** The session in which it writes to the owner; null until it has joined one. */
  sessionId: string | null;
  readonly surface: SurfaceName;
  readonly random: Prng;
  /** Makes idempotency keys and marks that are unique in the run. */
  readonly mark: (what: string) => string;
}

/** The input of a call. */
export type Payload = Readonly<Record<string, unknown>>;
/** A call that has ended, or that the run gave up. */
export interface EndedCall {
  readonly answer: SendAnswer | null;
  readonly record: CallRecord;
}

/** Repeated, these calls are done again: nothing of them is stored. */
const NEVER_REPLAYED: readonly string[] = ['node.heartbeat'];

/** The name by which messages reach an agent. */
export function partyOf({ keyId }: Pick<Agent, 'keyId'>): string {
  return `key:${keyId}`;
}

/** Sends a call until its answer is definite; an action that is no tool goes over act on either surface. */
export async function call(
  agent: Agent,
  action: string,
  payload: Payload,
  surface = agent.surface,
): Promise<EndedCall> {
  const { history, account, name } = agent;
  const { idempotency_key: given } = payload;
  const key = typeof given === 'string' && !NEVER_REPLAYED.includes(action) ? given : null;
  const record = history.begin({ agent: name, account: account.name, action, key, payload });
  const isTool = (findAction(action)?.tool ?? null) !== null;
  const answer = await perform(agent, record, agent.secret, isTool ? surface : 'act');
  return { answer, record };
}

/** The website of a success. */
export function websiteOf(record: CallRecord): WebsiteRecord {
  return (JSON.parse(record.result ?? '{}') as { website: WebsiteRecord }).website;
}

/** Records a finding when the call was refused with a code that is impossible for it. */
export function demand(
  agent: Agent,
  { answer, record }: EndedCall,
  ...codes: readonly string[]
): void {
  if (answer?.kind !== 'refused' || codes.includes(answer.error.code)) return;
  const { page_id: pageId } = record.payload;
  agent.history.find({
    promise: 'refusals are true',
    what: `call ${record.id} (${record.action}) was refused with ${answer.error.code}: ${answer.error.message}`,
    account: agent.account.name,
    ...(typeof pageId === 'number' ? { pageId } : {}),
  });
}

/** The time in which the answer was true: from the first to the last attempt for a success, the last attempt for a refusal. */
export function bounds(record: CallRecord): { readonly id: number; inv: number; ret: number } {
  const last = record.attempts.at(-1);
  const inv = record.result === null && last !== undefined ? last.inv : record.inv;
  return { id: record.id, inv, ret: record.ret ?? Number.POSITIVE_INFINITY };
}

/** Records the outcome of a guarded call on a page; `sha` is the hash of the resulting content. */
export function note(
  agent: Agent,
  op: 'write' | 'publish',
  page: { readonly pageId: number; readonly exp: number },
  done: EndedCall,
  sha: string | null,
): void {
  const { history } = agent;
  const { answer, record } = done;
  const { exp, pageId } = page;
  const at = bounds(record);
  if (answer === null) {
    const ever = { id: record.id, inv: record.inv, ret: Number.POSITIVE_INFINITY };
    history.event(pageId, { ...ever, op, exp, outcome: 'unknown', rev: null, sha });
    return;
  }
  if (answer.kind === 'done') {
    const { draft_revision: rev } = websiteOf(record);
    if (op === 'write') history.event(pageId, { ...at, op, exp, outcome: 'ok', rev, sha });
    // A record read after the commit may show a newer draft: a publication guards the revision it names.
    else history.event(pageId, { ...at, op, exp, outcome: 'ok', rev: null });
    return;
  }
  if (answer.kind === 'refused' && answer.error.code === 'revision_conflict') {
    const { current_revision: now } = answer.error.details;
    const rev = typeof now === 'number' ? now : null;
    history.event(pageId, { ...at, op, exp, outcome: 'conflict', rev, sha });
  }
}

/** Keeps a success for later replays; false when the call has none. */
export function keep(agent: Agent, { answer, record }: EndedCall): boolean {
  if (answer?.kind !== 'done') return false;
  agent.account.done.push(record);
  return true;
}

/** Pages that agents of one account work on together, the newest. */
const PAGES_AT_WORK = 4;

/** Selects one of the newest pages, so that agents work on the same ones. */
export function pageOf(
  agent: Agent,
  fits: (page: KnownPage) => boolean = () => true,
): KnownPage | null {
  const near = agent.account.pages.filter(fits).slice(-PAGES_AT_WORK);
  return near.length === 0 ? null : agent.random.pick(near);
}

const WORDS_AT_WORK = 4;

/** Selects one of the newest Worlds of the account. */
export function wordOf({ account, random }: Agent): string {
  return random.pick(account.words.slice(-WORDS_AT_WORK));
}
