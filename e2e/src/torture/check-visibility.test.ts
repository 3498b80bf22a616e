import { expect, test } from 'vitest';
import { lastVisibilities } from './check-visibility.ts';
import { TortureRunHistory } from './history.ts';

/** Adds a call that sets the visibility of page 1, with its start and end. End null means that the call got no answer. */
function set(
  history: TortureRunHistory,
  visibility: string,
  [inv, ret]: readonly [number, number | null],
) {
  const payload = { page_id: 1, visibility };
  const call = { agent: 'a', account: 'b', action: 'pages.set_visibility', key: 'k', payload };
  const record = Object.assign(history.begin(call), { inv, ret });
  if (ret !== null) record.result = '{}';
  return record;
}

// Verifies: publishing.visibility-action.
test('the last visibility is known when one call began after all others had ended', () => {
  const history = new TortureRunHistory();
  set(history, 'private', [0, 5]);
  const last = set(history, 'unlisted', [6, 9]);
  const visibilityOfPage = () => lastVisibilities(history.firstCalls()).get(1);
  expect(visibilityOfPage()).toBe('unlisted');
  history.replayOf(set(history, 'private', [20, 25]));
  expect(visibilityOfPage()).toBe('unlisted');
  set(history, 'public', [8, 12]);
  expect(visibilityOfPage()).toBeUndefined();
  expect(last.result).toBe('{}');
});
