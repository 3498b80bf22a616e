import type { ConsoleCheck } from '@bridge/contracts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Findings } from './findings.tsx';

/** A secret that a check found in a draft, with its part and position. */
type SecretInDraft = NonNullable<ConsoleCheck['check']['found']>[number];

/** Returns what the links of a verdict with one secret lead to. */
function waysOf(secret: SecretInDraft): readonly string[] {
  const ways: string[] = [];
  const verdict: ConsoleCheck = {
    check: {
      draft_revision: 1,
      publication_mode: 'portable',
      offline_ready: true,
      warnings: [],
      truncated: false,
      secrets: 1,
      found: [secret],
      empty: false,
    },
    places: [],
    unchanged: false,
  };
  const wayTo: Parameters<typeof Findings>[0]['wayTo'] = ({ layerId, line, column }, words) => {
    ways.push(`${words}: ${layerId ?? 'html'} ${line}:${column}`);
    return words;
  };
  renderToStaticMarkup(createElement(Findings, { verdict, wayTo }));
  return ways;
}

// Verifies: console.publish-dialog.
test('a secret in the HTML or in a layer leads to its line there, one in the title has no line', () => {
  const secret = { kind: 'an agent key', line: 4, column: 7 };
  expect(waysOf({ ...secret, part: 'html' })).toEqual(['Go to line: html 4:7']);
  expect(waysOf({ ...secret, part: 'layer', name: 'theme' })).toEqual([
    'Go to the layer: theme 4:7',
  ]);
  expect(waysOf({ ...secret, part: 'title' })).toEqual([]);
});
