import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { defineErrors, issues, when } from './entry.ts';

const CREDENTIALS = 'credentials';
const SCHEMAS =
  'Correct the members named in details.issues; GET /api/agent-bridge/actions has every input schema.';
/** Hint for a missing or wrong header in a PUT of a whole draft. It always lists all required headers. */
const RAW_HEADERS =
  'A whole draft needs the headers If-Match: "r<draft_revision>", Idempotency-Key (8 to 128 of A-Z a-z 0-9 . _ : -) and Content-Type: text/html; charset=utf-8.';
/** Hints for wrong HTTP headers, by header name. */
const HEADER_HINTS: Readonly<Record<string, string>> = {
  'If-Match': RAW_HEADERS,
  'Idempotency-Key': RAW_HEADERS,
};
/**
 * Hints for faults outside the action's input, such as wrong credentials or a wrong Host header, by the name of the broken
 * rule.
 */
const ISSUE_HINTS: Readonly<Record<string, string>> = {
  [CREDENTIALS]:
    'Check e-mail address and password, then sign in again; after too many wrong attempts wait.',
  host: 'Send one Host header with the name of this service, and a path as the request target.',
  http: 'Send a well-formed HTTP/1.1 request.',
};

/** Errors with status 400: the request cannot be parsed, or its input is invalid. */
export const REQUEST_ERRORS = defineErrors({
  invalid_json: {
    status: 400,
    retry: 'fix_input',
    details: { reason: z.string().describe('What is wrong with the body, in words.') },
    message: (d) => `The request body is not acceptable JSON: ${d.reason}.`,
    hint: 'Send one JSON object, UTF-8, without a byte order mark and without repeated member names.',
  },
  json_too_complex: {
    status: 400,
    retry: 'fix_input',
    details: {
      limit: z.string().describe('What is limited, in words.'),
      max: z.int().describe('Largest allowed number.'),
    },
    message: (d) => `The request body exceeds ${d.limit} (${d.max}).`,
    hint: `Keep the JSON within ${LIMITS.jsonDepthMax} levels and ${LIMITS.jsonTokensMax} tokens; long text belongs into one string.`,
  },
  invalid_input: {
    status: 400,
    retry: 'fix_input',
    details: { issues },
    message: (d) => {
      const first = d.issues[0];
      if (first === undefined) return 'The input is not valid.';
      // The sign-in failed: the message states the wrong credentials without the path of an input member.
      if (first.rule === CREDENTIALS)
        return `${first.message.charAt(0).toUpperCase()}${first.message.slice(1)}.`;
      const more = d.issues.length > 1 ? ` (and ${d.issues.length - 1} more)` : '';
      return `${first.path === '' ? 'The input' : first.path}: ${first.message}${more}.`;
    },
    hint: ({ issues: [first] }) =>
      HEADER_HINTS[first?.path ?? ''] ?? ISSUE_HINTS[first?.rule ?? ''] ?? SCHEMAS,
    toolHint:
      'Correct the members named in details.issues; the input schema of this tool says what each must be.',
  },
  invalid_unicode: {
    status: 400,
    retry: 'fix_input',
    details: { field: z.string().describe('The member that contains it, or "The body".') },
    message: (d) => `${d.field} contains ill-formed Unicode.`,
    hint: 'Send valid UTF-8 without lone surrogates; nothing is repaired, because HTML is stored exactly.',
  },
  unknown_action: {
    status: 400,
    retry: 'fix_input',
    details: {
      did_you_mean: when(
        'an action has a similar name or meaning',
        z.string().describe('The name of that action.'),
      ),
      asked: when(
        'the name asks for a deletion or a withdrawal',
        z.enum(['removal']).describe('What the name asks for.'),
      ),
    },
    message: (d) =>
      d.did_you_mean === undefined
        ? 'There is no such action.'
        : `There is no such action; did you mean ${d.did_you_mean}?`,
    hint: (d) =>
      d.asked === 'removal'
        ? 'No action deletes or unpublishes a website: builder.clear empties its draft, published snapshots stay. GET /api/agent-bridge/actions lists every action.'
        : 'GET /api/agent-bridge/actions lists every action.',
  },
  ambiguous_credentials: {
    status: 400,
    retry: 'fix_input',
    details: {},
    message: () => 'The request carries more than one key, or one header twice.',
    hint: 'Send the key once, as "Authorization: Bearer ak_…" or as "X-Service-Agent-Key: ak_…".',
  },
});
