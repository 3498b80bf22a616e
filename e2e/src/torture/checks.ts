import { openS3Store, openFsStore, type BlobStore } from '@bridge/blobs';
import { connectDb, type DatabaseClient, sql, verifyJournal } from '@bridge/db';
import { ACTIONS, type WebsiteRecord } from '@bridge/contracts';
import { testBase, until, type WebhookReceiver } from '@bridge/testing';
import { randomIds, systemClock } from '@bridge/kernel';
import { hash } from 'node:crypto';
import type { TortureAgent } from './agent.ts';
import { checkCredits, checkInboxes, checkWebhooks } from './check-accounts.ts';
import { checkOrphans } from './check-orphans.ts';
import { checkRevisions } from './check-revisions.ts';
import { lastVisibilities } from './check-visibility.ts';
import type { CallRecord, TortureRunHistory } from './history.ts';
import { replay } from './moves.ts';
import { visit } from '../visit.ts';

/**
 * What the checks of a torture run need after its last call has ended: the addresses of the product, the agents, the record of
 * all calls, and the receiver of webhooks.
 */
export interface ProductCheckContext {
  /** URL of the database without a fault proxy in between. */
  readonly dbUrl: string;
  readonly contentUrl: string;
  readonly store: { readonly folder: string } | Parameters<typeof openS3Store>[0];
  readonly agents: readonly TortureAgent[];
  readonly history: TortureRunHistory;
  /** Receives the webhooks of the accounts. */
  readonly receiver: WebhookReceiver;
  /** Maximum number of successful calls that the check sends again. */
  readonly replaysMax: number;
  readonly onStep: (step: string) => void;
}

/** Maximum time in ms for which a publication may be pending: two leases (promise I5). */
const PENDING_MS_MAX = 70_000;
const PARALLEL = 8;

async function inTurn<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
}

function pageOf(call: CallRecord): number | null {
  const { website, page } = JSON.parse(call.result ?? '{}') as {
    readonly website?: WebsiteRecord;
    readonly page?: { readonly page_id: number };
  };
  return website?.page_id ?? page?.page_id ?? null;
}

/** Checks promise I2: the revisions of every page form one sequence, and each call is consistent with it. */
function checkPages({ history }: ProductCheckContext): void {
  for (const [pageId, events] of history.pages) {
    for (const { what } of checkRevisions(events)) history.find({ promise: 'I2', what, pageId });
  }
}

/** Checks that every call got a definite answer. */
function checkDefinite({ history }: ProductCheckContext): void {
  for (const call of history.calls) {
    if (call.ret !== null) continue;
    const last = call.attempts.at(-1)?.answer ?? 'never sent';
    const pageId = call.payload['page_id'];
    history.find({
      promise: 'definite',
      what: `call ${call.id} (${call.action}) has no definite answer after ${call.attempts.length} attempts: ${last}`,
      account: call.account,
      ...(typeof pageId === 'number' ? { pageId } : {}),
    });
  }
}

/** Actions that create a page. The agents use the idempotency key as the title of the page. */
const CREATIONS: readonly string[] = ['builder.create', 'pages.generate'];

/** Checks promise I1: each successful create made exactly one page, and each refused create made none. */
async function checkCreates(db: DatabaseClient, { history }: ProductCheckContext): Promise<void> {
  const rows = await db.rows(
    sql<{ title: string; n: number }>`select title, count(*) as n from builder.page group by title`,
  );
  const pages = new Map(rows.map(({ title, n }) => [title, n]));
  for (const call of history.calls) {
    if (!CREATIONS.includes(call.action) || call.ret === null) continue;
    const n = pages.get(call.key ?? '') ?? 0;
    const due = call.result === null ? 0 : 1;
    if (n !== due)
      history.find({
        promise: 'I1',
        what: `${call.action} ${call.id} made ${n} pages in place of ${due}`,
        account: call.account,
      });
  }
}

/** Checks promise I3: a successful call that is sent again returns the same answer. */
async function checkReplays({ history, agents, replaysMax }: ProductCheckContext): Promise<void> {
  const effects = [...history.effects()];
  const step = Math.max(1, Math.ceil(effects.length / replaysMax));
  const chosen = effects.filter((_, n) => n % step === 0);
  await inTurn(chosen, async (call) => {
    const agent = agents.find(({ account }) => account.name === call.account);
    if (agent !== undefined) await replay(agent, call, call.id % 2 === 0 ? 'act' : 'mcp');
  });
}

