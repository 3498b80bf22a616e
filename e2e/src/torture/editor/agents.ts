import type { WebsiteRecord } from '@bridge/contracts';
import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { SurfaceName } from '../../call.ts';
import type { CallRecord, TortureRunHistory } from '../history.ts';
import { perform } from '../perform.ts';
import type { SeededRandom } from '../prng.ts';
import type { RevisionHtmlRecorder } from './revisions-seen.ts';
import type { LineSlotCounts } from './slots.ts';

/**
 * Controls when the agents may write. They write in bursts, because only in a pause can the person save before an agent changes
 * the draft.
 */
export interface WritingSchedule {
  /** Resolves when agents may write. */
  readonly turn: () => Promise<void>;
}

/** One agent that patches the page. */
export interface PatchingAgent {
  readonly n: number;
  readonly secret: string;
  readonly surface: SurfaceName;
  readonly random: SeededRandom;
  readonly baseUrl: string;
  readonly history: TortureRunHistory;
  readonly seen: RevisionHtmlRecorder;
  readonly counts: LineSlotCounts;
  readonly giveUp: AbortSignal;
  readonly pace: WritingSchedule;
}

/** Pause of an agent between two patches, in ms. */
const PAUSE_MS_MIN = 200;
const PAUSE_MS_MAX = 2_500;
/** Probability that a patch changes a line that the person changes too. */
const SHARED_CHANCE = 0.15;

function begin(agent: PatchingAgent, action: string, payload: CallRecord['payload']): CallRecord {
  const { idempotency_key: key } = payload;
  const name = `agent ${agent.n}`;
  return agent.history.begin({
    agent: name,
    account: 'account 1',
    action,
    key: typeof key === 'string' ? key : null,
    payload,
  });
}

/** The HTML and the number of the revision that an agent has read. */
interface ReadPageRevision {
  readonly rev: number;
  readonly html: string;
}

async function readPage(agent: PatchingAgent): Promise<ReadPageRevision | null> {
  const { history, seen, secret, surface } = agent;
  const record = begin(agent, 'builder.get', { page_id: seen.pageId });
  const answer = await perform(agent, record, secret, surface);
  if (answer?.kind !== 'done') return null;
  const { website, raw_html: html } = JSON.parse(answer.result) as {
    readonly website: WebsiteRecord;
    readonly raw_html: string;
  };
  record.result = null;
  const rev = website.draft_revision;
  const inv = record.attempts.at(-1)?.inv ?? record.inv;
  const ret = record.ret ?? Number.POSITIVE_INFINITY;
  history.event(seen.pageId, {
    id: record.id,
    op: 'read',
    rev,
    sha: hash('sha256', html),
    inv,
    ret,
  });
  return { rev, html };
}

/** Returns the HTML that an agent writes next, and the replacement in a patch that produces it. */
function nextPatch({ n, random, counts }: PatchingAgent, html: string, count: number) {
  const isShared = random.chance(SHARED_CHANCE);
  const slot = isShared ? `s${random.below(counts.shared)}` : `a${n}`;
  // A shared slot (group of lines) may contain two agents' tokens, because the person may have kept both sides of a conflict.
  // The first token is replaced.
  const old = new RegExp(`\\[${slot}\\.[\\w.]+\\]`).exec(html)?.[0] ?? '';
  const next = `[${slot}.${n}.${count}]`;
  return { old, next, html: html.replace(old, () => next) };
}

/** Sends one patch; returns the page after it, or null when the page must be read again. */
async function patch(
  agent: PatchingAgent,
  page: ReadPageRevision,
  count: number,
): Promise<ReadPageRevision | null> {
  const { history, seen, secret, surface, n } = agent;
  const { old, next, html } = nextPatch(agent, page.html, count);
  const exp = page.rev;
  const record = begin(agent, 'builder.patch', {
    page_id: seen.pageId,
    expected_revision: exp,
    idempotency_key: `patch-${n}-${count}-${seen.pageId}`,
    patch_ops: [{ op: 'replace_text', old, new: next }],
  });
  const answer = await perform(agent, record, secret, surface);
  const { id } = record;
  const event = { id, op: 'write', exp, inv: record.inv, sha: hash('sha256', html) } as const;
  const ret = record.ret ?? Number.POSITIVE_INFINITY;
  if (answer === null) {
    history.event(seen.pageId, { ...event, outcome: 'unknown', rev: null, ret });
    return null;
  }
  if (answer.kind === 'done') {
    const { website } = JSON.parse(answer.result) as { readonly website: WebsiteRecord };
    const rev = website.draft_revision;
    history.event(seen.pageId, { ...event, outcome: 'ok', rev, ret });
    seen.note(rev, { html, by: `agent ${n}`, restored: null });
    if (website.raw_sha256 !== event.sha)
      history.find({ promise: 'exact', what: `r${rev} of agent ${n} has other bytes` });
    return { rev, html };
  }
  if (answer.kind === 'refused' && answer.error.code === 'revision_conflict') {
    const now = answer.error.details['current_revision'];
    const rev = typeof now === 'number' ? now : null;
    const inv = record.attempts.at(-1)?.inv ?? record.inv;
    history.event(seen.pageId, { ...event, inv, outcome: 'conflict', rev, ret });
  } else if (answer.kind === 'refused') {
    const { code, message } = answer.error;
    history.find({ promise: 'refusals are true', what: `agent ${n}: ${code}: ${message}` });
  }
  return null;
}

/** Makes an agent patch the page repeatedly until `stop` is aborted. */
export async function patchUntil(agent: PatchingAgent, stop: AbortSignal): Promise<void> {
  let page: ReadPageRevision | null = null;
  for (let count = 1; !stop.aborted; count += 1) {
    await agent.pace.turn();
    page ??= await readPage(agent);
    if (page !== null) page = await patch(agent, page, count);
    const pauseMs = agent.random.between(PAUSE_MS_MIN, PAUSE_MS_MAX);
    await delay(pauseMs, undefined, { signal: stop }).catch(() => undefined);
  }
}
