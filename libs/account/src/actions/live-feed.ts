import type { ACCOUNT } from '@bridge/contracts';
import type { ServiceCallHandler } from '@bridge/bus';
import { lastJournalSeq, readJournalTail } from '@bridge/db';
import { actorRecordOf, namesOfKeys } from '../activity-event.ts';
import type { AccountDeps } from '../deps.ts';
import { ownerAccountOf } from '../owner-account-of.ts';
import { listOnlineNodes } from '../presence.store.ts';

/**
 * Returns the events and the online nodes (running programs of agents) that an open console shows. `seq` is the number of the
 * journal’s last row at the start of the call; later rows are not returned. A client whose position `after` is not below `seq`
 * receives no events. Spec: live.replay.
 */
export function liveFeed({ db }: AccountDeps): ServiceCallHandler<typeof ACCOUNT.liveFeed> {
  return async ({ after, limit }, call) => {
    const accountId = ownerAccountOf(call);
    const [seq, nodes] = await Promise.all([
      lastJournalSeq(db, accountId),
      listOnlineNodes(db, accountId),
    ]);
    const rows =
      after === null || after >= seq
        ? []
        : await readJournalTail(db, accountId, { after, until: seq, limit });
    const names = await namesOfKeys(db, accountId, rows);
    return {
      seq,
      events: rows.map((row) => ({
        seq: row.seq,
        at: row.at.toISOString(),
        action: row.action,
        actor: actorRecordOf(row, names),
        page_id: row.page_id,
        word: row.word,
        rev: row.rev_after,
      })),
      nodes: nodes.map((node) => ({ ...node })),
    };
  };
}
