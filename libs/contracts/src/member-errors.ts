import { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** Error codes that an input member of this name adds to its action. */
const MEMBER_ERRORS: readonly (readonly [string, readonly ErrorCode[]])[] = [
  ['page_id', ['page_not_found']],
  ['expected_revision', ['revision_conflict']],
  ['idempotency_key', ['idempotency_mismatch', 'idempotency_in_progress']],
];

/** True for an input member that only filters a list, so that a missing object is no error. */
function isFilter(member: unknown): boolean {
  return member instanceof z.ZodOptional;
}

/** Returns the error codes that the members of an input add to the action. */
export function memberErrors(input: z.ZodObject): readonly ErrorCode[] {
  return MEMBER_ERRORS.flatMap(([member, codes]) =>
    member in input.shape && !isFilter(input.shape[member] as unknown) ? codes : [],
  );
}
