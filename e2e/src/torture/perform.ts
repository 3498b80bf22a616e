import { setTimeout as delay } from 'node:timers/promises';
import { BUDGET_MS } from '@bridge/contracts';
import type { SurfaceName } from '../call.ts';
import type { CallRecord, History } from './history.ts';
import { sendOnce, type Caller, type Said } from './send.ts';

/** A client waits a little longer than the service promises to need. */
const GRACE_MS = 2_000;
/** What an agent waits that was told no number of seconds. */
const BACK_OFF_MS = 500;

/** What the calls of a run have in common. */
export interface Setting {
  readonly baseUrl: string;
  readonly history: History;
  /** Aborted when nobody waits any longer for a definite answer. */
  readonly giveUp: AbortSignal;
}

function timeoutOf(action: string): number {
  if (action === 'builder.publish') return BUDGET_MS.publish + GRACE_MS;
  const reads = ['builder.get', 'builder.list', 'worlds.list'].includes(action);
  return (reads ? BUDGET_MS.read : BUDGET_MS.change) + GRACE_MS;
}

function wordOf(said: Said): string {
  if (said.kind === 'done') return said.replayed ? 'replay' : 'ok';
  if (said.kind === 'garbled') return 'garbled';
  return said.kind === 'refused' ? said.error.code : `silence: ${said.why}`;
}

/** Whether the contract tells the agent to send the same call again. */
function again(said: Said): boolean {
  if (said.kind === 'silent' || said.kind === 'garbled') return true;
  return (
    said.kind === 'refused' &&
    (said.error.retry === 'same_key' || said.error.retry === 'after_seconds')
  );
}

/**
 * Does a call as the contract tells an agent to: the same call with the same key, after the seconds it was told, until
 * the answer is definite. Returns that answer, or null when the run gave up waiting. `inv` and `ret` of the last sending
 * bound a refusal; the whole record bounds a success.
 */
export async function perform(
  { baseUrl, history, giveUp }: Setting,
  record: CallRecord,
  secret: string,
  surface: SurfaceName,
): Promise<Said | null> {
  const caller: Caller = { baseUrl, secret };
  while (!giveUp.aborted) {
    const inv = performance.now();
    const said = await sendOnce(caller, surface, record, timeoutOf(record.action));
    const ret = performance.now();
    history.said(record, { surface, inv, ret, said: wordOf(said) });
    const broken =
      said.kind === 'garbled'
        ? said.text
        : said.kind === 'refused' && said.error.status === 500 && said.error.code;
    if (broken !== false)
      history.find({
        promise: 'no 500',
        what: `call ${record.id} (${record.action}) was answered ${broken}`,
        account: record.account,
      });
    if (!again(said)) {
      record.ret = ret;
      if (said.kind === 'done') record.result = said.result;
      else if (said.kind === 'refused') record.refused = said.error.code;
      return said;
    }
    const waitMs = said.kind === 'refused' ? (said.retryAfterMs ?? BACK_OFF_MS) : BACK_OFF_MS;
    await delay(waitMs, undefined, { signal: giveUp }).catch(() => undefined);
  }
  return null;
}
