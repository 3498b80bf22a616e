import { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** Error codes by the input member that can cause them. */
const MEMBER_ERRORS: readonly (readonly [string, readonly ErrorCode[]])[] = [
  ['page_id', ['page_not_found']],
  ['expected_revision', ['revision_conflict']],
  ['idempotency_key', ['idempotency_mismatch', 'idempotency_in_progress']],
];

/** True for a member that only narrows a list: the object that it names need not exist. */
function isFilter(member: unknown): boolean {
  return member instanceof z.ZodOptional;
}

/** Returns the error codes that the members of an input can cause. */
export function memberErrors(input: z.ZodObject): readonly ErrorCode[] {
  return MEMBER_ERRORS.flatMap(([member, codes]) =>
    member in input.shape && !isFilter(input.shape[member] as unknown) ? codes : [],
  );
}
