import { Token, TokenizerMode, type Tokenizer } from 'parse5';

/** The part of parse5's tokenizer that reads text; protected there, so not in its types. */
interface TextReader {
  readonly state: number;
  readonly currentCharacterToken: { readonly type: Token.TokenType } | null;
  readonly preprocessor: { readonly html: string; readonly isEol: boolean; pos: number };
  runEnd: number;
  _emitCodePoint(codePoint: number): void;
  _extendRun(codePoint: number): void;
}

/** States in which every character but the special ones stands for itself. */
const TEXT_STATES = new Set<number>([
  TokenizerMode.DATA,
  TokenizerMode.RCDATA,
  TokenizerMode.RAWTEXT,
  TokenizerMode.SCRIPT_DATA,
  TokenizerMode.PLAINTEXT,
]);
/** What is special in no such state: no `<` or `&`, no end of a line, nothing that is an error or half a character. */
const PLAIN = /[ -%'-;=-~\u00a0-\ud7ff]*/y;
/** Tab, line feed, form feed, carriage return, space. */
const isSpace = (codePoint: number): boolean =>
  codePoint === 0x20 || (codePoint >= 0x09 && codePoint <= 0x0d && codePoint !== 0x0b);

/**
 * Lets a tokenizer take text in runs. By itself it makes a token of every word and of every space between two, and
 * looks at each character five times: most of the time a page costs. Space behind other text belongs to it, because
 * whatever that text made of the page holds for the space too; so the places of all elements stay what they were.
 */
export function readTextInRuns(tokenizer: Tokenizer): void {
  // The members are there at run time; their being protected is all that the types leave out.
  const reader = tokenizer as unknown as TextReader;
  const emit = reader._emitCodePoint.bind(reader);
  const inText = (): boolean => reader.currentCharacterToken?.type === Token.TokenType.CHARACTER;
  reader._emitCodePoint = (codePoint) => {
    if (isSpace(codePoint) && inText()) reader._extendRun(codePoint);
    else emit(codePoint);
    const { preprocessor } = reader;
    if (preprocessor.isEol || !TEXT_STATES.has(reader.state) || !inText()) return;
    PLAIN.lastIndex = preprocessor.pos + 1;
    PLAIN.test(preprocessor.html);
    preprocessor.pos = PLAIN.lastIndex - 1;
    reader.runEnd = PLAIN.lastIndex;
  };
}
