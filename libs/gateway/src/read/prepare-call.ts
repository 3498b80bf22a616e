import { BUILDER, findAction, fingerprint, LIMITS, type AnyAction } from '@bridge/contracts';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { CheckedInput, PreparedCall, TextBytes } from '../dispatch.ts';
import { inputIssues } from './input-issues.ts';

/** A text as its UTF-8 bytes, hashed and counted. */
export function textBytes(text: string): TextBytes {
  const bytes = new TextEncoder().encode(text);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  // Counted as the schemas count.
  return { bytes, sha256, chars: z.core.util.codePointLength(text) };
}

function checkedCreate(input: z.output<typeof BUILDER.create.input>): CheckedInput {
  const { raw_html: rawHtml, ...wire } = input;
  const body = textBytes(rawHtml);
  // The print of a long text is its hash anyway: give the one just made.
  const isLong = rawHtml.length > LIMITS.inlineBodyBytesMax;
  const printed = isLong ? { ...wire, raw_html: { sha256: body.sha256 } } : input;
  return { wire, texts: { body }, fp: fingerprint(BUILDER.create, printed) };
}

function checkedPatch(input: z.output<typeof BUILDER.patch.input>): CheckedInput {
  const { patch_ops: ops, ...wire } = input;
  const texts = { patch_ops: textBytes(JSON.stringify(ops)) };
  return { wire, texts, fp: fingerprint(BUILDER.patch, input) };
}

function checked(action: AnyAction, input: object): CheckedInput {
  // Each action's own schema has just made this input.
  if (action === BUILDER.create) return checkedCreate(input as never);
  if (action === BUILDER.patch) return checkedPatch(input as never);
  const fp = action.kind === 'read' ? null : fingerprint(action, input);
  return { wire: { ...input }, texts: {}, fp };
}

/**
 * Checks the input of one call against its action's schema and takes its large texts out as bytes, hashed and counted.
 * Decides nothing and throws nothing, so that the order of checks stays dispatch's. Pure, as everything in this folder.
 */
export function prepareCall(name: string, payload: unknown): PreparedCall {
  const action = findAction(name);
  if (action === undefined) return { name, checked: null };
  const parsed = action.input.safeParse(payload);
  return parsed.success
    ? { name, checked: { ok: true, input: checked(action, parsed.data) } }
    : { name, checked: { ok: false, issues: inputIssues(parsed.error, payload) } };
}
