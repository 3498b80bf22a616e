import { z } from 'zod';
import { ACCESS_ERRORS } from './errors/access-errors.ts';
import { ADDRESS_ERRORS } from './errors/address-errors.ts';
import { CONTENT_ERRORS } from './errors/content-errors.ts';
import type { ErrorEntry, Outcome, Retry } from './errors/entry.ts';
import { REQUEST_ERRORS } from './errors/request-errors.ts';
import { SERVICE_ERRORS } from './errors/service-errors.ts';

/**
 * The closed catalogue of errors: code to status, outcome, retry, message and hint. `details` holds public facts only:
 * never SQL, another server's text or a user's HTML, because an agent reads it. Spec: errors.no-internals.
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

/** Schema of the `details` that a caller receives: those of the code, and what the gateway adds to them. */
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
  readonly outcome: Outcome;
  readonly retry: Retry;
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
  // The details belong to `code`, which the compiler cannot relate to the parameter of its entry.
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

/** The same error inside a tool result. */
export function toolErrorBody(body: ErrorBody): ErrorBody {
  const { toolHint }: ErrorEntry = ERRORS[body.code];
  return toolHint === undefined ? body : { ...body, hint: toolHint };
}

/** True for a code of the catalogue: what came over a wire is checked before it is trusted. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERRORS, code);
}
