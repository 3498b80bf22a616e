import type { WebsiteRecord } from '@bridge/contracts';
import { hash } from 'node:crypto';
import type { ActionCaller, ActionCallOutcome } from '../call.ts';
import { done, unique, website } from '../stage.ts';
import type { ObservedPageCall } from '../torture/check-revisions.ts';

/** Error codes after which the client sends the same call again with the same idempotency key. */
const SEND_AGAIN = new Set(['service_unavailable', 'outcome_unknown', 'idempotency_in_progress']);

/** The page on which several writers compete, with the record of their changes and reads. */
export interface RaceTestPage {
  readonly pageId: number;
  readonly events: ObservedPageCall[];
}

/** Creates the page on which the writers compete. */
export async function racedPage(call: ActionCaller, word: string): Promise<RaceTestPage> {
  const html = `<p>${unique('race')}</p>`;
  const input = { title: 'Race', word, raw_html: html, idempotency_key: unique('race') };
  const made = website(await call('builder.create', input));
  const sha = hash('sha256', html);
  const event = { id: 0, op: 'write', exp: 0, outcome: 'ok', rev: 1, sha, inv: 0, ret: 0 } as const;
  return { pageId: made.page_id, events: [event] };
}

/** Repeats a call until its outcome is known. After a broken connection the outcome is unknown. */
async function definite(send: () => Promise<ActionCallOutcome>): Promise<ActionCallOutcome> {
  for (;;) {
    const outcome = await send().catch(() => null);
    if (outcome !== null && (outcome.ok || !SEND_AGAIN.has(outcome.error.code))) return outcome;
  }
}

/** Performs `rounds` rounds that each read the page and replace its complete content. Records every read and change. */
export async function writer(
  call: ActionCaller,
  page: RaceTestPage,
  rounds: number,
): Promise<void> {
  const { pageId, events } = page;
  for (let n = 0; n < rounds; n += 1) {
    const readAt = performance.now();
    const read = done(await definite(() => call('builder.get', { page_id: pageId })));
    const { draft_revision: exp } = read['website'] as WebsiteRecord;
    const html = String(read['raw_html']);
    const readBy = performance.now();
    events.push({
      id: events.length,
      op: 'read',
      rev: exp,
      sha: hash('sha256', html),
      inv: readAt,
      ret: readBy,
    });
    const next = `<p>${unique('race')}</p>`;
    const patch = {
      page_id: pageId,
      expected_revision: exp,
      idempotency_key: unique('race'),
      patch_ops: [{ op: 'replace_text', old: html, new: next }],
    };
    const outcome = await definite(() => call('builder.patch', patch));
    const rev = outcome.ok
      ? website(outcome).draft_revision
      : Number(outcome.error.details['current_revision']);
    if (!outcome.ok && outcome.error.code !== 'revision_conflict')
      throw new Error(`a patch was refused: ${JSON.stringify(outcome.error)}`);
    events.push({
      id: events.length,
      op: 'write',
      exp,
      outcome: outcome.ok ? 'ok' : 'conflict',
      rev,
      sha: hash('sha256', next),
      inv: readBy,
      ret: performance.now(),
    });
  }
}
