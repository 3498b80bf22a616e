/** The reason why a script is not valid JavaScript. */
export interface ScriptParseFailure {
  /** The reason as one sentence. It quotes at most one short name or symbol of the script. */
  readonly reason: string;
  /** The offset in the script at which acorn (the JavaScript parser) stopped. */
  readonly offset: number;
}

/**
 * Matches text of the script that the reason for a parse failure may quote. Agents read the reason, so it must not contain
 * whole sentences of the page (prompt injection).
 */
const SHOWN = /^(?:[\w$#]{1,40}|[!-~]{1,3})$/;

/**
 * Converts a syntax error of acorn (the JavaScript parser), such as `Unexpected token (3:8)` with `pos`, to a reason and an
 * offset.
 */
export function parseFailure(error: unknown): ScriptParseFailure {
  const unknown = { reason: 'It cannot be read.', offset: 0 };
  if (!(error instanceof SyntaxError)) return unknown;
  const pos: unknown = 'pos' in error ? error.pos : undefined;
  const [text = ''] = error.message.split(/(?::\s| \(\d+:\d+\)$)/, 1);
  const reason = text.replaceAll(/(['"`])(.*?)\1/gs, (whole, quote: string, part: string) =>
    SHOWN.test(part) ? whole : `${quote}…${quote}`,
  );
  return { reason: `${reason}.`, offset: typeof pos === 'number' ? pos : 0 };
}
