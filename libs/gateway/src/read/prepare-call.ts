import { measureBody, type Body } from '@bridge/blobs/text-body';
import { findAction, fingerprint, LIMITS, type Callable } from '@bridge/contracts';
import type { CheckedInput, PreparedCall } from '../dispatch.ts';
import { inputIssues } from './input-issues.ts';

/** A body of an input as its UTF-8 bytes: a string as it is, anything else as JSON text. */
function bodyOfMember(value: unknown): Body {
  return measureBody(
    new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)),
  );
}

/** Takes the bodies out of an input that its schema accepted, counted and hashed, and makes the fingerprint of a change. */
export function checkedInput(
  callable: Pick<Callable, 'name' | 'lane' | 'bodies'>,
  input: object,
): CheckedInput {
  const wire: Record<string, unknown> = { ...input };
  const printed: Record<string, unknown> = { ...input };
  const texts: Record<string, Body> = {};
  for (const member of Object.keys(callable.bodies)) {
    const value = wire[member];
    if (value === undefined) continue;
    const body = bodyOfMember(value);
    texts[member] = body;
    delete wire[member];
    // The print of a long string is its hash anyway: give the one just made.
    if (typeof value === 'string' && value.length > LIMITS.inlineBodyBytesMax)
      printed[member] = { sha256: body.sha256 };
  }
  return { wire, texts, fp: callable.lane === 'read' ? null : fingerprint(callable, printed) };
}

/**
 * Checks the input of one call against its action's schema and takes its bodies out as bytes, hashed and counted.
 * Decides nothing and throws nothing, so that the order of checks stays dispatch's. Pure, as everything in this folder.
 */
export function prepareCall(name: string, payload: unknown): PreparedCall {
  const action = findAction(name);
  if (action === undefined) return { name, checked: null };
  const parsed = action.input.safeParse(payload);
  return parsed.success
    ? { name, checked: { ok: true, input: checkedInput(action, parsed.data) } }
    : { name, checked: { ok: false, issues: inputIssues(parsed.error, payload) } };
}
