import { describe, expect, test } from 'vitest';
import { detailsSchema, errorBody, ERRORS, isErrorCode, type ErrorCode } from './errors.ts';
import { WHEN, type ErrorCodeDeclaration } from './errors/entry.ts';
import { jsonSchema, type JsonSchema } from './json-schema.ts';

/** The expected error codes, as one text for each HTTP status, in the order of the catalogue. */
const STATUSES: Readonly<Record<number, string>> = {
  400: 'invalid_json json_too_complex invalid_input invalid_unicode unknown_action ambiguous_credentials',
  401: 'key_missing key_malformed key_invalid key_revoked key_expired',
  402: 'credits_exhausted',
  403: 'insufficient_scope world_forbidden key_world_not_allowed visibility_locked_by_owner origin_forbidden session_required',
  404: 'page_not_found world_not_found snapshot_not_found widget_not_found recipient_not_found no_paired_session not_found',
  405: 'method_not_allowed',
  406: 'not_acceptable',
  408: 'request_timeout',
  409: 'revision_conflict word_unavailable idempotency_in_progress',
  410: 'gone',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  422: 'idempotency_mismatch patch_no_match patch_ambiguous patch_overlap patch_no_change html_too_large multi_file_project not_published empty_draft secret_in_html',
  428: 'precondition_required',
  429: 'rate_limited quota_exceeded',
  451: 'suspended',
  500: 'internal',
  501: 'not_configured',
  502: 'provider_failed',
  503: 'service_unavailable content_damaged',
  504: 'outcome_unknown',
};
/** Example of an error's details, with a value for each member that the message or the hint of any error uses. */
const DETAILS = {
  reason: 'a member name twice',
  limit: 'tokens',
  max: 10_000,
  issues: [{ path: 'title', rule: 'too_big', message: 'at most 120 characters' }],
  field: 'raw_html',
  required_scope: 'builder.clear',
  word: 'moonlit-press',
  page_id: 42,
  allow: 'POST',
  draft_revision: 8,
  header: 'If-Match',
  media_type: 'application/json',
  expected_revision: 7,
  current_revision: 8,
  bytes_max: 64,
  op_index: 3,
  match_count: 2,
  ops: [1, 2],
  chars: 5_242_881,
  kind: 'agent key',
  part: 'layer',
  name: 'theme',
  column: 5,
  widget_id: 'contents',
  line: 9,
  quota: 'Worlds',
  action: 'audit.read',
  to: 'key:unknown',
};
const entries = Object.entries(ERRORS) as [ErrorCode, ErrorCodeDeclaration][];

