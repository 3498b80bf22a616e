import { ERRORS, type ErrorCode } from '@bridge/contracts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { ServiceRequestError } from '../api/client.ts';
import { Problem } from './problem.tsx';

const codes = Object.keys(ERRORS) as ErrorCode[];
const DOCS = 'https://bridge.example/docs/errors';
const nothing = (): void => undefined;

function shown(code: ErrorCode): string {
  const { status, outcome, retry } = ERRORS[code];
  const refusal = new ServiceRequestError(status, {
    code,
    message: `Message of ${code}.`,
    hint: `Hint of ${code}.`,
    outcome,
    retry,
    details: retry === 'after_seconds' ? { retry_after_s: 7 } : {},
    doc_url: `${DOCS}#${code}`,
    request_id: 'req_1',
  });
  return renderToStaticMarkup(
    createElement(Problem, { refusal, onAgain: nothing, onReload: nothing }),
  );
}

/** The text of the button that is expected for each value of `retry`; null for no button. */
const BUTTONS = {
  same_key: />Try again</,
  after_seconds: /disabled=""[^>]*>Try again in 7 s</,
  after_reconcile: />Show the newest state</,
  never: null,
  fix_input: null,
} as const;

describe('every code of the catalogue', () => {
  // Verifies: console.problem.
  test.each(codes)(
    '%s is shown as the service sent it, with the button that its retry allows',
    (code) => {
      const text = shown(code);
      for (const part of [`Message of ${code}.`, `Hint of ${code}.`, `${DOCS}#${code}`, 'req_1'])
        expect(text).toContain(part);
      expect(text.includes('It may have happened.')).toBe(ERRORS[code].outcome === 'unknown');
      const button = BUTTONS[ERRORS[code].retry];
      if (button === null) expect(text).not.toContain('<button');
      else expect(text).toMatch(button);
    },
  );
});

test('text of a refusal is shown as text', () => {
  const refusal = new ServiceRequestError(400, {
    message: '<img src=x onerror=alert(1)>',
    hint: '',
  });
  expect(renderToStaticMarkup(createElement(Problem, { refusal }))).not.toContain('<img');
});
