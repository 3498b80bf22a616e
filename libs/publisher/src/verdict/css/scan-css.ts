import { tokenize, tokenTypes } from 'css-tree/tokenizer';
import { ident, string, url as cssUrl } from 'css-tree/utils';
import type { ReferencingCssConstructName } from '../model/index.ts';

/** An address in CSS, with the construct that contains it and its offset in the CSS text. */
export interface CssUrlOccurrence {
  readonly raw: string;
  readonly construct: ReferencingCssConstructName;
  readonly offset: number;
  /**
   * True when the browser computes the address from a variable or attribute (`image-set(var(--a))`), so the text does not
   * contain it.
   */
  readonly computed?: boolean;
}

/** At-rules whose part before the block or `;` contains an address that the browser does not request. */
const NAMING = new Set(['namespace', 'document', '-moz-document']);
const URL_FUNCTIONS = new Set(['url', 'src']);
const IMAGE_SETS = new Set(['image-set', '-webkit-image-set']);
const isAddressFunction = (name: string): boolean =>
  URL_FUNCTIONS.has(name) || IMAGE_SETS.has(name);
/** Functions that the browser replaces with the value of a variable, attribute or condition. */
const SUBSTITUTED = new Set(['var', 'attr', 'env', 'if', 'inherit']);
const HIDDEN = new Set([tokenTypes.WhiteSpace, tokenTypes.Comment]);
/** Matches an address without quotes, up to its closing parenthesis. */
const UNQUOTED_ADDRESS = /[\t\n\f\r ]*(?!["'])([^)"'\\]*(?:\\.[^)"'\\]*)*)/sy;

/**
 * Passes every address that a browser would load from a style sheet or declaration list to `onAddress`. It reads tokens and
 * builds no tree, so memory does not grow with the sheet; addresses in invalid rules count too, although browsers ignore them.
 * Escapes in names (`u\72l(`) and addresses are decoded as CSS specifies.
 */
export function scanCss(css: string, onAddress: (address: CssUrlOccurrence) => void): void {
  const reader = new CssTokenReader(css, onAddress);
  tokenize(css, (type, start, end) => {
    if (!HIDDEN.has(type)) reader.read(type, start, end);
  });
}

/** Reads the tokens of a style sheet in order. Keeps a stack of the open functions, blocks and at-rules. */
class CssTokenReader {
  readonly #css: string;
  readonly #onAddress: (address: CssUrlOccurrence) => void;
  readonly #functions: string[] = [];
  /** Number of open functions that contain addresses. It is counted, because a search at each function takes quadratic time. */
  #addressFunctions = 0;
  /** One entry per open block: the name of its at-rule, or '' for the block of a style rule. */
  readonly #blocks: string[] = [];
  /** The name of the at-rule whose head (before `{` or `;`) is being read, or ''. */
  #prelude = '';
  /** True directly after `@import`, where an address must follow. */
  #importing = false;
  /** The end offset of an unquoted address that `#enter` has read from the text before the tokenizer reported it. */
  #readTo = 0;

  constructor(css: string, onAddress: (address: CssUrlOccurrence) => void) {
    this.#css = css;
    this.#onAddress = onAddress;
  }

  read(type: number, start: number, end: number): void {
    switch (type) {
      case tokenTypes.AtKeyword:
        this.#prelude = ident.decode(this.#css.slice(start + 1, end)).toLowerCase();
        this.#importing = this.#prelude === 'import';
        return;
      case tokenTypes.Url:
        this.#emit(cssUrl.decode(this.#css.slice(start, end)), 'url', start);
        return;
      case tokenTypes.BadUrl:
        // The style sheet ends in a backslash. CSS reads this backslash as the replacement character U+FFFD.
        if (end === this.#css.length && this.#css.endsWith('\\'))
          this.#emit(cssUrl.decode(`${this.#css.slice(start, -1)}\ufffd)`), 'url', start);
        return;
      case tokenTypes.Function:
        this.#enter(ident.decode(this.#css.slice(start, end - 1)).toLowerCase(), start, end);
        return;
      case tokenTypes.String:
        this.#readString(start, end);
        return;
      case tokenTypes.LeftParenthesis:
        this.#functions.push('');
        return;
      case tokenTypes.RightParenthesis:
        if (isAddressFunction(this.#functions.pop() ?? '')) this.#addressFunctions -= 1;
        return;
      case tokenTypes.LeftCurlyBracket:
        this.#blocks.push(this.#prelude);
        this.#endStatement();
        return;
      case tokenTypes.RightCurlyBracket:
        this.#blocks.pop();
        this.#endStatement();
        return;
      case tokenTypes.Semicolon:
        this.#endStatement();
        return;
      default:
        if (this.#functions.length === 0) this.#importing = false;
    }
  }

  #endStatement(): void {
    this.#functions.length = 0;
    this.#addressFunctions = 0;
    this.#prelude = '';
    this.#importing = false;
  }

  #readString(start: number, end: number): void {
    const context = this.#functions.at(-1) ?? '';
    const raw = (): string => string.decode(this.#css.slice(start, end));
    if (this.#importing && this.#functions.length === 0) {
      this.#importing = false;
      this.#onAddress({ raw: raw(), construct: 'import-string', offset: start });
    } else if (URL_FUNCTIONS.has(context))
      this.#emit(raw(), context === 'src' ? 'src' : 'url', start);
    else if (IMAGE_SETS.has(context)) this.#emit(raw(), 'image-set', start);
  }

  #emit(raw: string, construct: ReferencingCssConstructName, offset: number): void {
    if (NAMING.has(this.#prelude)) return;
    const found = this.#importing
      ? 'import-url'
      : this.#blocks.at(-1) === 'font-face'
        ? 'font-face'
        : construct;
    this.#importing = false;
    this.#onAddress({ raw, construct: found, offset });
  }

  #enter(name: string, start: number, end: number): void {
    if (this.#addressFunctions > 0 && (SUBSTITUTED.has(name) || name.startsWith('--')))
      this.#onAddress({ raw: '', construct: 'image-set', offset: start, computed: true });
    this.#functions.push(name);
    if (isAddressFunction(name)) this.#addressFunctions += 1;
    if (name !== 'url' || start < this.#readTo) return;
    // When the name `url` is written with escapes, the tokenizer reports an ordinary function and splits its unquoted address
    // into tokens. The address is read from the text instead.
    UNQUOTED_ADDRESS.lastIndex = end;
    const address = UNQUOTED_ADDRESS.exec(this.#css)?.[1] ?? '';
    if (address.trim() === '') return;
    this.#emit(cssUrl.decode(`url(${address})`), 'url', start);
    this.#readTo = UNQUOTED_ADDRESS.lastIndex;
  }
}
