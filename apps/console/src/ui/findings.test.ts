import type { DraftCheckAnswer } from '@bridge/contracts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Findings } from './findings.tsx';

/** A secret that a check found in a draft, with the part of the website in which it is, and its position there. */
type SecretInDraft = NonNullable<DraftCheckAnswer['check']['found']>[number];

/** Returns the targets of the links that are shown for the result of a draft check with only this secret. */
function waysOf(secret: SecretInDraft): readonly string[] {
  const ways: string[] = [];
  const verdict: DraftCheckAnswer = {
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
