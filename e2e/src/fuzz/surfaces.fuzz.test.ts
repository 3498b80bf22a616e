import { TOOL_ACTIONS } from '@bridge/contracts';
import { fuzz } from '@bridge/testing/fuzz';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Outcome } from '../call.ts';
import { create, stage, unique } from '../stage.ts';

/** A call goes through the real gateway twice. */
const COST = 80;

/** What both surfaces must agree on: everything but what a request or a moment makes its own. */
function comparable(outcome: Outcome): unknown {
  if (outcome.ok) return { ok: true, result: outcome.result };
  const { hint, ...error } = outcome.error;
  // The hint of a wrong input points at the schema of the surface: the tool's own, or an address.
  return { ok: false, error: error.code === 'invalid_input' ? error : { hint, ...error } };
}

/** Values near and far from what a member may be. */
const value = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    1,
    -1,
    1.5,
    101,
    2 ** 53,
    '',
    'x',
    'draft-1',
    [],
    {},
    'abcdefgh',
    'A b',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.integer(),
);

// Verifies: actions.same-on-both.
fuzz(
  'surfaces',
  'the same call by act and by MCP comes to the same end, whatever it is',
  async () => {
    const one = await stage();
    const page = await create(one.on('act'), one.word);
    /** Calls that change nothing when they are done, so that the second one finds what the first one found. */
    const reads = TOOL_ACTIONS.filter(({ kind }) => kind === 'read');
    const keyed = TOOL_ACTIONS.filter(({ kind }) => kind !== 'read');
    const members = fc.dictionary(
      fc.constantFrom(
        'page_id',
        'limit',
        'after_id',
        'query',
        'word',
        'title',
        'raw_html',
        'expected_revision',
        'patch_ops',
        'surprise',
      ),
      fc.oneof(
        value,
        fc.constantFrom<unknown>(page.page_id, one.word, [
          { op: 'replace_text', old: 'first', new: '1st' },
        ]),
      ),
      { maxKeys: 4 },
    );
    const call = fc.oneof(
      fc.record({ action: fc.constantFrom(...reads.map(({ name }) => name)), payload: members }),
      // A change is sent with one key on both surfaces: the second one replays the first, or is refused alike.
      fc.record({ action: fc.constantFrom(...keyed.map(({ name }) => name)), payload: members }),
    );
    const isKeyed = new Set<string>(keyed.map(({ name }) => name));
    return fc.asyncProperty(call, async ({ action, payload }) => {
      const sent = isKeyed.has(action) ? { idempotency_key: unique('fuzz'), ...payload } : payload;
      const byAct = comparable(await one.on('act')(action, sent));
      const byMcp = comparable(await one.on('mcp')(action, sent));
      expect(byMcp).toEqual(byAct);
    });
  },
  { cost: COST },
);
