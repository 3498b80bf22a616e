import { type DatabaseClient, sql } from '@bridge/db';
import {
  ALL_TOOL_SCOPES,
  fillAccount,
  fillCrowd,
  fillRevisions,
  fillSnapshots,
  newOwner,
  type TestOwner,
  type AllInOneProcess,
  type WebsiteToCopy,
} from '@bridge/testing';
import { act, createDraft } from '../act.ts';

/** Number of websites that one statement copies. */
const BATCH = 50_000;
/** The page ids of the copied websites are greater than this number. */
const FIRST_ID = 1_000_000;

/** Numbers of objects in an account that could change the cost of a call. */
export interface AccountScale {
  /** Number of websites. All of them are published, in the same World (public identity). */
  readonly websites: number;
  /** Number of revisions of the account's first website; `snapshots` is the number of its snapshots. */
  readonly revisions: number;
  readonly snapshots: number;
}

/** An account filled with many objects, with keys to call it. */
export interface FilledAccount {
  readonly owner: TestOwner;
  readonly key: string;
  /**
   * Secret of an agent key that is limited to the World (public identity) with the websites. `emptyKey` is limited to a World
   * without websites.
   */
  readonly worldKey: string;
  readonly emptyKey: string;
  readonly word: string;
  /** page_id of the website with many revisions and snapshots. */
  readonly oldest: number;
  readonly firstId: number;
  readonly size: AccountScale;
}

/**
 * Creates an owner with two Worlds (public identities), and publishes one website in the first World. The other websites of the
 * account are its copies.
 */
async function plant({ baseUrl, env }: AllInOneProcess, db: DatabaseClient, name: string) {
  const owner = await newOwner(baseUrl, env);
  const { secret: key } = await owner.makeKey({ scopes: ALL_TOOL_SCOPES });
  const [word, empty] = [`grown-${name}-w`, `empty-${name}-w`];
  for (const one of [word, empty])
    await act(baseUrl, key, 'worlds.found', { word: one, idempotency_key: `found-${one}` });
  const pageId = await createDraft(baseUrl, key, {
    title: 'Template',
    word,
    raw_html: '<p>text 0</p>',
    idempotency_key: `create-${word}`,
  });
  const publish = { page_id: pageId, expected_revision: 1, idempotency_key: `publish-${word}` };
  await act(baseUrl, key, 'builder.publish', publish);
  const [account] = await db.rows(
    sql<{ account_id: string }>`select account_id from builder.live where page_id = ${pageId}`,
  );
  const template: WebsiteToCopy = { accountId: account?.account_id ?? '', pageId };
  return { owner, key, word, empty, template };
}

/**
 * Creates an account of size `size`. `from` is added to the ids of its websites, so that the ids of two accounts do not
 * overlap.
 */
export async function grow(
  product: AllInOneProcess,
  db: DatabaseClient,
  name: string,
  size: AccountScale,
  from: number,
): Promise<FilledAccount> {
  const { owner, key, word, empty, template } = await plant(product, db, name);
  const limited = async (one: string) =>
    (await owner.makeKey({ scopes: ALL_TOOL_SCOPES, worlds: [one] })).secret;
  const [worldKey, emptyKey] = [await limited(word), await limited(empty)];
  for (let done = 0; done < size.websites; done += BATCH)
    await fillAccount(db, template, Math.min(BATCH, size.websites - done), from + done);
  await fillSnapshots(db, template, size.snapshots);
  await fillRevisions(db, template, size.revisions);
  return {
    owner,
    key,
    worldKey,
    emptyKey,
    word,
    oldest: template.pageId,
    firstId: FIRST_ID + from + 1,
    size,
  };
}

/** Creates many other accounts with a few websites each. */
export async function growCrowd(
  product: AllInOneProcess,
  db: DatabaseClient,
  crowd: { readonly accounts: number; readonly each: number; readonly from: number },
): Promise<void> {
  const { template } = await plant(product, db, 'crowd');
  await fillCrowd(db, template, crowd);
}
