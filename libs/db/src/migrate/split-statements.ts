/** Matches a semicolon, or the start of text that may contain semicolons: comment, quotes or dollar quotes. */
const OPENING = /--[^\n]*|\/\*|'|"|\$(?:[A-Za-z_]\w*)?\$|;/g;

/** Returns the index after the block comment that starts at `from`; block comments can be nested. */
function afterComment(text: string, from: number): number {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = from;
  let depth = 0;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return text.length;
}

/**
 * Returns the index after the quoted text or comment that starts with `mark` at `from`. A doubled quote inside a text counts as
 * the end of one text and the start of the next.
 */
function indexBehind(text: string, mark: string, from: number): number {
  if (mark === '/*') return afterComment(text, from);
  if (mark.startsWith('--')) return from + mark.length;
  const end = text.indexOf(mark, from + mark.length);
  return end === -1 ? text.length : end + mark.length;
}

/** True when a text contains more than white space and comments. */
function hasStatement(text: string): boolean {
  for (let at = 0; at < text.length;) {
    if (/\s/.test(text.charAt(at))) at += 1;
    else if (text.startsWith('--', at)) at += text.slice(at).search(/\n|$/);
    else if (text.startsWith('/*', at)) at = afterComment(text, at);
    else return true;
  }
  return false;
}

/**
 * Splits SQL text into statements at semicolons outside comments, quotes and dollar quotes. Backslash escapes (`E'…'`) are
 * not supported; the migration linter refuses them.
 */
export function splitStatements(sql: string): readonly string[] {
  const statements: string[] = [];
  let from = 0;
  OPENING.lastIndex = 0;
  for (let mark = OPENING.exec(sql); mark !== null; mark = OPENING.exec(sql)) {
    if (mark[0] !== ';') {
      OPENING.lastIndex = indexBehind(sql, mark[0], mark.index);
      continue;
    }
    statements.push(sql.slice(from, mark.index));
    from = mark.index + 1;
  }
  statements.push(sql.slice(from));
  return statements.filter(hasStatement).map((statement) => statement.trim());
}
