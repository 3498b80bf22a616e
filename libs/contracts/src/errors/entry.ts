/** Whether anything may have happened: `unknown` only where an effect may stand although no answer came. */
export type Outcome = 'not_applied' | 'unknown';
/** What a caller may do next. */
export type Retry = 'never' | 'same_key' | 'after_reconcile' | 'after_seconds' | 'fix_input';

/** One code of the catalogue: its HTTP status, what it says of the effect, and its words. */
export interface ErrorEntry {
  readonly status: number;
  readonly outcome: Outcome;
  readonly retry: Retry;
  /** Says what happened, from the public details; the product's own words only. */
  readonly message: (details: never) => string;
  /** Says what to do next. */
  readonly hint: string | ((details: never) => string);
  /** Hint inside a tool result, where the other one names an address that a tool cannot reach. */
  readonly toolHint?: string;
}

/** One thing wrong with an input, as `details.issues` of invalid_input lists it. */
export interface InputIssue {
  /** JSON path of the member, as `patch_ops[3].old`; empty for the whole input. */
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** Details that name a website. */
export interface OfPage {
  readonly page_id: number;
}
/** Details that name a World. */
export interface OfWord {
  readonly word: string;
}
/** Details of a code that tells nothing beyond itself. */
export type NoDetails = Readonly<Record<string, unknown>>;

/** Hint of every refusal that waiting cures. */
export const LATER =
  'Wait details.retry_after_s seconds (Retry-After over HTTP), then send the same call again.';
/** Hint of every failure after which the same call is safe to repeat. */
export const SAME_KEY =
  'Send the same call again with the same idempotency_key: it is done at most once.';
