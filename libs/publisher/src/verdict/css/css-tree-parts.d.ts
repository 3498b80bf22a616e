// css-tree publishes its tokenizer and string helpers apart from its dictionaries, which would take 20 MB per
// thread; @types/css-tree describes the whole package only.
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
  interface Codec {
    decode(text: string): string;
  }
  /** Names, with their escapes undone. */
  export const ident: Codec;
  /** Quoted strings. */
  export const string: Codec;
  /** `url(…)` without quotes. */
  export const url: Codec;
}
