import { LIMITS } from '../limits.ts';
import type { ErrorEntry, NoDetails, OfPage } from './entry.ts';

interface Op {
  readonly op_index: number;
}

/** A secret in what would be published: its kind and place, never the secret itself. */
interface SecretPlace {
  readonly kind: string;
  readonly part: 'html' | 'layer' | 'title' | 'file';
  /** The layer's id or the file's path; left out when it holds a secret itself. */
  readonly name?: string;
  readonly line: number;
  readonly column: number;
}

function secretPart({ part, name }: SecretPlace): string {
  if (part === 'html') return 'raw_html';
  if (part === 'title') return 'the title';
  return name === undefined ? `the name of a ${part}` : `the ${part} ${name}`;
}

/** Status 422 and 428: the call was understood, and this website or key does not allow it. */
export const CONTENT_ERRORS = {
  idempotency_mismatch: {
    status: 422,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (_: NoDetails) => 'This idempotency_key was already used for another call.',
    hint: 'Use a new idempotency_key for a new change; the old key only repeats the old call.',
  },
  patch_no_match: {
    status: 422,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (d: Op) =>
      `Operation ${d.op_index}: its old text does not stand in the draft. Nothing was changed.`,
    hint: (d: { suggested_old?: string; cause?: string }) =>
      d.suggested_old !== undefined
        ? 'details.suggested_old is the exact text that stands there: send it as old.'
        : d.cause === 'already_applied'
          ? 'The new text stands there already; leave this operation out.'
          : 'Call builder_get and copy old exactly from raw_html, with its blanks and line endings.',
  },
  patch_ambiguous: {
    status: 422,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (d: Op & { match_count: number; capped?: boolean }) => {
      // Counting stopped there: one less is sure to be exceeded.
      const count = d.capped === true ? `more than ${d.match_count - 1}` : String(d.match_count);
      return `Operation ${d.op_index}: its old text stands in ${count} places. Nothing was changed.`;
    },
    hint: 'Add surrounding text to old until it is unique.',
  },
  patch_overlap: {
    status: 422,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (d: { ops: readonly number[] }) =>
      `Operations ${d.ops.join(' and ')} change the same text. Nothing was changed.`,
    hint: 'Join these operations into one.',
  },
  patch_no_change: {
    status: 422,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (_: { op_index?: number; applied?: number }) =>
      'The draft would stay as it is. Nothing was changed.',
    hint: 'Make new differ from old, or leave the operation out; a whole draft must differ from the stored one.',
  },
  html_too_large: {
    status: 422,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (d: { chars: number; applied?: number }) =>
      `The result would have ${d.chars} characters; at most ${LIMITS.rawHtmlCharsMax} are stored.`,
    hint: 'Make the website smaller, for instance by linking to large media instead of embedding it.',
  },
  multi_file_project: {
    status: 422,
    outcome: 'not_applied',
    retry: 'never',
    message: (d: OfPage) => `Website ${d.page_id} is a project of several files.`,
    hint: 'Edit it in its project editor; the record’s editor_url leads there.',
  },
  empty_draft: {
    status: 422,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (d: OfPage & { draft_revision: number }) =>
      `The draft of website ${d.page_id} is empty: there is no text to patch and nothing to publish.`,
    hint: (d: OfPage & { draft_revision: number }) =>
      `Write it anew with PUT /api/agent-bridge/pages/${d.page_id}/raw (headers If-Match: "r${d.draft_revision}", Idempotency-Key, Content-Type: text/html; charset=utf-8), or make another website with builder_create.`,
  },
  secret_in_html: {
    status: 422,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (d: SecretPlace & { found: readonly SecretPlace[] }) =>
      `The draft holds a secret (${d.kind}) in ${secretPart(d)}, line ${d.line}, column ${d.column}; publishing would give it away.`,
    hint: 'Remove every secret that details.found names, also where it is encoded (base64, escapes), revoke it where it was issued, then publish.',
  },
  precondition_required: {
    status: 428,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (d: { header: string }) => `The request lacks the header ${d.header}.`,
    hint: 'Read the draft_revision of the website (builder_get) and send it, for revision 7 as If-Match: "r7". It protects a newer draft from being overwritten.',
  },
} as const satisfies Record<string, ErrorEntry>;