describe('the error catalogue', () => {
  test('is the table of the contract, in its order', () => {
    expect(entries.map(([code, { status }]) => [code, status])).toEqual(
      Object.entries(STATUSES).flatMap(([status, codes]) =>
        codes.split(' ').map((code) => [code, Number(status)]),
      ),
    );
  });

  // Verifies: idempotency.unknown.
  test('calls an outcome unknown only when an effect may have happened, and then says same_key', () => {
    const unknown = entries.filter(([, { outcome }]) => outcome === 'unknown');
    expect(unknown.map(([code]) => code)).toEqual(['internal', 'outcome_unknown']);
    for (const [, { retry }] of unknown) expect(retry).toBe('same_key');
  });

  // Verifies: errors.next-step.
  test('says of each code what to do next', () => {
    const by = (retry: string) =>
      entries.filter(([, entry]) => entry.retry === retry).map(([code]) => code);
    expect(by('after_reconcile')).toEqual(['revision_conflict']);
    expect(by('after_seconds')).toEqual([
      'idempotency_in_progress',
      'rate_limited',
      'provider_failed',
      'service_unavailable',
    ]);
    expect(by('same_key')).toEqual(['request_timeout', 'internal', 'outcome_unknown']);
  });

  test('uses complete sentences with values of the details only', () => {
    for (const [code] of entries) {
      const body = errorBody(code, DETAILS, 'https://bridge.example/docs/errors');
      for (const text of [body.message, body.hint]) {
        expect(text, code).toMatch(/^[A-Za-z].*[.]$/s);
        expect(text, code).not.toMatch(/undefined|NaN|\[object/);
        expect(text.length, code).toBeLessThan(200);
      }
      expect(body.doc_url).toBe(`https://bridge.example/docs/errors#${code}`);
    }
  });

  test('renders an error word for word', () => {
    const details = { page_id: 42, expected_revision: 7, current_revision: 8 };
    expect(errorBody('revision_conflict', details, 'https://b.example/docs/errors')).toEqual({
      code: 'revision_conflict',
      status: 409,
      message: 'Page 42 is at revision 8, not 7.',
      hint: 'Call builder_get, redo the change on revision 8, and send it with a new idempotency_key.',
      outcome: 'not_applied',
      retry: 'after_reconcile',
      details,
      doc_url: 'https://b.example/docs/errors#revision_conflict',
    });
  });

  test('chooses the words that help most', () => {
    const hint = (details: object) =>
      errorBody('patch_no_match', { op_index: 0, ...details }, '').hint;
    expect(hint({ suggested_old: '<h1>' })).toContain('details.suggested_old');
    expect(hint({ cause: 'already_applied' })).toContain('in the draft already');
    // With the cause `produced_by_op` the old text is correct: an earlier operation of the patch creates it. So the hint must
    // name the other failing operations instead of advising the caller to read the draft again.
    expect(hint({ cause: 'produced_by_op' })).toContain('details.ops');
    expect(hint({ cause: 'produced_by_op' })).not.toContain('builder_get');
    expect(hint({})).toContain('builder_get');
    const message = (issues: readonly object[]) =>
      errorBody('invalid_input', { issues }, '').message;
    expect(message([])).toBe('The input is not valid.');
    expect(message([{ path: '', message: 'must be an object' }])).toBe(
      'The input: must be an object.',
    );
    const two = [
      { path: 'patch_ops[3].old', message: 'is empty' },
      { path: 'word', message: 'is missing' },
    ];
    expect(message(two)).toBe('patch_ops[3].old: is empty (and 1 more).');
    expect(errorBody('unknown_action', { did_you_mean: 'builder.get' }, '').message).toContain(
      'did you mean builder.get?',
    );
    expect(errorBody('service_unavailable', {}, '').message).toContain('nothing was done');
  });

  test('describes every member of details, and says when an optional one is present', () => {
    const check = (schema: JsonSchema, at: string): void => {
      const { properties = {}, required = [], items } = schema;
      for (const [name, member] of Object.entries(properties as Record<string, JsonSchema>)) {
        expect(member['description'], `${at}.${name}`).toMatch(/^[A-Z].*[.]$/);
        const isOptional = !(required as readonly string[]).includes(name);
        expect(WHEN in member, `${at}.${name}`).toBe(isOptional);
        check(member, `${at}.${name}`);
      }
      if (items !== undefined) check(items as JsonSchema, at);
    };
    for (const [code] of entries) check(jsonSchema(detailsSchema(code), 'input'), code);
  });

  test('adds to details what the hint of a wait and of an internal error names', () => {
    const added = (code: ErrorCode) =>
      Object.keys(detailsSchema(code).shape).filter((name) => !(name in ERRORS[code].details));
    for (const [code, { retry }] of entries)
      expect(added(code), code).toEqual([
        ...(retry === 'after_seconds' ? ['retry_after_s'] : []),
        ...(code === 'internal' ? ['request_id'] : []),
      ]);
  });

  test('knows its own codes and no inherited name', () => {
    for (const [code] of entries) expect(isErrorCode(code)).toBe(true);
    for (const other of ['', 'toString', '__proto__', 'Internal', null, 404])
      expect(isErrorCode(other)).toBe(false);
  });
});

test.each([
  [{ limit: 'x', retry_after_s: 1 }, 'Wait 1 second, then send the same call again.'],
  [{ limit: 'x', retry_after_s: 40 }, 'Wait 40 seconds, then send the same call again.'],
  [{ limit: 'x' }, 'Wait a moment, then send the same call again.'],
])('the hint of a call that may be sent again later names the time (%j)', (details, hint) => {
  expect(errorBody('rate_limited', details, '').hint).toBe(hint);
});