/** The name of an object in the blob store and its expected SHA-256, as a database row contains them. */
interface NamedObjectRow {
  readonly object: string;
  readonly sha256: string;
}

/**
 * Checks promise I4: every public address answers with the bytes of its revision, every private one with 404, and all stored
 * objects are unchanged.
 */
async function checkPublished(
  db: DatabaseClient,
  blobs: BlobStore,
  rest: ProductCheckContext,
): Promise<void> {
  const { history } = rest;
  const contents = new Map<string, string>();
  for (const [pageId, events] of history.pages) {
    for (const event of events) {
      if (event.op === 'write' && event.outcome === 'ok' && event.sha !== null)
        contents.set(`${pageId} ${event.exp + 1}`, event.sha);
      if (event.op === 'read') contents.set(`${pageId} ${event.rev}`, event.sha);
    }
  }
  const seen = new Map<string, { readonly pageId: number; readonly sha: string | undefined }>();
  for (const call of history.effects()) {
    if (call.action !== 'builder.publish') continue;
    const { website } = JSON.parse(call.result ?? '{}') as { readonly website: WebsiteRecord };
    const { snapshot, page_id: pageId } = website;
    const revision = Number(call.payload['expected_revision']);
    if (snapshot === null) history.find({ promise: 'I4', what: 'published no snapshot', pageId });
    else seen.set(snapshot.url, { pageId, sha: contents.get(`${pageId} ${revision}`) });
  }
  const live = await db.rows(
    sql<{ page_id: number; published_revision: number; visibility: string }>`select page_id,
        published_revision, visibility from builder.live`,
  );
  const hidden = new Set<number>();
  const demanded = lastVisibilities(history.firstCalls());
  for (const { page_id: pageId, published_revision: revision, visibility } of live) {
    const due = demanded.get(pageId) ?? visibility;
    if (due !== visibility)
      history.find({ promise: 'I4', what: `set ${due}, and it is ${visibility}`, pageId });
    if (visibility === 'private') hidden.add(pageId);
    const sha = contents.get(`${pageId} ${revision}`);
    const url = new URL(rest.contentUrl);
    url.hostname = `p${pageId}.${url.hostname}`;
    seen.set(url.href, { pageId, sha });
  }
  await inTurn([...seen], async ([url, { pageId, sha }]) => {
    const { status, bytes } = await visit(url);
    const isRight = hidden.has(pageId)
      ? status === 404
      : status === 200 && (sha === undefined || hash('sha256', bytes) === sha);
    if (!isRight)
      history.find({
        promise: 'I4',
        what: `${url} answers ${status} with ${bytes.length} bytes${hidden.has(pageId) ? ' though it is private' : ', not those of its revision'}`,
        pageId,
      });
  });
  const objects = await db.rows(
    sql<NamedObjectRow>`select page_object as object, page_sha256 as sha256 from builder.snapshot
      union all select br_object, br_sha256 from builder.snapshot where br_object is not null
      union all select gzip_object, gzip_sha256 from builder.snapshot where gzip_object is not null
      union all select archive_object, archive_sha256 from builder.snapshot where archive_object is not null
      union all select object, sha256 from builder.revision where object is not null
      union all select layers_object, layers_sha256 from builder.revision where layers_object is not null`,
  );
  await inTurn(objects, async ({ object, sha256: sha }) => {
    // `get` verifies the SHA-256 of the object.
    const stored = await blobs.get(object, sha).catch((error: unknown) => String(error));
    if (stored === null || typeof stored === 'string')
      history.find({ promise: 'I4', what: `${object} is referenced: ${stored ?? 'not there'}` });
  });
}

/** Checks promise I5: within `PENDING_MS_MAX` no publication is pending any more. */
async function checkPending(db: DatabaseClient, { history }: ProductCheckContext): Promise<void> {
  const pending = async (): Promise<number> =>
    (
      await db.rows(
        sql<{
          n: number;
        }>`select count(*) as n from builder.publication where state = 'pending'`,
      )
    )[0]?.n ?? 0;
  await until(
    'no publication is pending',
    async () => (await pending()) === 0,
    PENDING_MS_MAX,
  ).catch(async () =>
    history.find({ promise: 'I5', what: `${await pending()} publications stay pending` }),
  );
}

