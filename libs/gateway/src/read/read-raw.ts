import { measureBody } from '@bridge/blobs/text-body';
import {
  findAction,
  fingerprint,
  idempotencyKey,
  pageId,
  type InputIssue,
} from '@bridge/contracts';
import { BridgeError, inputIssues } from '@bridge/kernel';
import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import type { ParsedActionCall, HtmlBodyRequestPathAndHeaders } from '../dispatch.ts';

/**
 * Maximum bytes of a text that is part of the fingerprint of a change (for idempotency) unchanged: 1,024 UTF-16 units of at
 * most 3 UTF-8 bytes. A longer text is replaced by its hash.
 */
const FINGERPRINTED_BYTES_MAX = 3 * 1_024;

const numericId = z.string().transform(Number).pipe(pageId);
/**
 * Schema of the headers and path of a raw request, whose body is the HTML itself. Its members have the names that clients
 * know, because error messages contain them.
 */
const rawHead = z.object({
  page_id: z
    .string()
    .regex(/^[1-9][0-9]{0,15}$/)
    .pipe(numericId),
  'If-Match': z
    .string()
    .regex(/^"r[1-9][0-9]{0,15}"$/, 'must be the draft_revision after r, in quotes: "r7"')
    .transform((tag) => tag.slice(2, -1))
    .pipe(numericId),
  'Idempotency-Key': idempotencyKey,
});

function emptyIssue(path: string): InputIssue {
  // An empty text would clear the draft. That needs the scope of the action builder.clear.
  const message = 'must be at least 1 character; builder.clear empties a draft';
  return { path, rule: 'too_small', message };
}

/**
 * Validates the call of a raw request, whose body is the exact bytes of one text. Throws invalid_unicode; all other errors
 * are thrown later by `dispatch`. Pure, because it also runs in worker threads.
 */
export function readRaw(bytes: Buffer, head: HtmlBodyRequestPathAndHeaders): ParsedActionCall {
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
  const fingerprinted =
    bytes.byteLength > FINGERPRINTED_BYTES_MAX ? { sha256: body.sha256 } : bytes.toString('utf8');
  const fp = fingerprint(action, { page_id, expected_revision, [action.raw.body]: fingerprinted });
  const wire = { page_id, expected_revision, idempotency_key };
  return { name, checked: { ok: true, input: { wire, texts: { [action.raw.body]: body }, fp } } };
}
