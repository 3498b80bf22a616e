import { z } from 'zod';

/** Whether a failed call had an effect: `not_applied` when it had none, `unknown` when it may have had one. */
export type FailedCallOutcome = 'not_applied' | 'unknown';
/** Advice to the caller of a failed call: whether to repeat it, and what to do or to wait for before. */
export type RetryAdvice = 'never' | 'same_key' | 'after_reconcile' | 'after_seconds' | 'fix_input';

/** `T` with all members readonly at every depth. */
type ReadonlyDeep<T> = T extends object ? { readonly [K in keyof T]: ReadonlyDeep<T[K]> } : T;
/** The type of an error's `details`, from the schemas of their members. */
type ErrorDetailsFromSchemas<S extends z.ZodRawShape> = ReadonlyDeep<z.output<z.ZodObject<S>>>;

/**
 * Function that makes a text from an error's `details`. It is declared as a method, because method parameters are bivariant:
 * only then are the entries of all codes assignable to ErrorCodeDeclaration.
 */
interface ErrorTextFunction<S extends z.ZodRawShape> {
  render(details: ErrorDetailsFromSchemas<S>): string;
}

/** The declaration of one error code: its HTTP status, outcome, details, message and hint. */
export interface ErrorCodeDeclaration<S extends z.ZodRawShape = z.ZodRawShape> {
  readonly status: number;
  readonly outcome: FailedCallOutcome;
  readonly retry: RetryAdvice;
  /**
   * Schemas of the public members of `details`. The TypeScript type and the error reference derive from them; values are not
   * checked at run time.
   */
  readonly details: S;
  /** Sentence that states the problem with values from `details`. */
  readonly message: ErrorTextFunction<S>['render'];
  /** Sentence that tells the caller the next step. */
  readonly hint: string | ErrorTextFunction<S>['render'];
  /** Hint for tool results, used when `hint` contains an address that a tool cannot open. */
  readonly toolHint?: string;
}

/** An error code as a developer declares it. `outcome` may be omitted and is then `not_applied`. */
type ErrorCodeDeclarationInput<S extends z.ZodRawShape> = Omit<ErrorCodeDeclaration<S>, 'outcome'> &
  Partial<Pick<ErrorCodeDeclaration<S>, 'outcome'>>;

/** Declares error codes; the message and hint of a code receive that code's details. */
export function defineErrors<T extends Record<string, z.ZodRawShape>>(entries: {
  readonly [C in keyof T]: ErrorCodeDeclarationInput<T[C]>;
}): { readonly [C in keyof T]: ErrorCodeDeclaration<T[C]> } {
  const complete = Object.entries<ErrorCodeDeclarationInput<z.ZodRawShape>>(entries).map(
    ([code, entry]) => [code, { outcome: 'not_applied', ...entry }],
  );
  return Object.fromEntries(complete) as { readonly [C in keyof T]: ErrorCodeDeclaration<T[C]> };
}

/** Name of the JSON Schema annotation with the condition under which an optional member is present. */
export const WHEN = 'x-when';

/** Declares a member of `details` that is present only under `condition`, a text that completes "present when …". */
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
/** One invalid member of an input, an entry of `details.issues` of the error invalid_input. */
export type InputIssue = ReadonlyDeep<z.output<typeof inputIssue>>;
/** Schema of `details.issues` of the error invalid_input: all invalid members of the input. */
export const issues = z.array(inputIssue).describe('Everything that is wrong with the input.');

/** The member of `details` that errors about a website have: the website’s id. */
export const OF_PAGE = { page_id: z.int().describe('The website of the call.') };
/** The member of `details` that errors about a World (a public identity) have: its word (unique name). */
export const OF_WORD = { word: z.string().describe('The word of the World.') };

/**
 * Returns the waiting time in `details.retry_after_s` in words, for a hint. People read the hint in the console, which shows
 * no details.
 */
export function waitOf({ retry_after_s: seconds }: Readonly<Record<string, unknown>>): string {
  if (typeof seconds !== 'number') return 'a moment';
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
/** Makes the hint of errors for which the caller should wait and repeat the call. */
export const retryLater = (details: Readonly<Record<string, unknown>>): string =>
  `Wait ${waitOf(details)}, then send the same call again.`;
/** Hint of errors after which the same call is safe to repeat. */
export const SAME_KEY =
  'Send the same call again with the same idempotency_key: it is done at most once.';
