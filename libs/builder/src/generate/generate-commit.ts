import { adoptBody } from '../adopt.ts';
import { GENERATOR, SHARED_FUNCTIONS, type BUILDER, type WireInput } from '@bridge/contracts';
import {
  actorOf,
  append,
  findKey,
  journalEntry,
  replayOf,
  settleKey,
  sql,
  type TransactionHandle,
  type SqlStatementRunner,
} from '@bridge/db';
import { accountOf, type ServiceCallHandler, type ServiceCallContext } from '@bridge/bus';
import { BridgeError, failpoint, ReplayedResult } from '@bridge/kernel';
import type { z } from 'zod';
import { demandRight } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { STORED_NO_LAYERS } from '../empty-draft.ts';
import { insertWebsite, type NewWebsite } from '../revision.store.ts';
import { websiteRecordOf } from '../website-record.ts';

/** The result of `pages.generate`: the created website, the credits that it cost, and the model that wrote it. */
type PageGenerationResult = z.output<typeof GENERATOR.pagesGenerate.output>;

/** The input of builder.generate_commit: the generated page, and the hold (credits that were set aside) that pays for it. */
type GeneratedPageCommitInput = WireInput<typeof BUILDER.generateCommit>;
const CAPTURE = sql.raw(SHARED_FUNCTIONS.captureHold);

/**
 * Captures (spends) the credits of a hold, which were set aside for this call, and locks its row. Returns `before` when an
 * earlier message captured it already. Throws unless this attempt still owns the hold.
 */
async function captureHold(
  tx: SqlStatementRunner,
  accountId: string,
  { hold_id, attempt }: Pick<GeneratedPageCommitInput, 'hold_id' | 'attempt'>,
): Promise<{ readonly amount: number; readonly balance: number } | 'before'> {
  const [row] = await tx.rows(
    sql<{ state: string; amount: number; balance: number }>`select state, amount, balance
      from ${CAPTURE}(${accountId}, ${hold_id}, ${attempt})`,
    'prepared',
  );
  if (row?.state === 'captured') return row;
  if (row?.state === 'before') return 'before';
  // `fenced`: a newer attempt has taken over the hold (credits set aside for the call).
  // In any other state the hold was released, so its idempotency key is free and the client may retry.
  const code = row?.state === 'fenced' ? 'idempotency_in_progress' : 'service_unavailable';
  throw new BridgeError(code, {}, { cause: `the hold is ${row?.state}`, retryAfterS: 1 });
}

async function readStored(
  tx: SqlStatementRunner,
  accountId: string,
  key: string,
): Promise<PageGenerationResult> {
  const stored = (await findKey(tx, { accountId, key }))?.response;
  if (stored === undefined || stored === null)
    throw new BridgeError('internal', {}, { cause: 'a captured hold without a response' });
  return GENERATOR.pagesGenerate.output.parse(JSON.parse(stored));
}

/**
 * The transaction of `generateCommit`. To avoid deadlocks it locks in this order: hold and balance of credits, membership in
 * the World, tally (used quota), idempotency key, last row of the journal.
 */
async function commitDraft(
  deps: BuilderDeps,
  tx: TransactionHandle,
  input: GeneratedPageCommitInput,
  website: NewWebsite,
  call: ServiceCallContext,
): Promise<PageGenerationResult | ReplayedResult<PageGenerationResult>> {
  const { word, model, idempotency_key: key } = input;
  const accountId = accountOf(call);
  const paid = await captureHold(tx, accountId, input);
  if (paid === 'before') return new ReplayedResult(await readStored(tx, accountId, key));
  await failpoint('generate-commit.after-capture');
  const author = { action: GENERATOR.pagesGenerate.name, actor: actorOf(call.ctx) };
  const { websitesMax, storedBytesMax } = deps.quotas;
  const insert = (pageId: number) => insertWebsite(tx, { ...website, pageId }, author, websitesMax);
  const row = (await insert(website.pageId)) ?? (await insert(await deps.pageIds.newest()));
  if (row === undefined) {
    await demandRight(tx, call, word);
    throw new BridgeError('quota_exceeded', { quota: 'websites', max: websitesMax });
  }
  if (row.stored_bytes > storedBytesMax)
    throw new BridgeError('quota_exceeded', { quota: 'stored bytes', max: storedBytesMax });
  const result = GENERATOR.pagesGenerate.output.parse({
    website: websiteRecordOf(row, deps.links),
    credits: { spent: paid.amount, balance: paid.balance },
    model,
  });
  await settleKey(tx, { accountId, key }, { response: JSON.stringify(result), words: [word] });
  const effect = { pageId: result.website.page_id, word, revAfter: 1 };
  await append(tx, journalEntry(call, accountId, GENERATOR.pagesGenerate.name, effect));
  return result;
}

/**
 * Creates a generated draft, captures (spends) the credits that were set aside for it, stores the response and appends the
 * journal row, all in one transaction. Spec: credits.draft-with-capture. ADR 041.
 */
export function generateCommit(
  deps: BuilderDeps,
): ServiceCallHandler<typeof BUILDER.generateCommit> {
  return async (input, call) => {
    const { db, ids, pageIds } = deps;
    const website = {
      accountId: accountOf(call),
      pageId: await pageIds.next(),
      title: input.title,
      word: input.word,
      lineageId: ids.make('lin'),
      html: await adoptBody(deps, input.raw_html),
      layers: STORED_NO_LAYERS,
    };
    const options = { deadline: call.deadline, failpoints: 'generate-commit', waitForLocks: true };
    return db.transaction(options, (tx) => commitDraft(deps, tx, input, website, call));
  };
}

/**
 * Returns the stored result of a repeated call. Otherwise checks, before the model provider is called and paid, that the
 * account may create a website in the World (public identity). The commit checks this right again.
 */
export function generateAdmit({
  db,
}: BuilderDeps): ServiceCallHandler<typeof BUILDER.generateAdmit> {
  return async ({ word, idempotency_key: key }, call) => {
    const { fp } = call;
    if (fp === undefined)
      throw new BridgeError('internal', {}, { cause: 'a generation without a fingerprint' });
    const used = await findKey(db, { accountId: accountOf(call), key });
    const stored = used === undefined ? null : replayOf(used, { fp, worlds: call.ctx.worlds });
    if (stored !== null)
      return {
        state: 'replay',
        response: GENERATOR.pagesGenerate.output.parse(JSON.parse(stored)),
      };
    await demandRight(db, call, word);
    return { state: 'free' };
  };
}
