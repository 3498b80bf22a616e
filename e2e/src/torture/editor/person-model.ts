import type { Page } from 'playwright-core';
import type { TortureRunHistory } from '../history.ts';
import type { SeededRandom } from '../prng.ts';
import type { RevisionHtmlRecorder } from './revisions-seen.ts';
import type { BrowserChangeRecorder } from './saves.ts';
import { readEditor, type ShownEditorState } from './screen.ts';
import {
  marksOf,
  mergeSlots,
  slotsOf,
  type LineSlotCounts,
  type SlotMerge,
  type PageSlots,
} from './slots.ts';

/** The browser page of the simulated person, the generator of random choices, and the records of the run. */
export interface PersonContext {
  readonly page: Page;
  readonly history: TortureRunHistory;
  readonly random: SeededRandom;
  readonly seen: RevisionHtmlRecorder;
  readonly changes: BrowserChangeRecorder;
  readonly counts: LineSlotCounts;
  /** Called for each broken promise of the product, so that a long run can print it at once. */
  readonly onFound: (what: string) => void;
}

const LOG_LINES_MAX = 20_000;
/** Maximum length in characters of a log line and of a finding; longer ones are cut. A finding may quote the whole page. */
const LINE_CHARS_MAX = 2_000;

/** Maximum length in characters of a mark, the text that the person types (such as `m12;`). */
const MARK_CHARS_MAX = 8;
/** Number of the last log lines that are reported with a finding. `TOLD_CHARS_MAX` limits the length of each. */
const TOLD_LINES = 12;
const TOLD_CHARS_MAX = 160;

/**
 * True when `text` is `from` with at most `MARK_CHARS_MAX` characters inserted at one place: a mark, complete or incomplete.
 */
function isTypedFurther(from: string, text: string): boolean {
  const added = text.length - from.length;
  let same = 0;
  while (same < from.length && from.charCodeAt(same) === text.charCodeAt(same)) same += 1;
  return added >= 0 && added <= MARK_CHARS_MAX && from.slice(same) === text.slice(same + added);
}

/**
 * Describes the slots (groups of lines) in which a text differs from the expected one. Returns the whole text when its slots
 * cannot be read.
 */
function differenceOf(text: string, expected: string): string {
  const [have, must] = [slotsOf(text), slotsOf(expected)];
  if (have === null || must === null) return text;
  const differing = must.flatMap((slot, n) =>
    have[n]?.join('\n') === slot.join('\n')
      ? []
      : [`slot ${n}: ${JSON.stringify(have[n])} instead of ${JSON.stringify(slot)}`],
  );
  return differing.join('; ');
}

/**
 * The expected state of the editor in a run: the exact text that it must show, and the revision on which that text is based.
 */
export class ExpectedEditorState {
  protected readonly at: PersonContext;
  /** The revision on which the expected text is based. */
  protected base = 1;
  #text = '';
  /**
   * Marks (such as `m12;`) that the person discarded by deciding a conflict, restoring a revision or deleting a line.
   * `doubled`: marks that occur twice, because the person kept both sides of a conflict.
   */
  readonly givenUp = new Set<string>();
  readonly doubled = new Set<string>();
  readonly done = new Map<string, number>();
  readonly log: string[] = [];

  /** Number of answers to saves and restores that have been processed. */
  #noted = 0;
  /** The authors of all revisions before this one are known. */
  #filled = 1;
  /** The old revision that the person restored in a request that got no answer; null when there is none. */
  protected unansweredRestore: number | null = null;

  constructor(at: PersonContext) {
    this.at = at;
  }

  protected get text(): string {
    return this.#text;
  }
  protected set text(text: string) {
    this.#text = text;
    this.at.changes.noteText(text);
  }

  protected say(line: string): void {
    this.log.push(`${Math.round(performance.now())} ${line.slice(0, LINE_CHARS_MAX)}`);
    if (this.log.length > LOG_LINES_MAX) this.log.shift();
  }

  protected find(finding: string): void {
    const what = finding.slice(0, LINE_CHARS_MAX);
    const before = this.log.slice(-TOLD_LINES).map((line) => line.slice(0, TOLD_CHARS_MAX));
    this.say(`FOUND ${what}`);
    this.at.onFound([what, ...before].join('\n      after '));
    this.at.history.find({ promise: 'editor', what, pageId: this.at.seen.pageId });
  }

  protected count(what: string): void {
    this.done.set(what, (this.done.get(what) ?? 0) + 1);
  }

  protected slots(html: string): PageSlots {
    const slots = slotsOf(html);
    if (slots === null) throw new Error(`torn page: ${html}`);
    return slots;
  }

  protected async isClean(): Promise<boolean> {
    return this.text === (await this.at.seen.htmlOf(this.base));
  }

