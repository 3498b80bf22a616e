import type { ActivityEvent, ChangeActor } from '@bridge/contracts';
import type { JournalRow, SqlStatementRunner } from '@bridge/db';
import { findKeyNames } from './key-name.store.ts';

const ACTOR_KEY = /^key_/;

/**
 * Returns the actor of a journal row (the author of a change): a key, the owner or the system. `names` maps key ids to key
 * names.
 */
export function actorRecordOf(
  { actor, key_id }: Pick<JournalRow, 'actor' | 'key_id'>,
  names: ReadonlyMap<string, string>,
): ChangeActor {
  const type = ACTOR_KEY.test(actor) ? 'key' : actor === 'owner' ? 'owner' : 'system';
  return { type, key_id, key_name: key_id === null ? null : (names.get(key_id) ?? null) };
}

/** Converts a row of the journal (audit log) to the event that clients receive. */
export function activityEventOf(
  row: JournalRow,
  names: ReadonlyMap<string, string>,
): ActivityEvent {
  return {
    id: row.seq,
    at: row.at.toISOString(),
    action: row.action,
    surface: row.surface,
    actor: actorRecordOf(row, names),
    target: { page_id: row.page_id, word: row.word },
    revision_before: row.rev_before,
    revision_after: row.rev_after,
    request_id: row.request_id,
  };
}

/** Returns the names of the agents’ keys that occur in these rows, by key id. */
export function namesOfKeys(
  db: SqlStatementRunner,
  accountId: string,
  rows: readonly { readonly key_id: string | null }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = rows.flatMap(({ key_id }) => (key_id === null ? [] : [key_id]));
  return findKeyNames(db, accountId, [...new Set(ids)]);
}
