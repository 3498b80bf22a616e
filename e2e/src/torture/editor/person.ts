import { until } from '@bridge/testing';
import { ExpectedEditorState } from './person-model.ts';
import { goBefore, pressIfShown, readEditor, SHOWN_MS_MAX, waitShown } from './screen.ts';
import { htmlOf, marksOf } from './slots.ts';

/** The actions (moves) of the simulated person in the editor, with their relative frequencies. */
const MOVES = {
  type: 40,
  typeShared: 8,
  save: 22,
  saveTyping: 10,
  takeIn: 12,
  merge: 12,
  restore: 3,
  reload: 3,
  tidy: 2,
} as const;
/** The name of a move in `MOVES`. */
type PersonMove = keyof typeof MOVES;

/** Number of the newest revisions of which the person restores one. */
const RESTORED_MAX = 20;

const CHOICES = ['theirs', 'ours', 'both', 'written'] as const;
/** How the person decides a conflict in the merge view. */
type ConflictDecision = (typeof CHOICES)[number];
const CHOICE_BUTTONS: Readonly<Record<ConflictDecision, string>> = {
  theirs: 'Take theirs',
  ours: 'Take mine',
  both: 'Both',
  written: 'Write it',
};

/**
 * The simulated person in the editor: types marks, saves, merges newer revisions, decides conflicts, restores revisions
 * and reloads the page.
 */
export class SimulatedPerson extends ExpectedEditorState {
  #marks = 0;

  /** Number of marks (such as `m12;`) that the person has typed. */
  get marks(): number {
    return this.#marks;
  }

