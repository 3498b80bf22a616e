import { LIMITS, type ClientPatchOperation } from '@bridge/contracts';
import { expect, test } from 'vitest';
import { bodyEnd } from './body-end.ts';
import { computePatch, type TextPatchOperation } from './compute-patch.ts';

/** Applies patch operations to a text; returns the new text or the error code. */
function patched(
  source: string,
  ops: readonly (TextPatchOperation | ClientPatchOperation)[],
  charsMax = 10_000,
): string {
  const encode = (text: string) => new TextEncoder().encode(text);
  const result = computePatch(
    {
      source: encode(source),
      ops: encode(JSON.stringify(ops)),
      charsMax,
      detailsBytesMax: LIMITS.errorBodyBytesMax,
    },
    () => 0,
  );
  return result.ok ? new TextDecoder().decode(result.body.bytes) : result.code;
}
const END = '|';
const ended = (text: string): string =>
  `${text.slice(0, bodyEnd(text))}${END}${text.slice(bodyEnd(text))}`;

// Verifies: widgets.body-end.
test.each([
  ['before the end tag', '<body><p>a</p>|</body></html>\n'],
  ['before an end tag in capitals with blanks', '<BODY>a|</BODY\n >\r\n</HTML >\n'],
  [
    'before an end tag that comments and blanks follow',
    '<body>a|</body> <!-- x --> </html><!---->',
  ],
  ['before an end tag that two comments follow', '<body>a|</body><!-- x --><!-- y -->'],
  ['before the last of two end tags', '<body>a</body></html><p>late</p>|</body></html>'],
  ['at the end of a text without an end tag', '<p>a</p>\n|'],
  ['at the end of an empty text', '|'],
  ['at the end where the end tag is part of a script', '<script>s="</body>"</script>|'],
  ['at the end where the end tag is in a comment', '<p>a</p><!-- </body> -->|'],
  ['at the end where a comment behind the end tag does not end', '<body>a</body><!-- x|'],
  ['at the end where text follows the end tag', '<body>a</body>late|'],
  ['at the end where a letter follows a comment', '<body>a</body><!-- x -->z|'],
  ['at the end where another element begins like the end tag', '<p>a</p></bodyx>|'],
])('a text is put %s', (_, text) => {
  expect(ended(text.replace(END, ''))).toBe(text);
});

test('a text full of comments behind the end tag is read in linear time', () => {
  const text = `<body>a</body>${'<!-- x -->'.repeat(300_000)}z`;
  const from = performance.now();
  expect(bodyEnd(text)).toBe(text.length);
  expect(performance.now() - from).toBeLessThan(2_000);
});

test.each([
  ['short', '<body>a</body>'],
  ['empty of everything but blanks', '\n'],
  ['of equal letters without an end tag', 'a'.repeat(5_000)],
  ['whose parts repeat', '<div></body></html>'.repeat(200)],
  ['of pairs of surrogates around the place', `${'😀'.repeat(300)}</body>`],
])('an insertion at the end of a text %s changes nothing else', (_, source) => {
  const at = bodyEnd(source);
  const wanted = `${source.slice(0, at)}<i>$& new</i>${source.slice(at)}`;
  expect(patched(source, [{ op: 'end_body', new: '<i>$& new</i>' }])).toBe(wanted);
});

test('an insertion that makes the text too long is refused as a patch is', () => {
  const op = { op: 'end_body', new: 'xy' } as const;
  expect(patched('<p>a</p>', [op], 10)).toBe('<p>a</p>xy');
  expect(patched('<p>ab</p>', [op], 10)).toBe('html_too_large');
});
