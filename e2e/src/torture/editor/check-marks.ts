import type { TortureRunHistory } from '../history.ts';
import type { SimulatedPerson } from './person.ts';
import type { RevisionHtmlRecorder } from './revisions-seen.ts';
import { marksOf, restOf, slotsOf, tornLines } from './slots.ts';

/** The records of a finished run that `checkMarks` reads. */
interface EditorRunRecords {
  readonly history: TortureRunHistory;
  readonly seen: Pick<RevisionHtmlRecorder, 'get' | 'htmlOf' | 'pageId' | 'top'>;
  readonly person: Pick<SimulatedPerson, 'givenUp' | 'doubled' | 'marks'>;
  /** The text that the person saved last, after the agents stopped. */
  readonly last: string;
}

/**
 * Exceptions for the check of one text: marks (such as `m12;`) that may occur twice (`doubled`), and lines whose incomplete
 * mark is no fault (`mayBePartial`).
 */
interface MarkExceptions {
  readonly doubled: ReadonlySet<string>;
  readonly mayBePartial: (line: string) => boolean;
}

/**
 * Returns the faults of a text: marks (such as `m12;`) in `must` that are missing, marks that occur twice, and damaged lines.
 */
function wrongMarks(
  html: string,
  must: readonly string[],
  { doubled, mayBePartial }: MarkExceptions,
): string[] {
  const slots = slotsOf(html);
  if (slots === null) return ['its lines are torn'];
  const marks = marksOf(html);
  const counts = new Map<string, number>();
  for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  const lost = must.filter((mark) => !counts.has(mark));
  const twice = marks.filter((mark) => (counts.get(mark) ?? 0) > 1 && !doubled.has(mark));
  const torn = tornLines(slots).filter((line) => !mayBePartial(line));
  return [
    ...(lost.length === 0 ? [] : [`${lost.join(' ')} lost`]),
    ...(twice.length === 0 ? [] : [`${[...new Set(twice)].join(' ')} doubled`]),
    ...torn.map((line) => `torn: ${line}`),
  ];
}

/**
 * Checks the marks (such as `m12;`) that the person typed: no revision loses marks of the revision before, no mark occurs twice
 * or is damaged, and the last text contains every mark that the person did not discard.
 */
export async function checkMarks({ history, seen, person, last }: EditorRunRecords): Promise<void> {
  const { givenUp, doubled } = person;
  const find = (what: string): void =>
    history.find({ promise: 'editor', what, pageId: seen.pageId });
  let before: readonly string[] = [];
  /**
   * Lines with an incomplete mark (such as `m12` without `;`), because the person saved while typing it. When they were saved,
   * they were compared with the typed text.
   */
  const partly = new Set<string>();
  /** Rests of lines with an incomplete mark (such as `m1`) in restored revisions. They stay incomplete. */
  const restored = new Set<string>();
  for (let revision = 1; revision <= seen.top; revision += 1) {
    const known = seen.get(revision);
    const html = known?.html ?? (await seen.htmlOf(revision).catch(() => null));
    if (html === null) {
      find(`r${revision} was made by nobody that is known`);
      continue;
    }
    const isRestore = known?.restored !== null && known?.restored !== undefined;
    const must = isRestore ? [] : before.filter((mark) => !givenUp.has(mark));
    if (known?.by === 'person')
      for (const line of tornLines(slotsOf(html) ?? [])) {
        partly.add(line);
        if (isRestore) restored.add(restOf(line));
      }
    for (const what of wrongMarks(html, must, {
      doubled,
      mayBePartial: (line) => partly.has(line),
    }))
      find(`r${revision} of ${known?.by ?? '?'}: ${what}`);
    before = marksOf(html);
  }
  const all = Array.from({ length: person.marks }, (_, n) => `m${n + 1};`);
  const kept = all.filter((mark) => !givenUp.has(mark));
  const mayBePartial = (line: string): boolean => restored.has(restOf(line));
  for (const what of wrongMarks(last, kept, { doubled, mayBePartial }))
    find(`the last text: ${what}`);
}
