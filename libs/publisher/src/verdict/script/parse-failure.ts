/** Why a script is no JavaScript. */
export interface ParseFailure {
  /** One sentence; of the page's text at most a short name or sign. */
  readonly reason: string;
  /** Where the parser stopped, in the script. */
  readonly offset: number;
}

/** What of the page's text a reason may repeat: an agent reads it, so no more than a name or a sign. */
const SHOWN = /^(?:[\w$#]{1,40}|[!-~]{1,3})$/;

/** Reads an error of acorn: `Unexpected token (3:8)` at its `pos`. */
export function parseFailure(error: unknown): ParseFailure {
  const unknown = { reason: 'It cannot be read.', offset: 0 };
  if (!(error instanceof SyntaxError)) return unknown;
  const pos: unknown = 'pos' in error ? error.pos : undefined;
  const [text = ''] = error.message.split(/(?::\s| \(\d+:\d+\)$)/, 1);
  const reason = text.replaceAll(/(['"`])(.*?)\1/gs, (whole, quote: string, part: string) =>
    SHOWN.test(part) ? whole : `${quote}…${quote}`,
  );
  return { reason: `${reason}.`, offset: typeof pos === 'number' ? pos : 0 };
}
