import fc from 'fast-check';
import { Parser, type ParserError } from 'parse5';
import { expect, it } from 'vitest';
import { BudgetSpent } from '../model/budget.ts';
import { leanTree } from './lean-tree.ts';
import { readTextInRuns } from './text-runs.ts';

fc.configureGlobal({ seed: 20_260_101 });

/** Pieces of which pages are made: every state of text, every mode that treats space and other text differently. */
// prettier-ignore
const PIECES = [
  'a', 'word', ' ', '  ', '\n', '\t', '\f', '\r', '\r\n', '\v', '\0', '\u0085', '\u00a0', '\u{1f600}', '\ud83d', '\ude00', '\ufdd0',
  '\u0001', '&amp;', '&amp', '&#0;', '&#x20;', '&nope;', '&', '<', '>', '</', '<!-- a b -->', '<!--', '-->', '<![CDATA[ a b', ']]>',
  '<!doctype html>', '<html lang="a">', '<head>', '</head>', '<body id="a">', '</body>', '</html>', '<frameset>', '<frame>',
  '<p id="a b">', '</p>', '<b id=a>', '</b>', '<a href="a b">', '<table id=a>', '<tr>', '<td>', '<caption>', '<colgroup>', '<col id=a>',
  '</table>', '<select id=a>', '<option>', '</select>', '<template>', '</template>', '<svg id=a>', '<title>', '</title>', '</svg>',
  '<math>', '<mi>', '<pre id=a>', '<textarea>', '</textarea>', '<script>', '</script>', '<!--<script>', '<style>', '</style>',
  '<xmp>', '</xmp>', '<noscript>', '</noscript>', '<plaintext>', '<img id=a>',
] as const;
const soup = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((parts) => parts.join(''));

/** Everything the analysis gets to know of a page: elements and texts with their places, and what is wrong. */
function readingOf(page: string, inRuns: boolean) {
  const seen: unknown[] = [];
  const errors: string[] = [];
  const tree = leanTree({
    element: ({ name, attributes, location }, inTemplate) =>
      seen.push([name, attributes, location?.startLine, location?.startCol, inTemplate]),
    text: ({ name, location }, text) =>
      seen.push([name, text, location?.startTag?.endLine, location?.startTag?.endCol]),
    doctype: () => seen.push('doctype'),
  });
  const parser = new Parser({
    treeAdapter: tree.adapter,
    sourceCodeLocationInfo: true,
    onParseError: ({ code, startLine, startCol }: ParserError) =>
      errors.push(`${code} ${startLine} ${startCol}`),
  });
  if (inRuns) readTextInRuns(parser.tokenizer);
  try {
    parser.tokenizer.write(page, true);
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error;
    seen.push('too deep');
  }
  tree.close();
  // One that is found while text is read may come before one that the text makes when it is done.
  return { seen, errors: errors.toSorted() };
}

it('makes of every page what it is made of character by character: elements, texts, places and errors', () => {
  fc.assert(
    fc.property(soup, (page) => {
      expect(readingOf(page, true)).toEqual(readingOf(page, false));
    }),
    { numRuns: 5_000 },
  );
});

it('is one token of a text of many words, and one of space before it', () => {
  const parser = new Parser({ sourceCodeLocationInfo: true });
  const texts: string[] = [];
  readTextInRuns(parser.tokenizer);
  const { onCharacter, onWhitespaceCharacter } = parser;
  parser.onCharacter = (token) => {
    texts.push(token.chars);
    onCharacter.call(parser, token);
  };
  parser.onWhitespaceCharacter = (token) => {
    texts.push(token.chars);
    onWhitespaceCharacter.call(parser, token);
  };
  parser.tokenizer.write('<!doctype html><p>\n  many words\n in\tit </p>', true);
  expect(texts).toEqual(['\n  ', 'many words\n in\tit ']);
});
