import { findAction } from '@bridge/contracts';
import { hash } from 'node:crypto';
import type { ObservedPageCall } from './check-revisions.ts';
import type { SurfaceName } from '../call.ts';

/**
 * One attempt of a call: surface (`act` or `mcp`), start and end in ms, and answer (`ok`, `replay`, an error code, or `silence:
 * …`).
 */
export interface CallAttempt {
  readonly surface: SurfaceName;
  readonly inv: number;
  readonly ret: number;
  readonly answer: string;
}

/** One call of an agent, with all attempts until its answer was definite. */
export interface CallRecord {
  readonly id: number;
  readonly agent: string;
  readonly account: string;
  readonly action: string;
  /** The idempotency key; null for reads. */
  readonly key: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly attempts: CallAttempt[];
  readonly inv: number;
  /** End of the call in ms; null while there is no definite answer. */
  ret: number | null;
  /** The result of a successful call as JSON text; null when it was not successful. */
  result: string | null;
  /** The error code of the definite refusal; null when the call was not refused. */
  refused: string | null;
}

/** A broken promise of the product, found during the run or by the checks after it. */
export interface GuaranteeViolation {
  /** Name of the broken promise, such as `I1` to `I7`, `definite`, `ledger`, `mailbox` or `webhook`. */
  readonly promise: string;
  readonly what: string;
  readonly account?: string;
  readonly pageId?: number;
}

/** All calls of the agents, the observed revisions of each page, and the broken promises. The checks read it. */
export class TortureRunHistory {
  readonly calls: CallRecord[] = [];
  readonly findings: GuaranteeViolation[] = [];
  readonly pages = new Map<number, ObservedPageCall[]>();
  readonly codes = new Map<string, number>();
  replays = 0;
  readonly #again = new Set<number>();
  #next = 0;

  begin(call: Pick<CallRecord, 'agent' | 'account' | 'action' | 'key' | 'payload'>): CallRecord {
    const inv = performance.now();
    const record: CallRecord = {
      ...call,
      id: (this.#next += 1),
      attempts: [],
      inv,
      ret: null,
      result: null,
      refused: null,
    };
    this.calls.push(record);
    return record;
  }

  addAttempt(record: CallRecord, attempt: CallAttempt): void {
    record.attempts.push(attempt);
    const code = attempt.answer.startsWith('silence') ? 'silence' : attempt.answer;
    this.codes.set(code, (this.codes.get(code) ?? 0) + 1);
  }

  /** Records that a call repeats an earlier call, so that it does not count as an effect of its own. */
  replayOf(record: CallRecord): void {
    this.#again.add(record.id);
    this.replays += 1;
  }

  event(pageId: number, event: ObservedPageCall): void {
    const events = this.pages.get(pageId) ?? [];
    events.push(event);
    this.pages.set(pageId, events);
  }

  find(finding: GuaranteeViolation): void {
    this.findings.push(finding);
  }

  /** All calls that are no repetition of an earlier call. */
  firstCalls(): readonly CallRecord[] {
    return this.calls.filter(({ id }) => !this.#again.has(id));
  }

  /** The successful calls with an idempotency key, without repetitions. */
  effects(): readonly CallRecord[] {
    return this.firstCalls().filter(({ key, result }) => key !== null && result !== null);
  }

  /** The calls of an account to actions that are not MCP tools, shortened for printing. */
  ofAccount(account: string): readonly unknown[] {
    return this.calls
      .filter((call) => call.account === account && findAction(call.action)?.tool === null)
      .map(shownCall);
  }

  /** All calls on a page, shortened for printing. */
  ofPage(pageId: number): readonly unknown[] {
    const ids = new Set((this.pages.get(pageId) ?? []).map(({ id }) => id));
    return this.calls
      .filter(({ id, payload }) => ids.has(id) || payload['page_id'] === pageId)
      .map(shownCall);
  }
}

const TEXT_SHOWN_MAX = 200;

function shortened(payload: Readonly<Record<string, unknown>>): unknown {
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return text.length <= TEXT_SHOWN_MAX
        ? [name, value]
        : [
            name,
            `${text.slice(0, TEXT_SHOWN_MAX)}… (${text.length} characters, ${hash('sha256', text)})`,
          ];
    }),
  );
}

function shownCall(call: CallRecord): unknown {
  return { ...call, payload: shortened(call.payload), result: brief(call.result) };
}

function brief(result: string | null): string | null {
  return result === null || result.length <= 4 * TEXT_SHOWN_MAX
    ? result
    : `${result.slice(0, 4 * TEXT_SHOWN_MAX)}…`;
}
