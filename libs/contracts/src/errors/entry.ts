import { z } from 'zod';

/** The outcome of a failed call: `unknown` only when an effect may have been applied without a response. */
export type ErrorOutcome = 'not_applied' | 'unknown';
/** Advice to the caller: whether and how to repeat the call. */
export type RetryAdvice = 'never' | 'same_key' | 'after_reconcile' | 'after_seconds' | 'fix_input';

type ReadonlyDeep<T> = T extends object ? { readonly [K in keyof T]: ReadonlyDeep<T[K]> } : T;
/** The type of `details` with the members of a schema. */
type DetailsOf<S extends z.ZodRawShape> = ReadonlyDeep<z.output<z.ZodObject<S>>>;

/**
 * Renders a text from details. `render` is declared as a method, so that an entry of any code is assignable to
 * ErrorEntry.
 */
interface DetailsRenderer<S extends z.ZodRawShape> {
  render(details: DetailsOf<S>): string;
}

/** One code of the catalogue: its HTTP status, outcome, details, message and hint. */
export interface ErrorEntry<S extends z.ZodRawShape = z.ZodRawShape> {
  readonly status: number;
  readonly outcome: ErrorOutcome;
  readonly retry: RetryAdvice;
  /**
   * The public members of `details`, each with a description. Types and the reference are derived from them; no answer
   * is checked against them at run time.
   */
  readonly details: S;
  /** The sentence that states the problem, from the public details; it contains only the product's own words. */
  readonly message: DetailsRenderer<S>['render'];
  /** The sentence that tells the caller what to do next. */
  readonly hint: string | DetailsRenderer<S>['render'];
  /** Hint inside a tool result, where `hint` names an address that a tool cannot reach. */
  readonly toolHint?: string;
}

/** Declares codes; each message and hint receives the details of its own code. */
export function defineErrors<T extends Record<string, z.ZodRawShape>>(entries: {
  readonly [C in keyof T]: ErrorEntry<T[C]>;
}): { readonly [C in keyof T]: ErrorEntry<T[C]> } {
  return entries;
}

/** Name of the JSON Schema annotation that states the condition of an optional member. */
export const WHEN = 'x-when';

/** A member of `details` that is present only under a condition, which completes the sentence "present when …". */
export function when<S extends z.ZodType>(condition: string, member: S): z.ZodOptional<S> {
  return member.optional().meta({ [WHEN]: condition });
}

const inputIssue = z.object({
  path: z
    .string()
    .describe('JSON path of the member, as `patch_ops[3].old`; empty for the whole input.'),
  rule: z.string().describe('Name of the rule that the member breaks.'),
  message: z.string().describe('What the rule requires, in words.'),
});
/** One invalid member of an input, as `details.issues` of invalid_input lists it. */
export type InputIssue = ReadonlyDeep<z.output<typeof inputIssue>>;
/** The member `details.issues` of invalid_input. */
export const issues = z.array(inputIssue).describe('Everything that is wrong with the input.');

/** Details of errors that name a website. */
export const OF_PAGE = { page_id: z.int().describe('The website of the call.') };
/** Details of errors that name a World. */
export const OF_WORD = { word: z.string().describe('The word of the World.') };

/** Hint of every refusal after which waiting helps. */
export const RETRY_LATER =
  'Wait details.retry_after_s seconds (Retry-After over HTTP), then send the same call again.';
/** Hint of every failure after which the same call is safe to repeat. */
export const SAME_KEY =
  'Send the same call again with the same idempotency_key: it is done at most once.';
