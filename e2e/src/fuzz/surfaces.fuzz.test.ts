import { TOOL_ACTIONS } from '@bridge/contracts';
import { fuzz } from '@bridge/testing/fuzz';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { ActionCallOutcome } from '../call.ts';
import { create, stage, unique } from '../stage.ts';

/** Relative cost of a case for the fuzz runner: each case sends two calls through the real gateway. */
const COST = 80;

/** The part of an outcome that must be equal on both surfaces (`act` and `mcp`). */
function comparable(outcome: ActionCallOutcome): unknown {
  if (outcome.ok) return { ok: true, result: outcome.result };
  const { hint, ...error } = outcome.error;
  // The hint for an invalid input names the schema, which differs between `act` and `mcp`.
  return { ok: false, error: error.code === 'invalid_input' ? error : { hint, ...error } };
}

/** Random values for the members of a payload, valid and invalid. */
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
    /** The tool actions that change nothing, so that the second call finds the same state as the first. */
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
      // Both surfaces receive the same idempotency key, so the second call replays the first one or is refused in the same way.
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
