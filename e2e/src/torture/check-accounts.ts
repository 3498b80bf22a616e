import { webhookEventOf } from '@bridge/contracts';
import { type DatabaseClient, readJournalAfter, sql } from '@bridge/db';
import { until, type WebhookReceiver } from '@bridge/testing';
import { call, partyOf, type TortureAgent } from './agent.ts';
import { checkDeliveries, type ReceivedWebhookMessage, type DueEvent } from './check-deliveries.ts';
import {
  checkLedger,
  type AccountCredits,
  type StoredBalanceRow,
  type StoredCreditHold,
  type LedgerEntry,
} from './check-ledger.ts';
import { checkMailbox, type InboxCallRecord, type SentMessage } from './check-mailbox.ts';
import type { CallRecord, TortureRunHistory } from './history.ts';
import { CHOSEN_EVENTS } from './load.ts';
import { passTime } from './pass-time.ts';
import type { TortureAccount } from './stage.ts';

/** What the checks of accounts need after a run, when no call is in flight: database, agents, history and webhook receiver. */
export interface AccountCheckContext {
  readonly dbUrl: string;
  readonly agents: readonly TortureAgent[];
  readonly history: TortureRunHistory;
  readonly receiver: WebhookReceiver;
}

const HOLDS_END_MS_MAX = 30_000;
const DELIVERED_MS_MAX = 60_000;
const JOURNAL_PAGE = 1_000;
const PAGE_MAX = 100;
const OWNER = 'owner';
const PAID = 'pages.generate';

function accountsOf(agents: readonly TortureAgent[]): readonly TortureAccount[] {
  return [...new Set(agents.map(({ account }) => account))];
}
function callsOf(
  { history }: AccountCheckContext,
  { name }: TortureAccount,
  ...actions: readonly string[]
) {
  return history.calls.filter((one) => one.account === name && actions.includes(one.action));
}

/** Reads the credits of an account, and the drafts that were paid with them. */
async function creditsOf(
  db: DatabaseClient,
  rest: AccountCheckContext,
  account: TortureAccount,
): Promise<AccountCredits> {
  const { accountId } = account;
  const ledger = await db.rows(
    sql<LedgerEntry>`select entry, kind, amount, ref from account.ledger where account_id = ${accountId}`,
  );
  const [kept] = await db.rows(
    sql<StoredBalanceRow>`select granted, balance, held, spent, entries from account.balance
      where account_id = ${accountId}`,
  );
  const holds = await db.rows(
    sql<StoredCreditHold>`select hold_id, idempotency_key as key, amount, state from account.hold
      where account_id = ${accountId}`,
  );
  // Agents use the idempotency key of a paid call as the title of the generated draft.
  const drafts = await db.rows(
    sql<{ title: string }>`select p.title from builder.page p
      join builder.revision r on r.account_id = p.account_id and r.page_id = p.page_id
      where p.account_id = ${accountId} and r.revision = 1 and r.action = ${PAID}`,
  );
  const definite = callsOf(rest, account, PAID).filter(({ ret }) => ret !== null);
  return {
    ledger,
    kept: kept ?? { granted: 0, balance: 0, held: 0, spent: 0, entries: 0 },
    holds,
    drafts: drafts.map(({ title }) => title),
    calls: definite.map(({ key, result }) => ({ key: key ?? '', isDone: result !== null })),
  };
}

/** Checks the credit ledger of every account, after the credits that killed processes had set aside were released. */
export async function checkCredits(db: DatabaseClient, rest: AccountCheckContext): Promise<void> {
  await passTime(rest.dbUrl);
  const held = async (): Promise<boolean> =>
    (await db.rows(sql`select from account.hold where state = 'held' limit 1`)).length > 0;
  // If a hold (credits set aside for a call) does not end, `checkLedger` reports it.
  await until('no hold', async () => !(await held()), HOLDS_END_MS_MAX).catch(() => undefined);
  for (const account of accountsOf(rest.agents))
    for (const what of checkLedger(await creditsOf(db, rest, account)))
      rest.history.find({ promise: 'ledger', what, account: account.name });
}

/** The members that the check reads of a message in the result of `relay.message`. */
interface SentMessageRecord {
  readonly id: number;
  readonly to: string;
  readonly text: string;
}

/** Returns the messages of a run. Calls with the same text sent the same message. */
function sentOf(calls: readonly CallRecord[]): SentMessage[] {
  const byText = Map.groupBy(calls, ({ payload }) => String(payload['text']));
  return [...byText].flatMap(([text, copies]): SentMessage[] => {
    const done = copies.filter(({ result }) => result !== null);
    // If every call with this text was refused, the message was never sent, and no reader may receive it.
    if (done.length === 0 && copies.every(({ ret }) => ret !== null)) return [];
    const { message } = JSON.parse(done[0]?.result ?? '{}') as { message?: SentMessageRecord };
    const { to } = copies[0]?.payload ?? {};
    return [
      {
        text,
        to: typeof to === 'string' ? to : OWNER,
        inv: Math.min(...copies.map(({ inv }) => inv)),
        ret: Math.min(...done.map(({ ret }) => ret ?? Number.POSITIVE_INFINITY)),
        id: message?.id ?? null,
      },
    ];
  });
}

