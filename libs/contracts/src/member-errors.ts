import { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** Refusals that come with a member of the input. */
const MEMBER_ERRORS: readonly (readonly [string, readonly ErrorCode[]])[] = [
  ['page_id', ['page_not_found']],
  ['expected_revision', ['revision_conflict']],
  ['idempotency_key', ['idempotency_mismatch', 'idempotency_in_progress']],
];

/** True for a member that only narrows a list: what it names need not exist. */
function isFilter(member: unknown): boolean {
  return member instanceof z.ZodOptional;
}

/** Returns the refusals that come with the members of an input. */
export function memberErrors(input: z.ZodObject): readonly ErrorCode[] {
  return MEMBER_ERRORS.flatMap(([member, codes]) =>
    member in input.shape && !isFilter(input.shape[member] as unknown) ? codes : [],
  );
}
