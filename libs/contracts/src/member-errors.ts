import { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** Names of input members, each with the error codes that an action has because its input contains this member. */
const MEMBER_ERRORS: readonly (readonly [string, readonly ErrorCode[]])[] = [
  ['page_id', ['page_not_found']],
  ['expected_revision', ['revision_conflict']],
  ['idempotency_key', ['idempotency_mismatch', 'idempotency_in_progress']],
];

/** True for an optional input member. Such a member only filters a list, so an id that does not exist causes no error. */
function isFilter(member: unknown): boolean {
  return member instanceof z.ZodOptional;
}

/** Returns the error codes that an action has because of the names of its input members. */
export function memberErrors(input: z.ZodObject): readonly ErrorCode[] {
  return MEMBER_ERRORS.flatMap(([member, codes]) =>
    member in input.shape && !isFilter(input.shape[member] as unknown) ? codes : [],
  );
}
