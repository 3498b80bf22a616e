import { expect, test } from 'vitest';
import { makeAgentKey } from './agent-key.ts';
import { boundedIssues, cutName, shownPath } from './cut-name.ts';

test('a name of 80 characters is shown whole, a longer one is cut', () => {
  expect(cutName('n'.repeat(80))).toBe('n'.repeat(80));
  expect(cutName('n'.repeat(81))).toBe(`${'n'.repeat(80)}…`);
});

test('a cut in the middle of a character leaves well-formed text', () => {
  expect(cutName(`${'n'.repeat(79)}🌍`).isWellFormed()).toBe(true);
  expect(cutName('\ud800')).toBe('\ufffd');
});

test('a key in a name is masked, also one that begins before the cut', () => {
  const key = makeAgentKey();
  expect(cutName(`a ${key} b`)).toBe('a ak_… b');
  for (let before = 0; before <= 80; before += 1)
    expect(cutName(`${'n'.repeat(before)}${key}`)).not.toContain(key.slice(0, 12));
});

test('several keys in a name are masked, and the rest of the name is shown or replaced by an ellipsis', () => {
  const keys = Array.from({ length: 40 }, makeAgentKey);
  for (let count = 1; count <= keys.length; count += 1)
    for (const between of ['', 'x', 'x'.repeat(48)]) {
      const shown = cutName(keys.slice(0, count).join(between));
      for (const key of keys) expect(shown).not.toContain(key.slice(0, 12));
    }
  expect(cutName(keys.join(''))).toBe(`${'ak_…'.repeat(20)}…`);
  expect(cutName(`.${keys[0]},${keys[1]}${'x'.repeat(150)}`)).toBe(`.ak_…,ak_…${'x'.repeat(70)}…`);
});

test('a path has indices in brackets and names behind dots', () => {
  expect(shownPath(['patch_ops', 0, 'old'])).toBe('patch_ops[0].old');
  expect(shownPath([3, 'a', 'b'])).toBe('[3].a.b');
  expect(shownPath([])).toBe('');
});

test('a path of more than 240 characters is cut', () => {
  const whole = shownPath(['a'.repeat(79), 'b'.repeat(79), 'c'.repeat(80)]);
  expect(whole).toHaveLength(240);
  expect(shownPath(['a'.repeat(79), 'b'.repeat(79), 'c'.repeat(80), 'd'])).toBe(`${whole}…`);
  expect(shownPath(Array.from({ length: 100_000 }, () => 'name'))).toHaveLength(241);
});

test('issues are listed up to 6 KiB, and always the first one', () => {
  const issue = (chars: number) => ({ path: 'p', rule: 'r', message: 'm'.repeat(chars) });
  const own = JSON.stringify(issue(0)).length;
  const half = issue(3 * 1024 - own);
  expect(boundedIssues([half, half])).toHaveLength(2);
  expect(boundedIssues([half, half, issue(0)])).toHaveLength(2);
  expect(boundedIssues([half, issue(3 * 1024 - own + 1)])).toHaveLength(1);
  expect(boundedIssues([issue(10_000), issue(0)])).toEqual([issue(10_000)]);
});
