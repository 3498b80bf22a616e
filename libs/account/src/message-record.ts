import { LIMITS, type CallPrincipal, type MailboxMessageRecord } from '@bridge/contracts';
import type { MailboxMessageRow } from './message.store.ts';

const KEY_PREFIX = 'key:';

/**
 * Converts the writer or reader of a message from the stored name to the one that clients use: `owner`, or `key:` and the id of
 * a key.
 */
export function partyOf(stored: string): string {
  return stored === 'owner' ? stored : KEY_PREFIX + stored;
}

/** Converts the writer or reader of a message from the name that clients use to the stored one: `owner` or the id of a key. */
export function storedParty(party: string): string {
  return party.startsWith(KEY_PREFIX) ? party.slice(KEY_PREFIX.length) : party;
}

/** Returns the caller as the writer or reader of a message: `owner` or the id of the caller’s key. */
export function callerParty({ key_id: keyId }: CallPrincipal): string {
  return keyId ?? 'owner';
}

/** Returns a message in the form that its reader receives. */
export function messageRecordOf(row: MailboxMessageRow): MailboxMessageRecord {
  const { id, text, reply_to, session_id } = row;
  return {
    id,
    from: partyOf(row.writer),
    to: partyOf(row.reader),
    text,
    ref:
      row.ref_page_id === null || row.ref_revision === null
        ? null
        : { page_id: row.ref_page_id, revision: row.ref_revision },
    reply_to,
    session_id,
    at: row.at.toISOString(),
    content_trust: 'untrusted',
  };
}

/** Returns as many of the first messages as fit one bus message by the length of their texts: at least one, at most `limit`. */
export function fittingRows<R extends Pick<MailboxMessageRow, 'text'>>(
  rows: readonly R[],
  limit: number,
): readonly R[] {
  let bytes = 0;
  const fitting = rows.slice(0, limit).findIndex((row) => {
    bytes += Buffer.byteLength(row.text);
    return bytes > LIMITS.messagePageBytesMax;
  });
  return rows.slice(0, fitting === -1 ? limit : Math.max(1, fitting));
}
