import type { ACCOUNT, WireOutput } from '@bridge/contracts';
import type { ServiceCallHandler } from '@bridge/bus';
import { lastJournalSeq, readActivity, type DatabaseClient } from '@bridge/db';
import { activityEventOf, namesOfKeys } from '../activity-event.ts';
import {
  countRecentRefusals,
  findWaitingMessages,
  hideItem,
  listChangedPages,
  listFailingWebhooks,
  listHidden,
  type FailingWebhook,
  type RecentRefusals,
  type OwnerUnacknowledgedMessageCount,
} from '../attention.store.ts';
import {
  chainCheckOf,
  readChainCheck,
  type JournalVerificationResultRow,
} from '../chain-check.store.ts';
import type { AccountDeps } from '../deps.ts';
import { findKeyNames } from '../key-name.store.ts';
import { ownerAccountOf } from '../owner-account-of.ts';
import { listOnlineNodes } from '../presence.store.ts';

/** A notice on the owner’s home screen that this service supplies, such as that a webhook is failing. */
type HomeNotice = WireOutput<typeof ACCOUNT.home>['attention'][number];

/** Number of the newest journal rows that the home page receives; the console groups consecutive rows of one actor. */
const LATELY_ROWS = 60;
const EVERY_ROW = {
  after: 0,
  keyId: null,
  pageId: null,
  word: null,
  surface: null,
  actions: null,
  notActions: null,
} as const;

function webhookItem({ webhook_id, url, paused_because, since }: FailingWebhook): HomeNotice {
  const facts = { url: url.slice(0, 200), paused_because };
  return { kind: 'webhook_paused', ref: webhook_id, since: since.toISOString(), facts };
}

/**
 * Makes the notice about refused calls of a key. `at_least` is their number rounded down to a power of ten, so that a notice
 * that the owner has hidden appears again only after the number reaches the next power.
 */
function refusalItem(row: RecentRefusals, names: ReadonlyMap<string, string>): HomeNotice {
  const { key_id, code, action, n, since } = row;
  const at_least = 10 ** Math.floor(Math.log10(n));
  const facts = { key_name: names.get(key_id) ?? null, action, code, at_least };
  return { kind: 'refusals', ref: `${key_id} ${code}`, since: since.toISOString(), facts };
}

function messageItem({ n, newest, since }: OwnerUnacknowledgedMessageCount): HomeNotice {
  return { kind: 'message', ref: 'account', since: since.toISOString(), facts: { n, newest } };
}

function chainItem({ first_bad, at }: JournalVerificationResultRow): HomeNotice {
  return {
    kind: 'chain_broken',
    ref: 'account',
    since: at.toISOString(),
    facts: { row: first_bad },
  };
}

async function attentionOf(
  db: DatabaseClient,
  accountId: string,
): Promise<{
  readonly attention: HomeNotice[];
  readonly waiting: number;
  readonly check: JournalVerificationResultRow | undefined;
}> {
  const [webhooks, refused, messages, check] = await Promise.all([
    listFailingWebhooks(db, accountId),
    countRecentRefusals(db, accountId),
    findWaitingMessages(db, accountId),
    readChainCheck(db, accountId),
  ]);
  const keyIds = [...new Set(refused.map(({ key_id }) => key_id))];
  const names = await findKeyNames(db, accountId, keyIds);
  const attention = [
    ...(check === undefined || check.first_bad === null ? [] : [chainItem(check)]),
    ...(messages === undefined ? [] : [messageItem(messages)]),
    ...refused.map((row) => refusalItem(row, names)),
    ...webhooks.map(webhookItem),
  ];
  return { attention, waiting: messages?.n ?? 0, check };
}

/** Reads the account service's part of the owner's home screen. Spec: home.attention. */
export function home({ db }: AccountDeps): ServiceCallHandler<typeof ACCOUNT.home> {
  return async (_input, call) => {
    const accountId = ownerAccountOf(call);
    const seq = await lastJournalSeq(db, accountId);
    const [found, hidden, nodes, rows, changed] = await Promise.all([
      attentionOf(db, accountId),
      listHidden(db, accountId),
      listOnlineNodes(db, accountId),
      readActivity(db, accountId, { ...EVERY_ROW, until: seq }, LATELY_ROWS),
      listChangedPages(db, accountId, seq),
    ]);
    const names = await namesOfKeys(db, accountId, [...rows, ...changed]);
    return {
      attention: found.attention,
      hidden: hidden.map((item) => ({ ...item })),
      nodes: nodes.map((node) => ({ ...node })),
      lately: rows.map((row) => activityEventOf(row, names)),
      messages_waiting: found.waiting,
      changed: changed.map(({ page_id, at, key_id }) => ({
        page_id,
        at: at.toISOString(),
        key_id,
        key_name: names.get(key_id) ?? null,
      })),
      seq,
      chain: chainCheckOf(found.check),
    };
  };
}

/**
 * Hides a notice on the owner’s home screen until the facts in the notice change. It writes no journal row. Spec: home.hidden.
 */
export function attentionHide({
  db,
}: AccountDeps): ServiceCallHandler<typeof ACCOUNT.attentionHide> {
  return async (item, call) => {
    const accountId = ownerAccountOf(call);
    await db.transaction({ deadline: call.deadline, waitForLocks: true }, (tx) =>
      hideItem(tx, accountId, item),
    );
    return {};
  };
}
