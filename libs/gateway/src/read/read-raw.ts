import { measureBody } from '@bridge/blobs/text-body';
import {
  findAction,
  fingerprint,
  idempotencyKey,
  pageId,
  type InputIssue,
} from '@bridge/contracts';
import { BridgeError } from '@bridge/kernel';
import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import type { PreparedCall, RawHead } from '../dispatch.ts';
import { inputIssues } from './input-issues.ts';

/** A UTF-16 unit takes at most 3 bytes, so a longer text enters the fingerprint by its hash in any case. */
const PRINTED_BYTES_MAX = 3 * 1_024;

const whole = z.string().transform(Number).pipe(pageId);
/** The headers and the path of a raw request; members are named as the client wrote them. */
const rawHead = z.object({
  page_id: z
    .string()
    .regex(/^[1-9][0-9]{0,15}$/)
    .pipe(whole),
  'If-Match': z
    .string()
    .regex(/^"r[1-9][0-9]{0,15}"$/, 'must be the draft_revision after r, in quotes: "r7"')
    .transform((tag) => tag.slice(2, -1))
    .pipe(whole),
  'Idempotency-Key': idempotencyKey,
});

function emptyIssue(path: string): InputIssue {
  // An empty draft is made by an action of its own, which needs a scope of its own.
  const message = 'must be at least 1 character; builder.clear empties a draft';
  return { path, rule: 'too_small', message };
}

/**
 * Checks a body that was sent as its exact bytes, as the input of its action's raw form. Throws invalid_unicode; everything
 * else is left to dispatch, so that the order of checks is that of an action. Pure.
 */
export function readRaw(bytes: Buffer, head: RawHead): PreparedCall {
  if (!isUtf8(bytes)) throw new BridgeError('invalid_unicode', { field: 'The body' });
  const { action: name } = head;
  const action = findAction(name);
  if (action === undefined || action.raw === null) return { name, checked: null };
  if (head.ifMatch === null) return { name, checked: { ok: false, lacks: 'If-Match' } };
  const sent = {
    page_id: head.pageId,
    'If-Match': head.ifMatch,
    'Idempotency-Key': head.idempotencyKey ?? undefined,
  };
  const parsed = rawHead.safeParse(sent);
  const issues = [
    ...(parsed.success ? [] : inputIssues(parsed.error, sent)),
    ...(bytes.byteLength === 0 ? [emptyIssue(action.raw.body)] : []),
  ];
  if (!parsed.success || issues.length > 0) return { name, checked: { ok: false, issues } };
  const {
    page_id,
    'If-Match': expected_revision,
    'Idempotency-Key': idempotency_key,
  } = parsed.data;
  const body = measureBody(bytes);
  const printed =
    bytes.byteLength > PRINTED_BYTES_MAX ? { sha256: body.sha256 } : bytes.toString('utf8');
  const fp = fingerprint(action, { page_id, expected_revision, [action.raw.body]: printed });
  const wire = { page_id, expected_revision, idempotency_key };
  return { name, checked: { ok: true, input: { wire, texts: { [action.raw.body]: body }, fp } } };
}
