import { hintJournal } from '@bridge/contracts';
import type { ProcessModule } from '@bridge/kernel';
import type { MessageBus } from './bus.ts';
import { sendHint } from './hint.ts';

/** Account and number of a committed row of the journal (the audit log of an account). */
interface JournalRowPosition {
  readonly accountId: string;
  readonly seq: number;
}

/** The part of the database module that reports committed journal rows (entries of the audit log). */
interface JournalCommitNotifier {
  onJournalled(listener: (row: JournalRowPosition) => void): void;
}

/**
 * ProcessModule that broadcasts the message `hint.journal` for each row of the journal (audit log) that this process commits. Each
 * process includes it once, so services do not send this message themselves. Spec: storage.journal-hint.
 */
export const journalHintsModule: ProcessModule<
  'journal_hints',
  null,
  { readonly db: JournalCommitNotifier; readonly bus: MessageBus }
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