function readOf(call: CallRecord, reader: string): InboxCallRecord {
  const { ack_ids: acks = [], after_id: afterId = 0 } = call.payload as {
    readonly ack_ids?: readonly number[];
    readonly after_id?: number;
  };
  const { messages = [], next_after_id: next = null } = JSON.parse(call.result ?? '{}') as {
    readonly messages?: readonly SentMessageRecord[];
    readonly next_after_id?: number | null;
  };
  const inv = call.attempts.at(-1)?.inv ?? call.inv;
  const ret = call.result === null ? Number.POSITIVE_INFINITY : (call.ret ?? inv);
  return { reader, from: call.inv, inv, ret, acks, afterId, listed: messages, next };
}

/** Reads an agent's inbox to its end, page by page. */
async function drain(agent: TortureAgent): Promise<void> {
  let after: number | null = 0;
  while (after !== null) {
    const { record } = await call(agent, 'relay.inbox', { limit: PAGE_MAX, after_id: after });
    const page = JSON.parse(record.result ?? '{}') as { readonly next_after_id?: number | null };
    after = page.next_after_id ?? null;
  }
}

/** Reads all messages to the owner, and returns them as if one call had read them. */
async function readAsOwner({ owner }: TortureAccount): Promise<InboxCallRecord> {
  const inv = performance.now();
  const listed: SentMessageRecord[] = [];
  let before = '';
  do {
    const path = `/api/console/messages?limit=${PAGE_MAX}${before}`;
    const answer = await owner.send('GET', path);
    const { messages, next } = (await answer.json()) as {
      readonly messages: readonly SentMessageRecord[];
      readonly next: number | null;
    };
    listed.push(...messages.filter(({ to }) => to === OWNER));
    before = next === null ? '' : `&before=${next}`;
  } while (before !== '');
  const whole = { acks: [], afterId: 0, listed: listed.toReversed(), next: null };
  return { reader: OWNER, from: inv, inv, ret: performance.now(), ...whole };
}

/** Reads the inboxes of every account to the end and checks them. */
export async function checkInboxes(rest: AccountCheckContext): Promise<void> {
  const { agents, history } = rest;
  await Promise.all(agents.map(drain));
  for (const account of accountsOf(agents)) {
    const own = agents.filter((agent) => agent.account === account);
    const parties = new Map(own.map((agent) => [agent.name, partyOf(agent)]));
    const reads = callsOf(rest, account, 'relay.inbox').map((one) =>
      readOf(one, parties.get(one.agent) ?? ''),
    );
    const sent = sentOf(callsOf(rest, account, 'relay.message', 'paired.chat'));
    const all = [...reads, await readAsOwner(account)];
    for (const what of checkMailbox({ sent, reads: all }))
      history.find({ promise: 'mailbox', what, account: account.name });
  }
}

/**
 * Reads the journal rows of an account whose events its webhook must have received: those after the creation of the webhook.
 */
async function dueOf(
  db: DatabaseClient,
  { accountId }: TortureAccount,
): Promise<readonly DueEvent[]> {
  const due: DueEvent[] = [];
  let isCreated = false;
  let after = 0;
  for (;;) {
    const rows = await readJournalAfter(db, accountId, after, JOURNAL_PAGE);
    for (const { seq, action, page_id, rev_after: revision } of rows) {
      after = seq;
      const type = webhookEventOf(action);
      if (isCreated && type !== undefined && CHOSEN_EVENTS.includes(type))
        due.push({ seq, type, page_id, revision });
      isCreated ||= action === 'account.webhook_create';
    }
    if (rows.length < JOURNAL_PAGE) return due;
  }
}

/** The messages that the receiver got from one webhook, in the order in which they arrived. */
function arrivedAt(
  { received, taken }: WebhookReceiver,
  webhookId: string,
): ReceivedWebhookMessage[] {
  const isTaken = new Set(taken);
  const prefix = `msg_${webhookId.slice('wh_'.length)}_`;
  return received
    .filter(({ id }) => id.startsWith(prefix))
    .map((message) => ({ ...message, isTaken: isTaken.has(message) }));
}

/** Waits until the last event of every webhook has arrived, and checks all deliveries. Returns the number of delivered events. */
export async function checkWebhooks(
  db: DatabaseClient,
  rest: AccountCheckContext,
): Promise<number> {
  const { agents, history, receiver } = rest;
  let events = 0;
  await passTime(rest.dbUrl);
  for (const account of accountsOf(agents)) {
    const due = await dueOf(db, account);
    const last = due.at(-1)?.seq ?? 0;
    const arrived = () => arrivedAt(receiver, account.webhookId);
    // If an event never arrives, `checkDeliveries` reports it.
    await until(
      'the last event',
      () => arrived().some(({ seq, isTaken }) => isTaken && seq === last),
      DELIVERED_MS_MAX,
    ).catch(() => undefined);
    for (const what of checkDeliveries(due, arrived()))
      history.find({ promise: 'webhook', what, account: account.name });
    events += due.length;
  }
  return events;
}