  /** Reads the open editor. The revision and text that it shows become the first expected state. */
  async begin(): Promise<void> {
    const shown = await readEditor(this.at.page);
    this.base = shown.base;
    this.text = await this.at.seen.htmlOf(shown.base);
    this.expect(shown, 'opened');
  }

  /**
   * Compares the shown text with the expected text. Reports a difference, and then expects the shown text, so that it is
   * reported only once.
   */
  protected expect(shown: ShownEditorState, after: string): void {
    if (shown.text === this.text) return;
    this.find(`after ${after} on r${shown.base}: ${differenceOf(shown.text, this.text)}`);
    this.text = shown.text;
  }

  /**
   * Processes the answers to saves that arrived since the last call. A saved revision must equal a text that the editor had
   * between request and answer.
   */
  protected async noteSaves(): Promise<void> {
    const { changes, seen } = this.at;
    await changes.settled();
    for (const { revision, isRestore, texts } of changes.answers.slice(this.#noted)) {
      this.#noted += 1;
      if (isRestore) continue;
      const html = await seen.read(revision);
      seen.note(revision, { html, by: 'person', restored: null });
      this.count('saves');
      this.say(`saved r${revision} on r${this.base}`);
      // When the answer arrives while a mark is being typed, `texts` lacks the text with the finished mark, so `this.text` is
      // added.
      const possible = [...texts, this.text];
      if (!possible.some((text) => isTypedFurther(html, text)))
        this.find(
          `r${revision} is not what was seen: ${possible.map((text) => differenceOf(html, text)).join(' or ')}`,
        );
      this.base = Math.max(this.base, revision);
    }
  }

  /** Records the revisions whose author is still unknown. The person made them in requests whose answers were lost. */
  async #fillGaps(): Promise<void> {
    const { seen } = this.at;
    const { top } = seen;
    for (; this.#filled < top; this.#filled += 1) {
      const revision = this.#filled;
      if (seen.get(revision) !== undefined) continue;
      const html = await seen.read(revision);
      // An agent records its revision only when it gets the answer to its change, and that may have happened during this read.
      if (seen.get(revision) !== undefined) continue;
      const restored = this.unansweredRestore;
      if (restored !== null && html === (await seen.htmlOf(restored)))
        await this.noteRestored(revision, restored);
      else seen.note(revision, { html, by: 'person', restored: null });
    }
  }

  /** Records a restore. Marks (such as `m12;`) that the restored revision does not contain count as discarded by the person. */
  protected async noteRestored(made: number, revision: number): Promise<void> {
    const { seen } = this.at;
    this.unansweredRestore = null;
    this.count('restores');
    this.say(`restored r${revision} as r${made}`);
    const html = await seen.read(made);
    if (html !== (await seen.htmlOf(revision)))
      this.find(`r${made} is not the restored r${revision}`);
    const kept = marksOf(html);
    for (const mark of marksOf(await seen.htmlOf(made - 1)))
      if (!kept.includes(mark)) this.givenUp.add(mark);
    seen.note(made, { html, by: 'person', restored: revision });
  }

  /**
   * Looks for a save that got no answer: if a revision after the base revision, up to the shown one, has the expected text, it
   * becomes the base revision.
   */
  async #adoptSave(shown: number): Promise<void> {
    for (let revision = this.base + 1; revision <= shown; revision += 1)
      if ((await this.at.seen.htmlOf(revision)) === this.text) {
        this.say(`r${revision} is a save that got no answer`);
        this.base = revision;
        return;
      }
  }

  /**
   * Follows the changes that the editor makes without the person: without unsaved edits it shows a newer revision; when the
   * answer to a save arrives late, the saved revision becomes the base. Then compares the expected text with the shown one.
   */
  protected async follow(after: string): Promise<ShownEditorState> {
    const shown = await readEditor(this.at.page);
    await this.noteSaves();
    await this.#fillGaps();
    if (shown.base > this.base && !(await this.isClean())) await this.#adoptSave(shown.base);
    if (shown.base > this.base) {
      const isClean = await this.isClean();
      const before = this.base;
      this.base = shown.base;
      if (isClean) this.text = await this.at.seen.htmlOf(shown.base);
      else this.find(`r${before} became r${shown.base} under edits, after ${after}`);
    }
    this.expect(shown, after);
    if (shown.notice?.includes('window') === true || shown.notice?.includes('kept other') === true)
      this.find(`told of edits of others that nobody made: ${shown.notice}, after ${after}`);
    return shown;
  }

  /** Returns the expected result of merging `mine`, which is based on revision `base`, with revision `theirs`. */
  protected async mergeWith(base: number, mine: string, theirs: number): Promise<SlotMerge> {
    const { seen } = this.at;
    const [ancestor, other] = await Promise.all([seen.htmlOf(base), seen.htmlOf(theirs)]);
    return mergeSlots(this.slots(ancestor), this.slots(mine), this.slots(other));
  }
}
