import { tokenize, tokenTypes } from 'css-tree/tokenizer';
import { ident, string, url as cssUrl } from 'css-tree/utils';
import type { CssConstruct } from '../model/index.ts';

/** An address in CSS: how it is written there and where it starts. */
export interface CssAddress {
  readonly raw: string;
  readonly construct: CssConstruct;
  readonly offset: number;
  /** The address is put together by the cascade (`image-set(var(--a))`), so it does not stand here. */
  readonly computed?: boolean;
}

/** At-rules whose prelude holds an address that names something and loads nothing. */
const NAMING = new Set(['namespace', 'document', '-moz-document']);
const URL_FUNCTIONS = new Set(['url', 'src']);
const IMAGE_SETS = new Set(['image-set', '-webkit-image-set']);
/** Functions in whose place the cascade puts text of its own. */
const SUBSTITUTED = new Set(['var', 'attr', 'env', 'if', 'inherit']);
const HIDDEN = new Set([tokenTypes.WhiteSpace, tokenTypes.Comment]);

/**
 * Yields every address in a style sheet or a declaration list that a browser would load, from css-tree's tokens
 * alone: no tree, so memory does not grow with the sheet, and what a browser drops as invalid is still counted.
 * Escapes in names (`u\72l(`) and addresses are read as CSS reads them.
 */
export function scanCss(css: string, onAddress: (address: CssAddress) => void): void {
  const functions: string[] = [];
  /** The at-rule each open block belongs to. */
  const blocks: string[] = [];
  /** The at-rule whose prelude is being read. */
  let prelude = '';
  /** Directly after `@import`: the next token is its address. */
  let importing = false;
  /** End of an address that was read ahead of the tokens. */
  let readTo = 0;

  const emit = (raw: string, construct: CssConstruct, offset: number): void => {
    if (NAMING.has(prelude)) return;
    const found = importing
      ? 'import-url'
      : blocks.at(-1) === 'font-face'
        ? 'font-face'
        : construct;
    importing = false;
    onAddress({ raw, construct: found, offset });
  };

  const enter = (name: string, start: number, end: number): void => {
    const inAddress = functions.some((outer) => URL_FUNCTIONS.has(outer) || IMAGE_SETS.has(outer));
    if (inAddress && (SUBSTITUTED.has(name) || name.startsWith('--')))
      onAddress({ raw: '', construct: 'image-set', offset: start, computed: true });
    functions.push(name);
    if (name !== 'url' || start < readTo) return;
    // `url` written with escapes is a plain function to the tokenizer, and an unquoted address in it falls to pieces.
    const body = /^[\t\n\f\r ]*(?!["'])([^)"']*)\)?/.exec(css.slice(end, end + 4096));
    if (body?.[1] !== undefined && body[1].trim() !== '') {
      emit(cssUrl.decode(`url(${body[1]})`), 'url', start);
      readTo = end + body[0].length - 1;
    }
  };

  tokenize(css, (type, start, end) => {
    if (HIDDEN.has(type)) return;
    switch (type) {
      case tokenTypes.AtKeyword:
        prelude = ident.decode(css.slice(start + 1, end)).toLowerCase();
        importing = prelude === 'import';
        return;
      case tokenTypes.Url:
        emit(cssUrl.decode(css.slice(start, end)), 'url', start);
        return;
      case tokenTypes.BadUrl:
        // A backslash as the very last character is read on as a character nobody knows.
        if (end === css.length && css.endsWith('\\'))
          emit(cssUrl.decode(`${css.slice(start, -1)}\ufffd)`), 'url', start);
        return;
      case tokenTypes.Function:
        enter(ident.decode(css.slice(start, end - 1)).toLowerCase(), start, end);
        return;
      case tokenTypes.String: {
        const context = functions.at(-1) ?? '';
        const raw = (): string => string.decode(css.slice(start, end));
        if (start < readTo) return;
        if (importing && functions.length === 0) {
          importing = false;
          onAddress({ raw: raw(), construct: 'import-string', offset: start });
        } else if (URL_FUNCTIONS.has(context))
          emit(raw(), context === 'src' ? 'src' : 'url', start);
        else if (IMAGE_SETS.has(context)) emit(raw(), 'image-set', start);
        return;
      }
      case tokenTypes.LeftParenthesis:
        functions.push('');
        return;
      case tokenTypes.RightParenthesis:
        functions.pop();
        return;
      case tokenTypes.LeftCurlyBracket:
        blocks.push(prelude);
        prelude = '';
        functions.length = 0;
        importing = false;
        return;
      case tokenTypes.RightCurlyBracket:
        blocks.pop();
        functions.length = 0;
        prelude = '';
        importing = false;
        return;
      case tokenTypes.Semicolon:
        functions.length = 0;
        prelude = '';
        importing = false;
        return;
      default:
        if (functions.length === 0) importing = false;
    }
  });
}
