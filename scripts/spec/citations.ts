/** A place in the code that cites a requirement or another document. */
export interface DocumentCitation {
  readonly id: string;
  /** Path below the repository root and line: `path:line`. */
  readonly at: string;
}

const ID = '[a-z]+\\.[a-z0-9-]+';
const IDS = `${ID}(?:, ${ID})*`;
const SCENARIO = /\bverifies(?:Once)?\(\s*(\[[^\]]*\]|'[^']*')/g;
const MARK = new RegExp(`// Verifies: (${IDS})\\.$`, 'gm');
const SPEC = new RegExp(`\\bSpec: (${IDS})\\.`, 'g');
/** Matches a line that declares a test. A `Verifies:` comment is valid only directly before such a line. */
const TEST = /^\s*(?:it|test|describe|fuzz|hard)(?:\.\w+)*[(<]/;

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function findAll(file: string, text: string, pattern: RegExp): readonly DocumentCitation[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const at = `${file}:${lineOf(text, match.index)}`;
    return [...(match[1] ?? '').matchAll(new RegExp(ID, 'g'))].map(([id]) => ({ id, at }));
  });
}

/** Returns the ids of requirements that the tests of a file verify. */
export function findVerified(file: string, text: string): readonly DocumentCitation[] {
  return [...findAll(file, text, SCENARIO), ...findAll(file, text, MARK)];
}

/** Returns the ids of requirements that the comments of a file cite. */
export function findCited(file: string, text: string): readonly DocumentCitation[] {
  return findAll(file, text, SPEC);
}

/** Finds malformed citations, and `Verifies:` comments that are not before a test. */
export function findStrayMarks(file: string, text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    if (/\bSpec:/.test(line) && !new RegExp(SPEC.source).test(line))
      return [`${file}:${index + 1}`];
    if (!/\/\/ Verifies\b/.test(line)) return [];
    const isGood = file.endsWith('.test.ts') && new RegExp(MARK.source).test(line);
    return isGood && TEST.test(lines[index + 1] ?? '') ? [] : [`${file}:${index + 1}`];
  });
}

/** Patterns that match citations of documents that are not in the repository. */
const OUTSIDE = [
  /\b(?:decisions|service)\.md\b/,
  /\bdecisions,? sections?\b/,
  /\b(?:house|safety|publish|operations|archive|patch|mcp|servers|console|models) design\b/,
  /\bdesign,? (?:sections?|rules?|[A-Z]-?\d)/,
  /\bR-\d+\.\d+\b/,
  /(?:^|['"`])G\d\d /,
];
const COMMENT = /^\s*(?:\/?\*|\/\/|--|#)/;

/**
 * Finds lines that cite a document which is not in the repository: a design page, an ADR without a file, or, in a comment, a
 * Markdown file that is not in `names`.
 */
export function findOutsideCitations(
  file: string,
  text: string,
  names: ReadonlySet<string>,
): readonly string[] {
  return text.split('\n').flatMap((line, index) => {
    const decisions = [...line.matchAll(/\bADR (\d{3})\b|\badr\/(\d{3})\b/g)];
    const pages = COMMENT.test(line) ? [...line.matchAll(/[\w-]+\.md\b/g)] : [];
    const isDead =
      OUTSIDE.some((pattern) => pattern.test(line)) ||
      decisions.some(([, spoken, linked]) => !names.has(`ADR ${spoken ?? linked}`)) ||
      pages.some(([name]) => !names.has(name));
    return isDead ? [`${file}:${index + 1}: ${line.trim()}`] : [];
  });
}
