import { setTimeout as delay } from 'node:timers/promises';
import { BUDGET_MS, findAction } from '@bridge/contracts';
import type { SurfaceName } from '../call.ts';
import type { CallRecord, TortureRunHistory } from './history.ts';
import { sendOnce, type AuthenticatedEndpoint, type CallAttemptAnswer } from './send.ts';

/** Time in ms that a client waits for an answer in addition to the service's time budget for the call. */
const GRACE_MS = 2_000;
/** Pause in ms before the next attempt when the answer has no Retry-After. */
const BACK_OFF_MS = 500;

/** What all calls of a run use: the address of the product, the history, and the signal to give up. */
export interface TortureRunParameters {
  readonly baseUrl: string;
  readonly history: TortureRunHistory;
  /** Aborted when the run no longer waits for definite answers. */
  readonly giveUp: AbortSignal;
}

function timeoutOf({ action, payload }: CallRecord): number {
  const { wait_s: wait } = payload;
  const waitMs = typeof wait === 'number' ? wait * 1_000 : 0;
  return (findAction(action)?.budgetMs ?? BUDGET_MS.change) + waitMs + GRACE_MS;
}

function labelOf(answer: CallAttemptAnswer): string {
  if (answer.kind === 'done') return answer.replayed ? 'replay' : 'ok';
  if (answer.kind === 'garbled') return 'garbled';
  return answer.kind === 'refused' ? answer.error.code : `silence: ${answer.why}`;
}

/** True when the contract requires the agent to send the same call again. */
function mustResend(answer: CallAttemptAnswer): boolean {
  if (answer.kind === 'silent' || answer.kind === 'garbled') return true;
  return (
    answer.kind === 'refused' &&
    (answer.error.retry === 'same_key' || answer.error.retry === 'after_seconds')
  );
}

/**
 * Performs a call as the contract requires: sends it again with the same idempotency key after Retry-After, until the answer is
 * definite. Returns that answer, or null when the run gave up. A success took effect within the whole call, a refusal within
 * the last attempt.
 */
export async function perform(
  { baseUrl, history, giveUp }: TortureRunParameters,
  record: CallRecord,
  secret: string,
  surface: SurfaceName,
): Promise<CallAttemptAnswer | null> {
  const caller: AuthenticatedEndpoint = { baseUrl, secret };
  while (!giveUp.aborted) {
    const inv = performance.now();
    const answer = await sendOnce(caller, surface, record, timeoutOf(record));
    const ret = performance.now();
    history.addAttempt(record, { surface, inv, ret, answer: labelOf(answer) });
    const broken =
      answer.kind === 'garbled'
        ? answer.text
        : answer.kind === 'refused' && answer.error.status === 500 && answer.error.code;
    if (broken !== false)
      history.find({
        promise: 'no 500',
        what: `call ${record.id} (${record.action}) was answered ${broken}`,
        account: record.account,
      });
    if (!mustResend(answer)) {
      record.ret = ret;
      if (answer.kind === 'done') record.result = answer.result;
      else if (answer.kind === 'refused') record.refused = answer.error.code;
      return answer;
    }
    const waitMs = answer.kind === 'refused' ? (answer.retryAfterMs ?? BACK_OFF_MS) : BACK_OFF_MS;
    await delay(waitMs, undefined, { signal: giveUp }).catch(() => undefined);
  }
  return null;
}