/** Actions that write a journal row. A heartbeat writes none. */
const OUR_ACTIONS = ACTIONS.filter(
  ({ callClass, name }) => callClass === 'change' && name !== 'node.heartbeat',
).map(({ name }) => name);

/**
 * Checks promise I6: the hash chain of the journal is unbroken, and journal and idempotency table have exactly one row for each
 * effect.
 */
async function checkJournal(db: DatabaseClient, { history }: ProductCheckContext): Promise<void> {
  // Only the accounts of this run are checked, because several runs may use one product.
  const sent = history.effects().map(({ key }) => key);
  const ids = await db.rows(
    sql<{ account_id: string }>`select distinct account_id from effect.idempotency
      where key = any(${sent}::text[])`,
  );
  const ours = sql`account_id = any(${ids.map(({ account_id }) => account_id)}::text[])
    and action = any(${OUR_ACTIONS}::text[])`;
  for (const { account_id, seq, reason } of await verifyJournal(db))
    history.find({ promise: 'I6', what: `journal of ${account_id}, row ${seq}: ${reason}` });
  const rows = await db.rows(
    sql<{ action: string; page: string; n: number }>`select action,
        coalesce(page_id::text, word, '-') || ' ' || coalesce(rev_after::text, '') as page, count(*) as n
      from effect.journal where ${ours} group by 1, 2`,
  );
  const journal = new Map(rows.map(({ action, page, n }) => [`${action} ${page}`, n]));
  const due = new Map<string, { n: number; pageId: number | null }>();
  for (const call of history.effects()) {
    const pageId = pageOf(call);
    const rev = call.payload['expected_revision'];
    const after = CREATIONS.includes(call.action)
      ? 1
      : typeof rev === 'number'
        ? rev + (call.action === 'builder.publish' ? 0 : 1)
        : '';
    const { word } = call.payload;
    const about = pageId ?? (typeof word === 'string' ? word : '-');
    const name = `${call.action} ${about} ${after}`;
    due.set(name, { n: (due.get(name)?.n ?? 0) + 1, pageId });
  }
  for (const [name, { n, pageId }] of due) {
    const found = journal.get(name) ?? 0;
    if (found !== n)
      history.find({
        promise: 'I6',
        what: `${name}: ${n} effects acknowledged, ${found} in the journal`,
        ...(pageId === null ? {} : { pageId }),
      });
  }
  for (const [name, n] of journal) {
    if (due.has(name)) continue;
    const pageId = Number(name.split(' ')[1]);
    history.find({
      promise: 'I6',
      what: `${name}: ${n} in the journal that nobody was told of`,
      ...(Number.isSafeInteger(pageId) ? { pageId } : {}),
    });
  }
  const [keys] = await db.rows(
    sql<{ n: number }>`select count(*) as n from effect.idempotency where ${ours}`,
  );
  const effects = history.effects().length;
  if (keys?.n !== effects)
    history.find({
      promise: 'I6',
      what: `${effects} effects acknowledged, ${keys?.n ?? 0} idempotency keys kept`,
    });
}

/**
 * Checks all promises when no call is in flight, and adds the broken ones to the history. Returns the numbers of swept objects
 * and of delivered webhook events.
 */
export async function checkAll(
  rest: ProductCheckContext,
): Promise<{ readonly orphans: number; readonly events: number }> {
  const db = connectDb(rest.dbUrl, 'tool', testBase());
  const blobs =
    'folder' in rest.store
      ? await openFsStore(rest.store.folder, { ids: randomIds, clock: systemClock })
      : await openS3Store(rest.store);
  try {
    rest.onStep('check: each call has its answer, and gets it again');
    checkDefinite(rest);
    await checkReplays(rest);
    rest.onStep('check: revisions');
    checkPages(rest);
    await checkCreates(db, rest);
    rest.onStep('check: publications, addresses, objects');
    await checkPending(db, rest);
    const orphans = await checkOrphans(db, blobs, rest.history);
    await checkPublished(db, blobs, rest);
    rest.onStep('check: journal');
    await checkJournal(db, rest);
    rest.onStep('check: credits, messages');
    await checkCredits(db, rest);
    await checkInboxes(rest);
    rest.onStep('check: webhooks');
    return { orphans, events: await checkWebhooks(db, rest) };
  } finally {
    await blobs.close();
    await db.close();
  }
}
