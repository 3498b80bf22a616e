import { z } from 'zod';
import { ACCESS_ERRORS } from './errors/access-errors.ts';
import { ADDRESS_ERRORS } from './errors/address-errors.ts';
import { CONTENT_ERRORS } from './errors/content-errors.ts';
import type { ErrorEntry, ErrorOutcome, RetryAdvice } from './errors/entry.ts';
import { REQUEST_ERRORS } from './errors/request-errors.ts';
import { SERVICE_ERRORS } from './errors/service-errors.ts';

/**
 * The closed catalogue of errors: each code with its status, outcome, retry advice, message and hint. `details`
 * contains public facts only: never SQL, another server's text or a user's HTML, because an agent reads it.
 * Spec: errors.no-internals.
 */
export const ERRORS = {
  ...REQUEST_ERRORS,
  ...ACCESS_ERRORS,
  ...ADDRESS_ERRORS,
  ...CONTENT_ERRORS,
  ...SERVICE_ERRORS,
} as const;

/** A code of the catalogue. */
export type ErrorCode = keyof typeof ERRORS;
/** The public details that an error of this code carries. */
export type ErrorDetails<C extends ErrorCode> = Parameters<(typeof ERRORS)[C]['message']>[0];

const ADDED = {
  retry_after_s: z.int().describe('Seconds to wait before the next call.'),
  request_id: z.string().describe('Id of the request, for the operator.'),
};

/**
 * Returns the schema of the `details` that a caller receives: those of the code, and the members that the gateway adds.
 */
export function detailsSchema(code: ErrorCode): z.ZodObject {
  const { details, retry }: ErrorEntry = ERRORS[code];
  return z.object({
    ...details,
    ...(retry === 'after_seconds' ? { retry_after_s: ADDED.retry_after_s } : {}),
    ...(code === 'internal' ? { request_id: ADDED.request_id } : {}),
  });
}

/** The error object of every surface; `doc_url` is added where the base URL is known. Spec: errors.failure. */
export interface ErrorBody {
  readonly code: ErrorCode;
  readonly status: number;
  readonly message: string;
  readonly hint: string;
  readonly outcome: ErrorOutcome;
  readonly retry: RetryAdvice;
  readonly details: Readonly<Record<string, unknown>>;
  readonly doc_url: string;
}

/** Renders the error object from a code and its public details. `docsUrl` is the address of the errors page. */
export function errorBody(
  code: ErrorCode,
  details: Readonly<Record<string, unknown>>,
  docsUrl: string,
): ErrorBody {
  const entry: ErrorEntry = ERRORS[code];
  // The details belong to `code`; the compiler cannot relate them to the parameter of the code's entry.
  const shown = details as never;
  return {
    code,
    status: entry.status,
    message: entry.message(shown),
    hint: typeof entry.hint === 'string' ? entry.hint : entry.hint(shown),
    outcome: entry.outcome,
    retry: entry.retry,
    details,
    doc_url: `${docsUrl}#${code}`,
  };
}

/** Returns the same error for the result of a tool call. */
export function toolErrorBody(body: ErrorBody): ErrorBody {
  const { toolHint }: ErrorEntry = ERRORS[body.code];
  return toolHint === undefined ? body : { ...body, hint: toolHint };
}

/** True for a code of the catalogue. A code from another process is checked before it is used. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERRORS, code);
}
