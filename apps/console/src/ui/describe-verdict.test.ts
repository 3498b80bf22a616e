import type { DraftCheckAnswer } from '@bridge/contracts';
import { expect, test } from 'vitest';
import { describeVerdict } from './describe-verdict.ts';

/** Returns the sentence about a draft whose check found one warning for each given pair of code and address. */
function sentenceOf(
  mode: 'portable' | 'online',
  warnings: readonly (readonly [code: string, url?: string])[],
  truncated = false,
): string {
  const check: DraftCheckAnswer['check'] = {
    draft_revision: 1,
    publication_mode: mode,
    offline_ready: false,
    warnings: warnings.map(([code, url]) => ({
      code,
      severity: 'warning',
      message: 'A finding.',
      count: 1,
      ...(url === undefined ? {} : { url }),
    })),
    truncated,
    secrets: 0,
    empty: false,
  };
  return describeVerdict({ check, places: [], unchanged: false });
}

// Verifies: console.publish-dialog.
test('a page that is online names the hosts that visitors ask, each once, and no host that is not asked', () => {
  const image = ['external_image', 'https://image.example/a.png'] as const;
  const font = ['external_font', '//font.example/a.woff2'] as const;
  const form = ['external_form', 'https://form.example/'] as const;
  const asset = ['missing_asset', 'moon.png'] as const;
  expect(sentenceOf('online', [image, image, font, form, asset])).toBe(
    'Online: visitors’ browsers will ask image.example and font.example too. It does not work offline.',
  );
  const many = Array.from(
    { length: 7 },
    (_, n) => ['external_image', `https://h${n}.example/`] as const,
  );
  expect(sentenceOf('online', many)).toContain('h3.example, h4.example and 2 more too.');
  expect(sentenceOf('online', [image], true)).toContain('image.example and perhaps others too.');
  expect(sentenceOf('online', [])).toContain('will ask other hosts too.');
});

// Verifies: console.publish-dialog.
test('a page that is portable and does not work offline says why', () => {
  expect(sentenceOf('portable', [['no_lang'], ['missing_asset', 'moon.png']])).toBe(
    'Portable: everything is inside. It does not work offline: a file that it names is not there.',
  );
});
