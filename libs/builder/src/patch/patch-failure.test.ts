import { detailsSchema } from '@bridge/contracts';
import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { computePatch } from './compute-patch.ts';

const encoder = new TextEncoder();
const DETAILS_BYTES_MAX = 6_656;

/** One text replacement of a patch: the text `old` becomes `new`. */
interface PatchReplacement {
  readonly old: string;
  readonly new: string;
}
function refused(
  source: string,
  ...ops: readonly PatchReplacement[]
): { code: string; details: Readonly<Record<string, unknown>> } {
  const task = {
    source: encoder.encode(source),
    ops: encoder.encode(JSON.stringify(ops.map((op) => ({ op: 'replace_text', ...op })))),
    charsMax: 5_242_880,
    detailsBytesMax: DETAILS_BYTES_MAX,
  };
  // The clock always returns 0, so that the time limit of the diagnosis has no effect on a slow machine.
  const result = computePatch(task, () => 0);
  if (result.ok) expect.fail('the patch was applied');
  // The schema of the error catalogue drops members that it does not list, so the comparison fails for an unlisted member.
  expect(detailsSchema(result.code).parse(result.details)).toEqual(result.details);
  return result;
}

describe('a miss is explained', () => {
  const cases: [cause: string, source: string, old: string, suggested: string | undefined][] = [
    ['line_endings', '<p>\r\none\r\n</p>', '<p>\none', '<p>\r\none'],
    ['line_endings', 'a\rb', 'a\nb', 'a\rb'],
    ['unicode_composition', 'Gru\u0308\u00dfe an alle', 'Grüße', 'Gru\u0308ße'],
    ['unicode_composition', 'das Caf\u00e9 hier', 'Cafe\u0301', 'Café'],
    ['lookalike_characters', 'it’s “so” – yes', 'it\'s "so" - yes', 'it’s “so” – yes'],
    ['lookalike_characters', 'a\u00a0b', 'a b', 'a\u00a0b'],
    ['whitespace', '<ul>\n\t<li>x</li>\n</ul>', '<ul>\n  <li>x</li>', '<ul>\n\t<li>x</li>'],
    ['whitespace', '<ul><li>x</li></ul>', '<ul>\n  <li>x</li>\n', '<ul><li>x</li>'],
    ['whitespace', 'a\n\n  <b>  \n\n\nc', '\n<b>\n', '\n  <b>  \n'],
    ['whitespace', '<b  x>\n    <i>', '<b x>\n', '<b  x>\n'],
    ['whitespace', 'a\r\n\r\n  <b>c', '\n<b>', '\r\n  <b>'],
    ['whitespace', 'x<b>  \r\n\r\nc', '<b>\n', '<b>  \r\n'],
    ['whitespace', 'a    <b  x>', '  <b x>', '  <b  x>'],
    ['lookalike_characters', 'x  ’a', " 'a", ' ’a'],
    ['lookalike_characters', 'wait… more', 'wait.', 'wait…'],
    ['letter_case', '<P>Fish &amp; chips', '<p>Fish & chips', '<P>Fish &amp; chips'],
    ['letter_case', 'A'.repeat(2_001), 'a'.repeat(2_001), undefined],
    ['letter_case', '<DIV Class="a">', '<div class="a">', '<DIV Class="a">'],
    [
      'html_entity',
      'Fish &amp; chips &#8364;&#x35;',
      'Fish & chips €5',
      'Fish &amp; chips &#8364;&#x35;',
    ],
    ['html_entity', 'Fish & chips', 'Fish &amp; chips', 'Fish & chips'],
    // The diagnosis must know every named character reference of HTML, including the longest one.
    [
      'html_entity',
      '&frac12; &ne; &CounterClockwiseContourIntegral;',
      '½ ≠ ∳',
      '&frac12; &ne; &CounterClockwiseContourIntegral;',
    ],
    ['html_entity', 'the last &#x10FFFF;', 'the last &#1114111;', 'the last &#x10FFFF;'],
    ['whitespace', 'no  such &#x110000;', 'no such &#x110000;', 'no  such &#x110000;'],
    ['whitespace', '<P>\r\n  Fish &amp; chips', '<p>\n\tFish & chips', '<P>\r\n  Fish &amp; chips'],
    ['letter_case', 'Ab ab aB', 'AB', undefined],
    ['none', '<p>hello</p>', 'goodbye', undefined],
  ];
  // Verifies: patch.miss-explained.
  test.each(cases)('%s: %j has no %j', (cause, source, old, suggested) => {
    const { code, details } = refused(source, { old, new: 'REPLACED' });
    expect(code).toBe('patch_no_match');
    expect(details).toMatchObject({ applied: 0, op_index: 0, cause });
    expect(details.suggested_old).toBe(suggested);
    if (suggested !== undefined) expect(source.split(suggested)).toHaveLength(2);
  });

  test('a long text is explained by the fold that it needs', () => {
    const source = 'it’s  <B>old</B>\n'.repeat(4_096);
    const old = source.replaceAll('’', "'").replaceAll('  ', ' ');
    expect(refused(source, { old, new: 'REPLACED' }).details.cause).toBe('lookalike_characters');
  });

  test('an operation that was applied before is reported as applied', () => {
    expect(
      refused('<h1>New heading</h1>', { old: '<h1>Old</h1>', new: '<h1>New heading</h1>' }).details
        .cause,
    ).toBe('already_applied');
    expect(refused('a  b', { old: 'a b', new: 'a  b' }).details).toMatchObject({
      cause: 'already_applied',
    });
  });

  test('an operation that put one letter between blanks in place of a word is reported as applied', () => {
    const added = ' '.repeat(20) + 'x' + ' '.repeat(20);
    expect(refused(`<p>Moon${added}</p>`, { old: 'moon', new: added }).details).toMatchObject({
      cause: 'already_applied',
    });
  });

  test('a removal is not reported as applied only because the remaining text occurs in the draft', () => {
    const [source, rest] = ['<br>\r\n<h2>What stays behind</h2>', '<h2>What stays behind</h2>'];
    expect(refused(source, { old: `<br>\n${rest}`, new: rest }).details).toMatchObject({
      cause: 'line_endings',
      suggested_old: source,
    });
    expect(refused(rest, { old: `<br>\n${rest}`, new: rest }).details).toMatchObject({
      cause: 'already_applied',
    });
  });

  test('an `old` that only an earlier operation produces is reported as such', () => {
    const { details } = refused(
      'one two',
      { old: 'one', new: 'three' },
      { old: 'three', new: '3' },
      { old: 'nowhere', new: '' },
    );
    expect(details).toMatchObject({ op_index: 1, cause: 'produced_by_op', produced_by: 0 });
    expect(details.ops).toMatchObject([{ op_index: 2, code: 'patch_no_match' }]);
  });

  test('an `old` that occurs nowhere is not reported as produced by an operation that changes nothing', () => {
    const { details } = refused('abc', { old: 'zzz', new: '' }, { old: 'a', new: 'a' });
    expect(details).toMatchObject({ op_index: 0, cause: 'none' });
  });

  test('an `old` that several operations produce together is reported without one of them', () => {
    const { details } = refused(
      'ab',
      { old: 'a', new: 'x' },
      { old: 'xb', new: 'y' },
      { old: 'nowhere', new: '' },
    );
    expect(details).toMatchObject({ op_index: 1, cause: 'produced_by_op' });
    expect(details).not.toHaveProperty('produced_by');
  });

  test.each([
    [
      'the operation before it',
      [
        { old: 'one', new: '1' },
        { old: 'two', new: '22' },
        { old: '22', new: '' },
        { old: 'nowhere', new: '' },
      ],
      1,
    ],
    [
      'no later operation',
      [
        { old: 'zz', new: 'q' },
        { old: 'one', new: 'zz' },
      ],
      undefined,
    ],
    ['not itself', [{ old: 'zz', new: 'xzzx' }], undefined],
  ])('an operation names as producer of its `old` %s', (_, ops, producer) => {
    expect(refused('one two', ...ops).details['produced_by']).toBe(producer);
  });

  test.each([
    [
      'a long new text that occurs counts as applied',
      '0123456789abcdef <B>',
      '<b>',
      '0123456789abcdef',
      'already_applied',
    ],
    [
      'a short one does not hide a better cause',
      '0123456789abcde <B>',
      '<b>',
      '0123456789abcde',
      'letter_case',
    ],
    [
      'one that occurs twice counts from 8 units',
      '12345678 12345678',
      'zz',
      '12345678',
      'already_applied',
    ],
    ['a shorter one does not', '1234567 1234567', 'zz', '1234567', 'none'],
    [
      'one that `old` contains, but for blanks, does not',
      '<B>What  stays behind',
      '<b>What stays behind',
      'What  stays behind',
      'whitespace',
    ],
  ])('%s', (_, source, old, wanted, cause) => {
    expect(refused(source, { old, new: wanted }).details.cause).toBe(cause);
  });

  test('the longest prefix that occurs is shown with the text that follows it in the draft and in `old`', () => {
    const { details } = refused('line one\n<h1 class="🌍x">Hi</h1>', {
      old: '<h1 class="🌍y">',
      new: '',
    });
    expect(details).toMatchObject({
      longest_prefix: { chars: 12, of: 15, line: 2, column: 1 },
      source_continues: 'x">Hi</h1>',
      old_continues: 'y">',
      old_preview: '<h1 class="🌍y">',
    });
  });

  // Verifies: patch.miss-explained.
  test('a suggestion always occurs exactly once in the stored text', () => {
    const piece = fc.constantFrom(
      'a',
      'B',
      ' ',
      '\n',
      '\r\n',
      '\t',
      '&amp;',
      '&',
      '’',
      "'",
      'é',
      'e\u0301',
      '<p>',
      '\u00a0',
    );
    const text = fc.array(piece, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (source, old) => {
        if (source.includes(old)) return;
        const suggested = refused(source, { old, new: '\u0007' }).details.suggested_old;
        if (typeof suggested !== 'string') return;
        expect(source.indexOf(suggested)).toBeGreaterThanOrEqual(0);
        expect(source.indexOf(suggested, source.indexOf(suggested) + 1)).toBe(-1);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('an ambiguous operation', () => {
  // Verifies: patch.places.
  test('shows each place once, with line, column, offset and surrounding text', () => {
    const { code, details } = refused('<p>é🌍 cat</p>\n<b>cat</b>', { old: 'cat', new: 'dog' });
    expect(code).toBe('patch_ambiguous');
    expect(details).toMatchObject({
      match_count: 2,
      capped: false,
      matches: [
        { line: 1, column: 7, offset: 6, before: '<p>é🌍 ', after: '</p>\n<b>cat</b>' },
        { line: 2, column: 4, offset: 17, before: '<p>é🌍 cat</p>\n<b>', after: '</b>' },
      ],
    });
  });

  // Verifies: patch.places.
  test('of more than twenty places shows twenty and says that there are more', () => {
    expect(refused('x'.repeat(20), { old: 'x', new: 'y' }).details).toMatchObject({
      match_count: 20,
      capped: false,
    });
    const { details } = refused('x'.repeat(500), { old: 'x', new: 'y' });
    expect(details).toMatchObject({ match_count: 21, capped: true });
    expect(details.matches).toHaveLength(20);
  });
});

describe('the error body', () => {
  test('stays within its bytes and well-formed, whatever fails', () => {
    const rude = ['\u0000', '🌍', '"', '\\', '界', 'a'];
    for (const char of rude) {
      const source = `${char.repeat(3_000)}-${'\r\n'}${char.repeat(1_990)}!`;
      const misses = Array.from({ length: 30 }, (_, i) => ({
        old: `${char.repeat(2_500)}${i}?`,
        new: '',
      }));
      const ambiguous = Array.from({ length: 20 }, () => ({ old: char, new: 'b' }));
      const folded = { old: `-\n${char.repeat(1_990)}!`, new: '' };
      for (const ops of [
        [...misses, ...ambiguous],
        [...ambiguous, ...misses],
        [folded, ...misses],
      ]) {
        const { details } = refused(source, ...ops);
        const json = JSON.stringify(details);
        expect(Buffer.byteLength(json)).toBeLessThanOrEqual(DETAILS_BYTES_MAX);
        expect(json).not.toMatch(/\\ud[89a-f]/);
        expect(details.ops).toHaveLength(ops.length - 1);
      }
    }
  });

  test('names both operations of an overlap and keeps the further failures', () => {
    const { code, details } = refused(
      'abc',
      { old: 'ab', new: '1' },
      { old: 'bc', new: '2' },
      { old: 'zz', new: '' },
    );
    expect(code).toBe('patch_overlap');
    expect(details).toMatchObject({
      ops: [0, 1],
      other_ops: [{ op_index: 2, code: 'patch_no_match' }],
    });
  });
});
