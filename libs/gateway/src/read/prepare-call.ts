import { measureBody, type HashedText } from '@bridge/blobs/text-body';
import { findAction, fingerprint, LIMITS, type BusCallDefinition } from '@bridge/contracts';
import type { ValidatedActionInput, ParsedActionCall } from '../dispatch.ts';
import { inputIssues } from '@bridge/kernel';

/** Returns a member of a call’s input as UTF-8 bytes: a string as it is, any other value as JSON text. */
function encodeMember(value: unknown): HashedText {
  return measureBody(
    new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)),
  );
}

/**
 * Separates the large texts of a call’s valid input from its other members, measures and hashes them, and computes the
 * fingerprint (hash of the input, for idempotency) of a change.
 */
export function separateBodies(
  callable: Pick<BusCallDefinition, 'name' | 'callClass' | 'bodies'>,
  input: object,
): ValidatedActionInput {
  const wire: Record<string, unknown> = { ...input };
  const fingerprinted: Record<string, unknown> = { ...input };
  const texts: Record<string, HashedText> = {};
  for (const member of Object.keys(callable.bodies)) {
    const value = wire[member];
    if (value === undefined) continue;
    const body = encodeMember(value);
    texts[member] = body;
    delete wire[member];
    // The fingerprint of a change contains the hash of a long string. This hash is computed already, as the separated text’s.
    if (typeof value === 'string' && value.length > LIMITS.inlineBodyBytesMax)
      fingerprinted[member] = { sha256: body.sha256 };
  }
  return {
    wire,
    texts,
    fp: callable.callClass === 'read' ? null : fingerprint(callable, fingerprinted),
  };
}

/**
 * Validates the input of one call and separates its large texts. Never throws: `dispatch` reports an invalid input after its
 * earlier checks. Pure, because it also runs in worker threads.
 */
export function prepareCall(name: string, payload: unknown): ParsedActionCall {
  const action = findAction(name);
  if (action === undefined) return { name, checked: null };
  const parsed = action.input.safeParse(payload);
  return parsed.success
    ? { name, checked: { ok: true, input: separateBodies(action, parsed.data) } }
    : { name, checked: { ok: false, issues: inputIssues(parsed.error, payload) } };
}
