// css-tree exports its tokenizer and string helpers as separate modules; its dictionaries would take 20 MB per thread.
// @types/css-tree describes only the whole package.
declare module 'css-tree/tokenizer' {
  /** Calls back for each token with its type and offsets. Source: CSS Syntax 3, section 4. */
  export function tokenize(
    css: string,
    onToken: (type: number, start: number, end: number) => void,
  ): void;
  /** Token types by name. */
  export const tokenTypes: {
    readonly AtKeyword: number;
    readonly BadUrl: number;
    readonly Comment: number;
    readonly Function: number;
    readonly LeftCurlyBracket: number;
    readonly LeftParenthesis: number;
    readonly RightCurlyBracket: number;
    readonly RightParenthesis: number;
    readonly Semicolon: number;
    readonly String: number;
    readonly Url: number;
    readonly WhiteSpace: number;
  };
}
declare module 'css-tree/utils' {
  /** Decodes the CSS escapes of one kind of token. */
  interface Codec {
    decode(text: string): string;
  }
  /** Decodes the escapes in an identifier. */
  export const ident: Codec;
  /** Decodes the escapes in a quoted string and removes the quotes. */
  export const string: Codec;
  /** Returns the address in `url(…)` without quotes, with decoded escapes. */
  export const url: Codec;
}
