import { findAction, type WebsiteRecord } from '@bridge/contracts';
import type { SurfaceName } from '../call.ts';
import type { CallRecord } from './history.ts';
import { perform, type TortureRunParameters } from './perform.ts';
import type { SeededRandom } from './prng.ts';
import type { CallAttemptAnswer } from './send.ts';
import type { TortureAccount, PageReadRevisions } from './stage.ts';

/** The messages that an agent has read in its inbox. */
export interface AgentInbox {
  /** Ids of messages that the agent has read and not acknowledged. */
  readonly unacked: Set<number>;
  /** The largest message id that the agent has read. */
  upTo: number;
}

/**
 * One agent of a torture run (load with faults): its key, the surface that it prefers (`act` or `mcp`) and its own random
 * choices.
 */
export interface TortureAgent extends TortureRunParameters {
  readonly name: string;
  readonly account: TortureAccount;
  readonly secret: string;
  readonly keyId: string;
  readonly inbox: AgentInbox;
  /** The id of the session in which the agent writes to the owner; null until the agent has joined one. */
  sessionId: string | null;
  readonly surface: SurfaceName;
  readonly random: SeededRandom;
  /** Makes idempotency keys and texts that are unique in the run. */
  readonly mark: (what: string) => string;
}

/** The input of a call. */
export type CallPayload = Readonly<Record<string, unknown>>;
/** The record of a call and its definite answer. The answer is null when the run stopped waiting for it. */
export interface EndedCall {
  readonly answer: CallAttemptAnswer | null;
  readonly record: CallRecord;
}

/** Actions whose results are not stored: the product executes a repeated call again instead of replaying the result. */
const NEVER_REPLAYED: readonly string[] = ['node.heartbeat'];

/** The address under which an agent receives messages. */
export function partyOf({ keyId }: Pick<TortureAgent, 'keyId'>): string {
  return `key:${keyId}`;
}

/**
 * Sends a call, and repeats it until its answer is definite. An action that is not an MCP tool is always sent over HTTP
 * (`act`).
 */
export async function call(
  agent: TortureAgent,
  action: string,
  payload: CallPayload,
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

/** The website record in the result of a successful call. */
export function websiteOf(record: CallRecord): WebsiteRecord {
  return (JSON.parse(record.result ?? '{}') as { website: WebsiteRecord }).website;
}

/** Records a broken promise when the call was refused with a code that is not in `codes`. */
export function demand(
  agent: TortureAgent,
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

/**
 * The interval in which a call took effect: for a success from the start of the first attempt to the end of the last, for a
 * refusal the last attempt only.
 */
export function bounds(record: CallRecord): { readonly id: number; inv: number; ret: number } {
  const last = record.attempts.at(-1);
  const inv = record.result === null && last !== undefined ? last.inv : record.inv;
  return { id: record.id, inv, ret: record.ret ?? Number.POSITIVE_INFINITY };
}

/**
 * Records in the page's history the outcome of a call that has an expected revision. `sha` is the SHA-256 of the resulting
 * HTML; null when unknown.
 */
export function note(
  agent: TortureAgent,
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
    // The website record of a publication may already show a newer draft, so its revision is not recorded.
    else history.event(pageId, { ...at, op, exp, outcome: 'ok', rev: null });
    return;
  }
  if (answer.kind === 'refused' && answer.error.code === 'revision_conflict') {
    const { current_revision: now } = answer.error.details;
    const rev = typeof now === 'number' ? now : null;
    history.event(pageId, { ...at, op, exp, outcome: 'conflict', rev, sha });
  }
}

/** Keeps a successful call for later replays. Returns false when the call was not successful. */
export function keep(agent: TortureAgent, { answer, record }: EndedCall): boolean {
  if (answer?.kind !== 'done') return false;
  agent.account.done.push(record);
  return true;
}

/** Number of the newest pages of an account on which its agents work. It is small, so that the agents compete. */
const PAGES_AT_WORK = 4;

/** Selects one of the newest pages of the account at random. Returns null when none fits. */
export function pageOf(
  agent: TortureAgent,
  fits: (page: PageReadRevisions) => boolean = () => true,
): PageReadRevisions | null {
  const near = agent.account.pages.filter(fits).slice(-PAGES_AT_WORK);
  return near.length === 0 ? null : agent.random.pick(near);
}

const WORDS_AT_WORK = 4;

/** Selects one of the newest Worlds of the account at random. */
export function wordOf({ account, random }: TortureAgent): string {
  return random.pick(account.words.slice(-WORDS_AT_WORK));
}
