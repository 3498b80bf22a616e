import { hintJournal } from '@bridge/contracts';
import type { Module } from '@bridge/kernel';
import type { Bus } from './bus.ts';
import { sendHint } from './hint.ts';

/** A row of an account’s journal by its number. */
interface JournalRow {
  readonly accountId: string;
  readonly seq: number;
}

/** A database that reports each committed journal row. */
interface JournalSource {
  onJournalled(listener: (row: JournalRow) => void): void;
}

/**
 * The module that broadcasts `hint.journal` for each journal row that this process has committed. A process has it once,
 * beside `db` and `bus`, so that no service sends the hint itself. Spec: storage.journal-hint.
 */
export const journalHintsModule: Module<
  'journal_hints',
  null,
  { readonly db: JournalSource; readonly bus: Bus }
> = {
  name: 'journal_hints',
  needs: ['db', 'bus'],
  open: async ({ db, bus }) => {
    db.onJournalled(({ accountId, seq }) =>
      sendHint(bus.driver, hintJournal, { account_id: accountId, seq }),
    );
    return { value: null, close: async () => undefined };
  },
};
