import type { Page } from 'playwright-core';
import type { History } from '../history.ts';
import type { Prng } from '../prng.ts';
import type { RevisionsSeen } from './revisions-seen.ts';
import type { PersonChanges } from './saves.ts';
import { readEditor, type ShownEditor } from './screen.ts';
import { mergeSlots, slotsOf, type SlotCounts, type SlotMerge, type Slots } from './slots.ts';

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

  constructor(at: PersonSetting) {
    this.at = at;
  }

  protected say(line: string): void {
    this.log.push(`${Math.round(performance.now())} ${line}`);
    if (this.log.length > LOG_LINES_MAX) this.log.shift();
  }

  protected find(what: string): void {
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

  /** Follows what the editor did by itself: a clean one shows a newer revision, and a save whose answer came late is the base. */
  protected async follow(after: string): Promise<ShownEditor> {
    const shown = await readEditor(this.at.page);
    await this.at.changes.settled();
    if (shown.base !== this.base) {
      const isClean = await this.isClean();
      const before = this.base;
      this.base = shown.base;
      if (isClean) this.text = await this.at.seen.htmlOf(shown.base);
      else if (this.at.changes.answerOf(shown.base) === undefined)
        this.find(`r${before} became r${shown.base} under edits, after ${after}`);
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
