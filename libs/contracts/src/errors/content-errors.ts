import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { SECRET_PLACE } from '../publish-check.ts';
import { defineErrors, OF_PAGE, when } from './entry.ts';
import { APPLIED, MISS, OTHER_FAILURES, PATCH_OP, PLACES } from './patch-details.ts';

/** Members of an error’s `details` that describe where a secret (such as a password) was found in a text to be published. */
const SECRET = {
  kind: SECRET_PLACE.kind,
  part: SECRET_PLACE.part,
  name: when(
    'the part is a layer or a file, and its name is no secret itself',
    z.string().describe('Id of the layer, or path of the file.'),
  ),
  line: SECRET_PLACE.line,
  column: SECRET_PLACE.column,
};
/** The part of a website in which a secret (such as a password) was found. */
type WebsitePartWithSecret = Pick<z.output<z.ZodObject<typeof SECRET>>, 'part' | 'name'>;

function secretPart({ part, name }: Readonly<WebsitePartWithSecret>): string {
  if (part === 'html') return 'raw_html';
  if (part === 'title') return 'the title';
  return name === undefined ? `the name of a ${part}` : `the ${part} ${name}`;
}

/** Errors with status 422 and 428: the request is well-formed, but the state of the website or key does not allow it. */
export const CONTENT_ERRORS = defineErrors({
  idempotency_mismatch: {
    status: 422,
    retry: 'fix_input',
    details: {},
    message: () => 'This idempotency_key was already used for another call.',
    hint: 'Use a new idempotency_key for a new change; the old key only repeats the old call.',
  },
  patch_no_match: {
    status: 422,
    retry: 'fix_input',
    details: {
      ...APPLIED,
      ...PATCH_OP,
      ...MISS,
      ...OTHER_FAILURES,
    },
    message: (d) =>
      `Operation ${d.op_index}: its old text is not in the draft. Nothing was changed.`,
    hint: (d) =>
      d.suggested_old !== undefined
        ? 'details.suggested_old is the exact text of the draft: send it as old.'
        : d.cause === 'already_applied'
          ? 'The new text is in the draft already; leave this operation out.'
          : d.cause === 'produced_by_op'
            ? 'An earlier operation creates this text, but the operations also fail one after another: correct those in details.ops; if there are none, send this operation in a separate call.'
            : 'Call builder_get and copy old exactly from raw_html, with its blanks and line endings.',
  },
  patch_ambiguous: {
    status: 422,
    retry: 'fix_input',
    details: { ...APPLIED, ...PATCH_OP, ...PLACES, ...OTHER_FAILURES },
    message: (d) => {
      // When `capped` is true, counting stopped at `match_count` positions, so the message states a lower bound.
      const count = d.capped === true ? `more than ${d.match_count - 1}` : String(d.match_count);
      return `Operation ${d.op_index}: its old text occurs in ${count} places. Nothing was changed.`;
    },
    hint: 'Add surrounding text to old until it is unique.',
  },
  patch_overlap: {
    status: 422,
    retry: 'fix_input',
    details: {
      ...APPLIED,
      ...PATCH_OP,
      ops: z.array(z.int()).describe('The two operations that change the same text, from 0.'),
      other_ops: OTHER_FAILURES.ops,
    },
    message: (d) => `Operations ${d.ops.join(' and ')} change the same text. Nothing was changed.`,
    hint: 'Join these operations into one.',
  },
  patch_no_change: {
    status: 422,
    retry: 'fix_input',
    details: {
      ...APPLIED,
      op_index: when('one operation is the cause', PATCH_OP.op_index),
      ...OTHER_FAILURES,
    },
    message: () => 'The draft would stay as it is. Nothing was changed.',
    hint: 'Make new differ from old, or leave the operation out; a whole draft must differ from the stored one.',
  },
  html_too_large: {
    status: 422,
    retry: 'fix_input',
    details: { ...APPLIED, chars: z.int().describe('Characters that the result would have.') },
    message: (d) =>
      `The result would have ${d.chars} characters; at most ${LIMITS.rawHtmlCharsMax} are stored.`,
    hint: 'Make the website smaller, for instance by linking to large media instead of embedding it.',
  },
  multi_file_project: {
    status: 422,
    retry: 'never',
    details: OF_PAGE,
    message: (d) => `Website ${d.page_id} is a project of several files.`,
    hint: 'Edit it in its project editor; the record’s editor_url leads there.',
  },
  not_published: {
    status: 422,
    retry: 'fix_input',
    details: OF_PAGE,
    message: (d) => `Website ${d.page_id} was never published, so only the account sees it.`,
    hint: 'Publish it first with builder_publish; its visibility can be changed then.',
  },
  empty_draft: {
    status: 422,
    retry: 'fix_input',
    details: { ...OF_PAGE, draft_revision: z.int().describe('The revision of the empty draft.') },
    message: (d) =>
      `The draft of website ${d.page_id} is empty: there is no text to patch and nothing to publish.`,
    hint: (d) =>
      `Write it anew with PUT /api/agent-bridge/pages/${d.page_id}/raw (headers If-Match: "r${d.draft_revision}", Idempotency-Key, Content-Type: text/html; charset=utf-8), or create another website with builder_create.`,
  },
  secret_in_html: {
    status: 422,
    retry: 'fix_input',
    details: {
      ...SECRET,
      found: z
        .array(z.object(SECRET))
        .describe('Every secret found, the first one included; at most 20.'),
    },
    message: (d) =>
      `The draft contains a secret (${d.kind}) in ${secretPart(d)}, line ${d.line}, column ${d.column}; publishing would reveal it.`,
    hint: 'Remove every secret that details.found names, also where it is encoded (base64, escapes), revoke it where it was issued, then publish.',
  },
  precondition_required: {
    status: 428,
    retry: 'fix_input',
    details: { header: z.string().describe('The header that is missing.') },
    message: (d) => `The request lacks the header ${d.header}.`,
    hint: 'Read the draft_revision of the website (builder_get) and send it, for revision 7 as If-Match: "r7". Send an Idempotency-Key too. If-Match protects a newer draft from being overwritten.',
  },
});
