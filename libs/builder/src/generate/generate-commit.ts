import { bodyOf } from '@bridge/blobs';
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
  type OpenTransaction,
  type Queryable,
} from '@bridge/db';
import { accountOf, type Handler, type HandlerCall } from '@bridge/bus';
import { BridgeError, failpoint, ReplayedResult } from '@bridge/kernel';
import type { z } from 'zod';
import { demandRight } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { NO_LAYERS } from '../no-layers.ts';
import { insertWebsite, type NewWebsite } from '../revision.store.ts';
import type { StoredText } from '../stored-text.ts';
import { websiteRecordOf } from '../website-record.ts';

/** The result of `pages.generate`: the created website, the credits that it cost, and the model that wrote it. */
type GenerateResult = z.output<typeof GENERATOR.pagesGenerate.output>;

/** The input of builder.generate_commit: the written page, and the hold of credits that pays for it. */
type GenerateCommitInput = WireInput<typeof BUILDER.generateCommit>;
const CAPTURE = sql.raw(SHARED_FUNCTIONS.captureHold);

/** Stores the empty list of layers of a new website inline in its row. */
async function noLayers(): Promise<StoredText> {
  const { bytes, sha256, chars } = await bodyOf(NO_LAYERS);
  return { bytes: bytes.byteLength, chars, sha256, inline: Buffer.from(bytes), object: null };
}

/**
 * Captures the hold of credits in this transaction, which locks the hold’s row. Throws unless this process still owns
 * the hold.
 */
async function captureHold(
  tx: Queryable,
  accountId: string,
  { hold_id, attempt }: Pick<GenerateCommitInput, 'hold_id' | 'attempt'>,
): Promise<{ readonly amount: number; readonly balance: number } | 'before'> {
  const [row] = await tx.rows(
    sql<{ state: string; amount: number; balance: number }>`select state, amount, balance
      from ${CAPTURE}(${accountId}, ${hold_id}, ${attempt})`,
    'prepared',
  );
  if (row?.state === 'captured') return row;
  if (row?.state === 'before') return 'before';
  // A fenced hold belongs to another process by now. A hold that is gone was released, so its idempotency key is free.
  const code = row?.state === 'fenced' ? 'idempotency_in_progress' : 'service_unavailable';
  throw new BridgeError(code, {}, { cause: `the hold is ${row?.state}`, retryAfterS: 1 });
}

async function readStored(tx: Queryable, accountId: string, key: string): Promise<GenerateResult> {
  const stored = (await findKey(tx, { accountId, key }))?.response;
  if (stored === undefined || stored === null)
    throw new BridgeError('internal', {}, { cause: 'a captured hold without a response' });
  return GENERATOR.pagesGenerate.output.parse(JSON.parse(stored));
}

/**
 * Runs in the transaction. Locks are taken in this order: hold and balance, member, tally, idempotency key, journal
 * head.
 */
async function commitDraft(
  deps: BuilderDeps,
  tx: OpenTransaction,
  input: GenerateCommitInput,
  website: NewWebsite,
  call: HandlerCall,
): Promise<GenerateResult | ReplayedResult<GenerateResult>> {
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
 * Creates a generated draft and captures its hold of credits in one transaction, with the stored response and the
 * journal row: neither exists without the other. Spec: credits.draft-with-capture. ADR 041.
 */
export function generateCommit(deps: BuilderDeps): Handler<typeof BUILDER.generateCommit> {
  return async (input, call) => {
    const { db, ids, pageIds } = deps;
    const website = {
      accountId: accountOf(call),
      pageId: await pageIds.next(),
      title: input.title,
      word: input.word,
      lineageId: ids.make('lin'),
      html: await adoptBody(deps, input.raw_html),
      layers: await noLayers(),
    };
    const options = { deadline: call.deadline, failpoints: 'generate-commit', waitForLocks: true };
    return db.transaction(options, (tx) => commitDraft(deps, tx, input, website, call));
  };
}

/**
 * Returns the stored result of a repeated call, else checks the account’s right in the World before the provider is
 * paid. The commit checks the right again.
 */
export function generateAdmit({ db }: BuilderDeps): Handler<typeof BUILDER.generateAdmit> {
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