  /** Types a new mark (such as `m12;`) at the end of the last line of a slot (group of lines). Returns the mark. */
  async #typeMark(slot: number, isWaiting = true): Promise<string> {
    this.#marks += 1;
    const mark = `m${this.#marks};`;
    const { page } = this.at;
    await goBefore(page, `<!-- ${slot + 1} -->`);
    const typing = page.keyboard.type(mark);
    if (isWaiting) await typing;
    return mark;
  }

  #withMark(html: string, slot: number, mark: string): string {
    return htmlOf(
      this.slots(html).map((lines, n) =>
        n === slot ? [...lines.slice(0, -1), `${lines.at(-1) ?? ''}${mark}`] : lines,
      ),
    );
  }

  async #type(slot: number): Promise<void> {
    const isClean = await this.isClean();
    const before = this.base;
    const mark = await this.#typeMark(slot);
    this.say(`typed ${mark} in slot ${slot}`);
    const shown = await readEditor(this.at.page);
    if (isClean && shown.base !== before) {
      this.base = shown.base;
      this.text = await this.at.seen.htmlOf(shown.base);
    }
    this.text = this.#withMark(this.text, slot, mark);
    await this.follow(`typing ${mark}`);
  }

  #ownSlot(): number {
    const { counts, random } = this.at;
    return counts.agents + random.below(counts.person);
  }

  #sharedSlot(): number {
    const { counts, random } = this.at;
    return counts.agents + counts.person + random.below(counts.shared);
  }

  /**
   * Saves the text. With `isTyping`, also types a mark (such as `m12;`) during the save, or only types it when there are no
   * unsaved edits.
   */
  async #save(isTyping: boolean): Promise<void> {
    const { page } = this.at;
    if (isTyping && (await this.isClean())) return this.#type(this.#ownSlot());
    await page.keyboard.press('Control+s');
    if (isTyping) {
      const slot = this.#ownSlot();
      const mark = await this.#typeMark(slot);
      this.text = this.#withMark(this.text, slot, mark);
      this.say(`typed ${mark} while saving`);
    }
    await waitShown(page, 'the save to end', ({ state }) => !state.startsWith('saving'));
    await this.follow('a save');
  }

  async #takeIn(): Promise<void> {
    const { page } = this.at;
    if (!(await pressIfShown(page, 'Take in', '.banner'))) return;
    const from = this.base;
    const mine = this.text;
    const shown = await waitShown(
      page,
      'the taking in to end',
      ({ base, notice }) => base !== from || notice?.includes('you changed too') === true,
    );
    if (shown.base === from) return this.say('taking in found a conflict');
    await this.noteSaves();
    // A late answer to a save changed the base revision, so the editor merged nothing.
    if (this.base !== from) return void (await this.follow('a late save'));
    const merged = await this.mergeWith(from, mine, shown.base);
    if (merged.conflicts.length > 0) this.find(`took in r${shown.base} over conflicts`);
    this.count('merges without a conflict');
    this.say(`took r${shown.base} into edits of r${from}`);
    this.base = shown.base;
    this.text = htmlOf(merged.slots);
    await this.follow('taking in');
  }

  /** Opens the merge view, decides each conflict at random, and applies the result. */
  async #merge(): Promise<void> {
    const { page, seen } = this.at;
    if (!(await pressIfShown(page, 'Bring together', '.banner'))) return;
    const opened = await waitShown(page, 'the merge', ({ merge }) => merge !== null);
    const revision = Number(/ r(\d+) /.exec(opened.merge?.title ?? '')?.[1]);
    if (Number.isNaN(revision)) this.find(`asked to merge ${opened.merge?.title ?? ''}`);
    const theirs = this.slots(await seen.htmlOf(revision));
    const { slots, conflicts } = await this.mergeWith(this.base, this.text, revision);
    if (conflicts.length !== opened.merge?.conflicts)
      this.find(
        `r${revision}: ${opened.merge?.conflicts ?? 0} conflicts instead of ${conflicts.length}`,
      );
    const result = [...slots];
    for (const [index, n] of conflicts.entries())
      result[n] = await this.#decide(index, slots[n] ?? [], theirs[n] ?? []);
    const isTaken = await pressIfShown(page, 'Take the result', '.merge');
    if (!isTaken) {
      const now = await readEditor(page);
      this.find(`a merge was decided and could not be taken: ${now.merge?.title ?? ''}`);
      await pressIfShown(page, 'Back to my edits', '.merge');
      return;
    }
    await waitShown(page, 'the merge to end', ({ merge }) => merge === null);
    this.count('merges of conflicts');
    this.say(`merged r${revision} into edits of r${this.base}, ${conflicts.length} conflicts`);
    this.base = revision;
    this.text = htmlOf(result);
    await this.follow('a merge');
  }

  async #decide(
    index: number,
    ours: readonly string[],
    theirs: readonly string[],
  ): Promise<readonly string[]> {
    const { page, random } = this.at;
    const isSingle = ours.length === 1 && theirs.length === 1;
    const choice = isSingle ? random.pick(CHOICES) : random.pick(['theirs', 'ours'] as const);
    const conflict = page.locator('.merge .conflict').nth(index);
    await conflict.getByRole('button', { name: CHOICE_BUTTONS[choice], exact: true }).click();
    this.say(`conflict ${index}: ${choice} of ${ours.join('\\n')} and ${theirs.join('\\n')}`);
    const [own, other] = [marksOf(ours.join()), marksOf(theirs.join())];
    const giveUp = (marks: readonly string[], kept: readonly string[]): void => {
      for (const mark of marks) if (!kept.includes(mark)) this.givenUp.add(mark);
    };
    if (choice === 'ours') giveUp(other, own);
    if (choice === 'theirs') giveUp(own, other);
    if (choice === 'ours') return ours;
    if (choice === 'theirs') return theirs;
    if (choice === 'both') {
      for (const mark of own) if (other.includes(mark)) this.doubled.add(mark);
      return [...ours, ...theirs];
    }
    const token = /^<p>(?:\[[^\]]*\])?/.exec(theirs[0] ?? '')?.[0] ?? '';
    const line = `${token}${[...new Set([...other, ...own])].join('')}`;
    await conflict.locator('.cm-content').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(line);
    return [line];
  }

  /** Restores a random revision on the screen with the revisions. Unsaved edits are kept. */
  async #restore(): Promise<void> {
    const { page, changes, random } = this.at;
    const restored = changes.answers.length;
    const refused = changes.conflicts;
    await page.getByRole('link', { name: 'Revisions', exact: true }).click();
    const choice = random.below(RESTORED_MAX);
    // One script chooses and clicks the row, because agents add rows and the list collapses rows meanwhile.
    const press = (): Promise<number | null> =>
      page.evaluate(`(() => {
        const rows = [...document.querySelectorAll('.revision button')]
          .filter((one) => one.textContent.startsWith('Restore revision '))
          .slice(0, ${RESTORED_MAX});
        const row = rows[${choice} % rows.length];
        row?.click();
        return row === undefined ? null : Number(row.textContent.split(' ').at(-1));
      })()`);
    const revision = await until('a revision to restore', press, SHOWN_MS_MAX);
    const hasProblem = (): Promise<unknown> =>
      page.evaluate(`document.querySelector('.problem') !== null`);
    await until(
      'the restore to end',
      async () =>
        changes.answers.length > restored || changes.conflicts > refused || (await hasProblem()),
      SHOWN_MS_MAX,
    );
    const answer = changes.answers.slice(restored).at(-1);
    if (answer !== undefined) await this.noteRestored(answer.revision, revision);
    else {
      this.say(`r${revision} was not restored`);
      if (changes.conflicts === refused) this.unansweredRestore = revision;
    }
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await this.#reopened('a restore');
  }

  /**
   * Waits until the editor is open again, and checks its text: unsaved edits must be shown on the revision on which they are
   * based; without unsaved edits, the newest revision must be shown.
   */
  async #reopened(after: string): Promise<void> {
    await readEditor(this.at.page);
    await this.follow(after);
  }

  async #reload(): Promise<void> {
    const { page } = this.at;
    if (!(await this.isClean()))
      await waitShown(page, 'edits to be kept', ({ state }) =>
        /^not saved, kept(?! in| nowhere)|^conflict|^same/.test(state),
      );
    await page.reload();
    this.count('reloads');
    this.say('reloaded');
    await this.#reopened('a reload');
  }

  /**
   * Deletes the last line of a slot (group of lines) that has more than one line, because the person had kept both sides of a
   * conflict.
   */
  async #tidy(): Promise<void> {
    const { page } = this.at;
    const slots = this.slots(this.text);
    const n = slots.findIndex(({ length }) => length > 1);
    if (n === -1 || (await this.isClean())) return;
    await goBefore(page, `<!-- ${n + 1} -->`);
    // Deletes the complete line. Selecting with Home would select only a part of a line that the editor wraps.
    await page.keyboard.press('Control+Shift+K');
    for (const mark of marksOf(slots[n]?.at(-1) ?? '')) this.givenUp.add(mark);
    this.text = htmlOf(slots.map((lines, m) => (m === n ? lines.slice(0, -1) : lines)));
    this.say(`tidied slot ${n}`);
    await this.follow('tidying');
  }

  /** Makes one random move. While a notice says that newer texts exist, the move is mostly the reaction to it. */
  async move(): Promise<void> {
    const shown = await this.follow('a pause');
    const wanted: PersonMove = this.at.random.weighted(MOVES);
    // The person reacts to the notice in 80 % of the moves.
    const isAnswered = shown.notice !== null && this.at.random.chance(0.8);
    const answer: PersonMove =
      shown.notice?.includes('you changed too') === true ? 'merge' : 'takeIn';
    const move = isAnswered ? answer : wanted;
    switch (move) {
      case 'type':
        return this.#type(this.#ownSlot());
      case 'typeShared':
        return this.#type(this.#sharedSlot());
      case 'save':
        return this.#save(false);
      case 'saveTyping':
        return this.#save(true);
      case 'takeIn':
        return this.#takeIn();
      case 'merge':
        return this.#merge();
      case 'restore':
        return this.#restore();
      case 'reload':
        return this.#reload();
      case 'tidy':
        return this.#tidy();
    }
  }

  /** Reports a move that failed, reloads the page, and from then on expects the text that the editor shows. */
  async recover(error: unknown): Promise<void> {
    this.find(`a move failed: ${String(error)}, after ${this.log.slice(-12).join(' | ')}`);
    const { page } = this.at;
    await page.reload();
    const shown = await readEditor(page);
    this.base = shown.base;
    this.text = shown.text;
  }

  /** Merges all newer texts and saves, after the agents have stopped. Returns the saved text. */
  async finish(): Promise<string> {
    await until(
      'everything to be saved',
      async () => {
        const shown = await this.follow('the end');
        if (shown.state.startsWith('same as')) return true;
        if (shown.notice?.includes('you changed too') === true) await this.#merge();
        else if (shown.notice !== null) await this.#takeIn();
        else await this.#save(false);
        return false;
      },
      SHOWN_MS_MAX,
    );
    return this.text;
  }
}
