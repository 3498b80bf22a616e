import { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** Error codes that an action has because its input contains a member of this name. */
const MEMBER_ERRORS: readonly (readonly [string, readonly ErrorCode[]])[] = [
  ['page_id', ['page_not_found']],
  ['expected_revision', ['revision_conflict']],
  ['idempotency_key', ['idempotency_mismatch', 'idempotency_in_progress']],
];

/**
 * True for an optional input member. Such a member only filters a list, so the id of an object that does not exist is no error.
 */
function isFilter(member: unknown): boolean {
  return member instanceof z.ZodOptional;
}

/** Returns the error codes that an action has because of the names of its input members. */
export function memberErrors(input: z.ZodObject): readonly ErrorCode[] {
  return MEMBER_ERRORS.flatMap(([member, codes]) =>
    member in input.shape && !isFilter(input.shape[member] as unknown) ? codes : [],
  );
}
