import type { Page } from 'playwright-core';
import type { History } from '../history.ts';
import type { Prng } from '../prng.ts';
import type { RevisionsSeen } from './revisions-seen.ts';
import type { PersonChanges } from './saves.ts';
import { readEditor, type ShownEditor } from './screen.ts';
import {
  marksOf,
  mergeSlots,
  slotsOf,
  type SlotCounts,
  type SlotMerge,
  type Slots,
} from './slots.ts';

/** The browser page, random choices and records of one person. */
export interface PersonSetting {
  readonly page: Page;
  readonly history: History;
  readonly random: Prng;
  readonly seen: RevisionsSeen;
  readonly changes: PersonChanges;
  readonly counts: SlotCounts;
  /** Called with each broken promise, so that a long run names it at once. */
  readonly onFound: (what: string) => void;
}

const LOG_LINES_MAX = 400;
/** Most characters of one line of the log and of one finding: a finding may quote the page, and the log quotes findings. */
const LINE_CHARS_MAX = 2_000;

/** Most characters of one mark. */
const MARK_CHARS_MAX = 8;

/** True when a text is another one with at most one mark typed further. */
function isTypedFurther(from: string, text: string): boolean {
  const added = text.length - from.length;
  let same = 0;
  while (same < from.length && from.charCodeAt(same) === text.charCodeAt(same)) same += 1;
  return added >= 0 && added <= MARK_CHARS_MAX && from.slice(same) === text.slice(same + added);
}

/** What one person knows who writes in the editor: exactly the text that it must show. */
export class PersonModel {
  protected readonly at: PersonSetting;
  /** The revision on which the text stands. */
  protected base = 1;
  protected text = '';
  /** Marks that the person gave up by a choice, a restore or a deletion, and marks that stand twice by a choice. */
  readonly givenUp = new Set<string>();
  readonly doubled = new Set<string>();
  readonly done = new Map<string, number>();
  readonly log: string[] = [];

  /** Number of answers to saves and restores that were noted. */
  #noted = 0;
  /** The newest revision up to which every author is known. */
  #filled = 1;
  /** The revision whose restore had no answer. */
  protected unheardRestore: number | null = null;

  constructor(at: PersonSetting) {
    this.at = at;
    at.changes.textNow = () => this.text;
  }

  protected say(line: string): void {
    this.log.push(`${Math.round(performance.now())} ${line.slice(0, LINE_CHARS_MAX)}`);
    if (this.log.length > LOG_LINES_MAX) this.log.shift();
  }

  protected find(finding: string): void {
    const what = finding.slice(0, LINE_CHARS_MAX);
    this.say(`FOUND ${what}`);
    this.at.onFound(what);
    this.at.history.find({ promise: 'editor', what, pageId: this.at.seen.pageId });
  }

  protected count(what: string): void {
    this.done.set(what, (this.done.get(what) ?? 0) + 1);
  }

  protected slots(html: string): Slots {
    const slots = slotsOf(html);
    if (slots === null) throw new Error(`torn page: ${html}`);
    return slots;
  }

  protected async isClean(): Promise<boolean> {
    return this.text === (await this.at.seen.htmlOf(this.base));
  }

  /** Begins with what the editor shows. */
  async begin(): Promise<void> {
    const shown = await readEditor(this.at.page);
    this.base = shown.base;
    this.text = await this.at.seen.htmlOf(shown.base);
    this.expect(shown, 'opened');
  }

  /** Compares what the editor shows with what it must show, and goes on from what it shows. */
  protected expect(shown: ShownEditor, after: string): void {
    if (shown.text === this.text) return;
    const [have, must] = [slotsOf(shown.text), slotsOf(this.text)];
    const differing = (must ?? []).flatMap((slot, n) =>
      have?.[n]?.join('\n') === slot.join('\n')
        ? []
        : [`slot ${n}: ${JSON.stringify(have?.[n])} instead of ${JSON.stringify(slot)}`],
    );
    this.find(
      `after ${after} on r${shown.base}: ${have === null ? shown.text : differing.join('; ')}`,
    );
    this.text = shown.text;
  }

  /** Notes the saves that were answered since the last call, also late; each saved the text that the person had then. */
  protected async noteSaves(): Promise<void> {
    const { changes, seen } = this.at;
    await changes.settled();
    for (const { revision, isRestore, text } of changes.answers.slice(this.#noted)) {
      this.#noted += 1;
      if (isRestore) continue;
      const html = await seen.read(revision);
      seen.note(revision, { html, by: 'person', restored: null });
      this.count('saves');
      this.say(`saved r${revision} on r${this.base}`);
      if (!isTypedFurther(html, text) && !isTypedFurther(html, this.text))
        this.find(`r${revision} is not what was seen: ${html} instead of ${text}`);
      this.base = Math.max(this.base, revision);
    }
  }

  /** Reads revisions whose author is not known yet: changes of the person whose answer was lost. */
  async #fillGaps(): Promise<void> {
    const { seen } = this.at;
    const { top } = seen;
    for (; this.#filled < top; this.#filled += 1) {
      const revision = this.#filled;
      if (seen.get(revision) !== undefined) continue;
      const html = await seen.read(revision);
      // An agent whose answer is late notes its revision itself.
      if (seen.get(revision) !== undefined) continue;
      const restored = this.unheardRestore;
      if (restored !== null && html === (await seen.htmlOf(restored)))
        await this.noteRestored(revision, restored);
      else seen.note(revision, { html, by: 'person', restored: null });
    }
  }

  /** Notes a restore: marks that the restored revision does not have are given up. */
  protected async noteRestored(made: number, revision: number): Promise<void> {
    const { seen } = this.at;
    this.unheardRestore = null;
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

  /** Goes on from the revision of a save whose answer was lost, if the editor shows it or a newer one. */
  async #adoptSave(shown: number): Promise<void> {
    for (let revision = this.base + 1; revision <= shown; revision += 1)
      if ((await this.at.seen.htmlOf(revision)) === this.text) {
        this.say(`r${revision} is a save that went unheard`);
        this.base = revision;
        return;
      }
  }

  /** Follows what the editor did by itself: a clean one shows a newer revision, and a save whose answer came late is the base. */
  protected async follow(after: string): Promise<ShownEditor> {
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

  /** Merges a text on a revision with another revision, as the editor must do it. */
  protected async mergeWith(base: number, mine: string, theirs: number): Promise<SlotMerge> {
    const { seen } = this.at;
    const [ancestor, other] = await Promise.all([seen.htmlOf(base), seen.htmlOf(theirs)]);
    return mergeSlots(this.slots(ancestor), this.slots(mine), this.slots(other));
  }
}
