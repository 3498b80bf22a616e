/**
 * The page on which agents and a person write: numbered separator lines with a slot of lines between each two. Agents change the
 * token of a slot of their own or of a shared one; the person adds marks to the ends of lines. Changes of two slots never touch.
 */
export type Slots = readonly (readonly string[])[];

const HEAD = ['<!doctype html>', '<title>Torture</title>'];
const SEPARATOR = /^<!-- (\d+) -->$/;

function separatorOf(slot: number): string {
  return `<!-- ${slot} -->`;
}

/** Returns the HTML of slots. */
export function htmlOf(slots: Slots): string {
  const lines = slots.flatMap((slot, n) => [separatorOf(n), ...slot]);
  return [...HEAD, ...lines, separatorOf(slots.length)].join('\n');
}

/** Returns the slots of an HTML; null when a separator is missing, doubled or torn. */
export function slotsOf(html: string): Slots | null {
  const slots: string[][] = [];
  for (const line of html.split('\n').slice(HEAD.length)) {
    if (SEPARATOR.exec(line)?.[1] === String(slots.length)) slots.push([]);
    else slots.at(-1)?.push(line);
  }
  slots.pop();
  return htmlOf(slots) === html ? slots : null;
}

/** The counts of the slots of each kind. Slots of agents are first, then those of the person, then shared ones. */
export interface SlotCounts {
  readonly agents: number;
  readonly person: number;
  readonly shared: number;
}

/** Returns the first HTML. */
export function firstHtml({ agents, person, shared }: SlotCounts): string {
  const own = Array.from({ length: agents }, (_, n) => [`<p>[a${n}.0]`]);
  const marked = Array.from({ length: person }, () => ['<p>']);
  const both = Array.from({ length: shared }, (_, n) => [`<p>[s${n}.0]`]);
  return htmlOf([...own, ...marked, ...both]);
}

/** The marks of the person in a text, in their order. */
export function marksOf(text: string): readonly string[] {
  return text.match(/m\d+;/g) ?? [];
}

const LINE = /^<p>(?:\[[as]\d+\.[\w.]+\])?(?:m\d+;)*$/;

/** Returns the lines that are neither a token nor whole marks. */
export function tornLines(slots: Slots): readonly string[] {
  return slots.flat().filter((line) => !LINE.test(line));
}

function isSame(one: readonly string[] | undefined, other: readonly string[] | undefined): boolean {
  return one?.join('\n') === other?.join('\n');
}

/** A merge of slots as the editor must make it. */
export interface SlotMerge {
  /** The merged slots, with ours where both changed one. */
  readonly slots: Slots;
  /** Numbers of the slots that both changed differently. */
  readonly clashes: readonly number[];
}

/** Merges two pages that were made from one. */
export function mergeSlots(base: Slots, ours: Slots, theirs: Slots): SlotMerge {
  const clashes: number[] = [];
  const slots = ours.map((own, n) => {
    const other = theirs[n] ?? [];
    if (isSame(own, base[n])) return other;
    if (!isSame(other, base[n]) && !isSame(other, own)) clashes.push(n);
    return own;
  });
  return { slots, clashes };
}
