/** A place in the code that names a requirement or another document. */
export interface Citation {
  readonly id: string;
  /** `path:line`, from the root of the repository. */
  readonly at: string;
}

const ID = '[a-z]+\\.[a-z0-9-]+';
const IDS = `${ID}(?:, ${ID})*`;
const SCENARIO = /\bverifies(?:Once)?\(\s*(\[[^\]]*\]|'[^']*')/g;
const MARK = new RegExp(`// Verifies: (${IDS})\\.$`, 'gm');
const SPEC = new RegExp(`\\bSpec: (${IDS})\\.`, 'g');
/** What a mark must stand before: the call that declares a test. */
const TEST = /^\s*(?:it|test|describe|fuzz|hard)(?:\.\w+)*[(<]/;

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function findAll(file: string, text: string, pattern: RegExp): readonly Citation[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const at = `${file}:${lineOf(text, match.index)}`;
    return [...(match[1] ?? '').matchAll(new RegExp(ID, 'g'))].map(([id]) => ({ id, at }));
  });
}

/** Ids that the tests of a file verify. */
export function findVerified(file: string, text: string): readonly Citation[] {
  return [...findAll(file, text, SCENARIO), ...findAll(file, text, MARK)];
}

/** Ids that the comments of a file cite. */
export function findCited(file: string, text: string): readonly Citation[] {
  return findAll(file, text, SPEC);
}

/** Marks of a wrong form, and marks that stand before no test: they would verify nothing. */
export function findStrayMarks(file: string, text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    if (!/\/\/ Verifies\b/.test(line)) return [];
    const isGood = file.endsWith('.test.ts') && new RegExp(MARK.source).test(line);
    return isGood && TEST.test(lines[index + 1] ?? '') ? [] : [`${file}:${index + 1}`];
  });
}
