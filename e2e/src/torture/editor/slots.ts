/**
 * The page of the torture run. Numbered separator lines divide it into slots, each a list of lines. Agents replace the token
 * (such as `[a3.0]`) in their own slot or a shared one. The person adds marks (such as `m12;`) at the ends of lines. Changes in
 * two slots never conflict.
 */
export type PageSlots = readonly (readonly string[])[];

const HEAD = ['<!doctype html>', '<title>Torture</title>'];
const SEPARATOR = /^<!-- (\d+) -->$/;

function separatorOf(slot: number): string {
  return `<!-- ${slot} -->`;
}

/** Returns the HTML of the page with these slots (groups of lines). */
export function htmlOf(slots: PageSlots): string {
  const lines = slots.flatMap((slot, n) => [separatorOf(n), ...slot]);
  return [...HEAD, ...lines, separatorOf(slots.length)].join('\n');
}

/** Returns the slots (groups of lines) of the page's HTML; null when a separator line is missing, repeated or damaged. */
export function slotsOf(html: string): PageSlots | null {
  const slots: string[][] = [];
  for (const line of html.split('\n').slice(HEAD.length)) {
    if (SEPARATOR.exec(line)?.[1] === String(slots.length)) slots.push([]);
    else slots.at(-1)?.push(line);
  }
  slots.pop();
  return htmlOf(slots) === html ? slots : null;
}

/**
 * Numbers of slots (groups of lines) that only agents change, that only the person changes, and that both change. The page
 * contains them in this order.
 */
export interface LineSlotCounts {
  readonly agents: number;
  readonly person: number;
  readonly shared: number;
}

/** Returns the HTML of the page before the first change. */
export function firstHtml({ agents, person, shared }: LineSlotCounts): string {
  const own = Array.from({ length: agents }, (_, n) => [`<p>[a${n}.0]`]);
  const marked = Array.from({ length: person }, () => ['<p>']);
  const both = Array.from({ length: shared }, (_, n) => [`<p>[s${n}.0]`]);
  return htmlOf([...own, ...marked, ...both]);
}

/** Returns all marks (such as `m12;`) that the person typed, in the order of the text. */
export function marksOf(text: string): readonly string[] {
  return text.match(/m\d+;/g) ?? [];
}

const TOKEN = /^<p>(?:\[[as]\d+\.[\w.]+\])?/;
const LINE = new RegExp(`${TOKEN.source}(?:m\\d+;)*$`);

/**
 * Returns the damaged lines: those that do not consist of `<p>`, an optional token (such as `[a3.0]`) and complete marks (such
 * as `m12;`).
 */
export function tornLines(slots: PageSlots): readonly string[] {
  return slots.flat().filter((line) => !LINE.test(line));
}

/** Returns what remains of a damaged line without `<p>`, its token and its complete marks, such as `m2` for `<p>m2m31;`. */
export function restOf(line: string): string {
  return line.replace(TOKEN, '').replaceAll(/m\d+;/g, '');
}

function isSame(one: readonly string[] | undefined, other: readonly string[] | undefined): boolean {
  return one?.join('\n') === other?.join('\n');
}

/** The expected result of merging two versions (ours and theirs) of the page. */
export interface SlotMerge {
  /** The merged slots (groups of lines). A slot with a conflict has the lines of our version. */
  readonly slots: PageSlots;
  /** Numbers of the slots (groups of lines) that the two versions changed differently. */
  readonly conflicts: readonly number[];
}

/** Merges two versions of the page that are both based on `base`. */
export function mergeSlots(base: PageSlots, ours: PageSlots, theirs: PageSlots): SlotMerge {
  const conflicts: number[] = [];
  const slots = ours.map((own, n) => {
    const other = theirs[n] ?? [];
    if (isSame(own, base[n])) return other;
    if (!isSame(other, base[n]) && !isSame(other, own)) conflicts.push(n);
    return own;
  });
  return { slots, conflicts };
}
