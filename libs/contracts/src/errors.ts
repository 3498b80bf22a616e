import { z } from 'zod';
import { ACCESS_ERRORS } from './errors/access-errors.ts';
import { ADDRESS_ERRORS } from './errors/address-errors.ts';
import { CONTENT_ERRORS } from './errors/content-errors.ts';
import type { ErrorCodeDeclaration, FailedCallOutcome, RetryAdvice } from './errors/entry.ts';
import { REQUEST_ERRORS } from './errors/request-errors.ts';
import { SERVICE_ERRORS } from './errors/service-errors.ts';

/**
 * The complete catalogue of errors: each code with its HTTP status, outcome, retry advice, message and hint. `details`
 * contain public facts only: no SQL, no text of another server, no HTML of a user. Spec: errors.no-internals.
 */
export const ERRORS = {
  ...REQUEST_ERRORS,
  ...ACCESS_ERRORS,
  ...ADDRESS_ERRORS,
  ...CONTENT_ERRORS,
  ...SERVICE_ERRORS,
} as const;

/** A code of the error catalogue, such as `page_not_found`. */
export type ErrorCode = keyof typeof ERRORS;
/** The public details of an error with code `C`. */
export type ErrorDetails<C extends ErrorCode> = Parameters<(typeof ERRORS)[C]['message']>[0];

const ADDED = {
  retry_after_s: z.int().describe('Seconds to wait before the next call.'),
  request_id: z.string().describe('Id of the request, for the operator.'),
};

/** Returns the schema of an error's `details` as a caller receives them, with the members that the gateway adds. */
export function detailsSchema(code: ErrorCode): z.ZodObject {
  const { details, retry }: ErrorCodeDeclaration = ERRORS[code];
  return z.object({
    ...details,
    ...(retry === 'after_seconds' ? { retry_after_s: ADDED.retry_after_s } : {}),
    ...(code === 'internal' ? { request_id: ADDED.request_id } : {}),
  });
}

/**
 * An error as every interface (HTTP, MCP, console) returns it. `doc_url` is the address of the code's section in the error
 * reference. Spec: errors.failure.
 */
export interface ErrorBody {
  readonly code: ErrorCode;
  readonly status: number;
  readonly message: string;
  readonly hint: string;
  readonly outcome: FailedCallOutcome;
  readonly retry: RetryAdvice;
  readonly details: Readonly<Record<string, unknown>>;
  readonly doc_url: string;
}

/** Makes the error object for a code and its public details. `docsUrl` is the address of the error reference. */
export function errorBody(
  code: ErrorCode,
  details: Readonly<Record<string, unknown>>,
  docsUrl: string,
): ErrorBody {
  const entry: ErrorCodeDeclaration = ERRORS[code];
  // `details` are those of `code`, but the compiler cannot relate the two arguments.
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

/** Returns the error for a tool result: `hint` is replaced with the hint for tools where the catalogue has one. */
export function toolErrorBody(body: ErrorBody): ErrorBody {
  const { toolHint }: ErrorCodeDeclaration = ERRORS[body.code];
  return toolHint === undefined ? body : { ...body, hint: toolHint };
}

/** True for a code of the catalogue. Codes from other processes are untrusted until this check. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERRORS, code);
}
