import { expect, test } from 'vitest';
import { misfitOf } from './misfit-of.ts';

const FITS = { code: 'revision_conflict', doc_url: '' };
const DETAILS = { page_id: 42, expected_revision: 7, current_revision: 8 };

/**
 * Returns three response bodies with the same error: in the format of the act surface, a JSON-RPC error and an MCP tool result.
 */
function bodies(error: object): readonly string[] {
  return [
    { ok: false, error },
    { jsonrpc: '2.0', id: 1, error: { code: -32_000, message: '', data: error } },
    { result: { isError: true, content: [{ type: 'text', text: JSON.stringify(error) }] } },
  ].map((body) => JSON.stringify(body));
}

test('an error whose details its schema lists fits, on every surface', async () => {
  for (const body of bodies({ ...FITS, details: DETAILS })) expect(await misfitOf(body)).toBeNull();
  expect(await misfitOf('{"ok":true,"result":{}}')).toBeNull();
});

test.each([
  ['a member that is not listed', { details: { ...DETAILS, surprise: 1 } }],
  ['a member of another type', { details: { ...DETAILS, page_id: '42' } }],
  ['a missing member', { details: { page_id: 42 } }],
  ['an unknown code', { code: 'invented', details: {} }],
  [
    'a nested member that is not listed',
    {
      code: 'invalid_input',
      details: { issues: [{ path: '', rule: 'x', message: 'y', surprise: 1 }] },
    },
  ],
])('an error with %s does not, on any surface', async (_what, error) => {
  for (const body of bodies({ ...FITS, ...error })) expect(await misfitOf(body)).not.toBeNull();
});
