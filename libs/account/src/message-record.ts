import { LIMITS, type CallPrincipal, type MessageRecord } from '@bridge/contracts';
import type { MessageRow } from './message.store.ts';

const KEY_PREFIX = 'key:';

/** The name on the wire of a writer or reader: `owner`, or `key:` and the id of a key. */
export function partyOf(stored: string): string {
  return stored === 'owner' ? stored : KEY_PREFIX + stored;
}

/** The stored name of a party of the wire. */
export function storedParty(party: string): string {
  return party.startsWith(KEY_PREFIX) ? party.slice(KEY_PREFIX.length) : party;
}

/** The caller as a writer and reader of messages. */
export function callerParty({ key_id: keyId }: CallPrincipal): string {
  return keyId ?? 'owner';
}

/** A message as its reader receives it. */
export function messageRecordOf(row: MessageRow): MessageRecord {
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

/** The first rows of a page whose texts fit a bus message; at least one. */
export function fittingRows<R extends Pick<MessageRow, 'text'>>(
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
