/**
 * The page of the torture run, as its slots. Numbered separator lines divide it, and the lines between two separators
 * are a slot. Agents replace the token (such as `[a3.0]`) of their own slot or of a shared one; the person adds marks
 * (such as `m12;`) to the ends of lines. Changes of two slots are never adjacent, so they never conflict.
 */
export type Slots = readonly (readonly string[])[];

const HEAD = ['<!doctype html>', '<title>Torture</title>'];
const SEPARATOR = /^<!-- (\d+) -->$/;

function separatorOf(slot: number): string {
  return `<!-- ${slot} -->`;
}

/** Returns the HTML of the page with these slots. */
export function htmlOf(slots: Slots): string {
  const lines = slots.flatMap((slot, n) => [separatorOf(n), ...slot]);
  return [...HEAD, ...lines, separatorOf(slots.length)].join('\n');
}

/** Returns the slots of the page's HTML; null when a separator line is missing, repeated or damaged. */
export function slotsOf(html: string): Slots | null {
  const slots: string[][] = [];
  for (const line of html.split('\n').slice(HEAD.length)) {
    if (SEPARATOR.exec(line)?.[1] === String(slots.length)) slots.push([]);
    else slots.at(-1)?.push(line);
  }
  slots.pop();
  return htmlOf(slots) === html ? slots : null;
}

/** The number of slots that only agents, only the person, or both change. They occur in the page in this order. */
export interface SlotCounts {
  readonly agents: number;
  readonly person: number;
  readonly shared: number;
}

/** Returns the HTML of the page before the first change. */
export function firstHtml({ agents, person, shared }: SlotCounts): string {
  const own = Array.from({ length: agents }, (_, n) => [`<p>[a${n}.0]`]);
  const marked = Array.from({ length: person }, () => ['<p>']);
  const both = Array.from({ length: shared }, (_, n) => [`<p>[s${n}.0]`]);
  return htmlOf([...own, ...marked, ...both]);
}

/** Returns the marks that the person typed into a text, in their order. */
export function marksOf(text: string): readonly string[] {
  return text.match(/m\d+;/g) ?? [];
}

const TOKEN = /^<p>(?:\[[as]\d+\.[\w.]+\])?/;
const LINE = new RegExp(`${TOKEN.source}(?:m\\d+;)*$`);

/** Returns the damaged lines: those that do not consist of an optional token and complete marks. */
export function tornLines(slots: Slots): readonly string[] {
  return slots.flat().filter((line) => !LINE.test(line));
}

/** Returns what a damaged line has beside its token and its complete marks, such as `m2` of `<p>m2m31;`. */
export function restOf(line: string): string {
  return line.replace(TOKEN, '').replaceAll(/m\d+;/g, '');
}

function isSame(one: readonly string[] | undefined, other: readonly string[] | undefined): boolean {
  return one?.join('\n') === other?.join('\n');
}

/** The expected result of merging two versions of the page. */
export interface SlotMerge {
  /** The merged slots; a slot that both sides changed differently has our lines. */
  readonly slots: Slots;
  /** Numbers of the slots that both sides changed differently. */
  readonly conflicts: readonly number[];
}

/** Merges two versions of the page that were edited from a common base. */
export function mergeSlots(base: Slots, ours: Slots, theirs: Slots): SlotMerge {
  const conflicts: number[] = [];
  const slots = ours.map((own, n) => {
    const other = theirs[n] ?? [];
    if (isSame(own, base[n])) return other;
    if (!isSame(other, base[n]) && !isSame(other, own)) conflicts.push(n);
    return own;
  });
  return { slots, conflicts };
}
