import { bodyOf, putBody, readBody, type BodyFolder } from '@bridge/blobs';
import type { SuccessfulCall } from '@bridge/bus';
import {
  BUILDER,
  fingerprint,
  PUBLISHER,
  WORLDS,
  type BodyRef,
  type CallPrincipal,
  type WebsiteRecord,
  type WireInput,
  type WireOutput,
} from '@bridge/contracts';
import { sql } from '@bridge/db';
import { randomIds } from '@bridge/kernel';
import type { CallOptions, Rooms } from './rooms.ts';

/** The real service `builder`, for tests of libs that may not import it themselves. */
export { builderModule } from '@bridge/builder';

type StoreParts = Pick<Rooms, 'blobs' | 'db'>;
type CallParts = StoreParts & Pick<Rooms, 'call'>;

/** Stores a text as the gateway does: a large one as an object that builder admitted for this account. */
export async function putAdmitted(
  { blobs, db }: StoreParts,
  { account_id: accountId }: CallPrincipal,
  text: string,
  folder: BodyFolder = 'body',
): Promise<BodyRef> {
  const ref = await putBody(blobs, randomIds, await bodyOf(text), folder);
  if ('object' in ref)
    await db.rows(
      sql`insert into builder.admission (account_id, object, bytes) values (${accountId}, ${ref.object}, ${ref.bytes})`,
    );
  return ref;
}

/** An idempotency key that no other call uses. */
export function newKey(): string {
  return randomIds.make('key');
}

/** Founds a World for the account of `founder`, whatever Worlds its key is limited to; returns its word. */
export async function makeWorld(
  { call }: Pick<Rooms, 'call'>,
  founder: CallPrincipal,
): Promise<string> {
  const word = `w-${newKey().slice(-20)}`;
  await call(WORLDS.found, { ...founder, worlds: null }, { word, idempotency_key: newKey() });
  return word;
}

/** Creates a website, in a World of its own unless `word` names one. */
export async function makeWebsite(
  rooms: CallParts,
  author: CallPrincipal,
  {
    html = '<p>one</p>',
    word,
    title = 'A title',
  }: { readonly html?: string; readonly word?: string; readonly title?: string } = {},
): Promise<WebsiteRecord> {
  const input = {
    title,
    word: word ?? (await makeWorld(rooms, author)),
    raw_html: await putAdmitted(rooms, author, html),
    idempotency_key: newKey(),
  };
  return (await rooms.call(BUILDER.create, author, input)).result.website;
}

/** Replaces texts of a draft by `builder.patch`. */
export async function patchDraft(
  rooms: CallParts,
  author: CallPrincipal,
  at: { readonly page_id: number; readonly revision: number; readonly key?: string },
  edits: readonly { readonly old: string; readonly new: string }[],
): Promise<SuccessfulCall<WireOutput<typeof BUILDER.patch>>> {
  const ops = JSON.stringify(edits.map((edit) => ({ op: 'replace_text', ...edit })));
  return rooms.call(BUILDER.patch, author, {
    page_id: at.page_id,
    expected_revision: at.revision,
    patch_ops: await putAdmitted(rooms, author, ops, 'ingest'),
    idempotency_key: at.key ?? newKey(),
  });
}

/** What `builder.get` answers, with its bodies as text. */
export async function readDraft({ blobs, call }: CallParts, reader: CallPrincipal, pageId: number) {
  const { result } = await call(BUILDER.get, reader, { page_id: pageId });
  const textOf = async (ref: BodyRef): Promise<string> =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(await readBody(blobs, ref));
  return { ...result, html: await textOf(result.raw_html), layers: await textOf(result.layers) };
}

/** A draft at one revision, and the idempotency key of the call that publishes it. */
interface DraftAt {
  readonly page_id: number;
  readonly revision?: number;
  readonly key?: string;
}
/** A publication that `builder.publish-begin` let go. */
export type BegunPublication = Extract<
  WireOutput<typeof BUILDER.publishBegin>,
  { readonly state: 'go' }
>;

/** Sends the first phase of a publication as the publisher does; the answer may also be a replay. */
export function askPublication(
  { call }: Pick<Rooms, 'call'>,
  author: CallPrincipal,
  { page_id, revision = 1, key = newKey() }: DraftAt,
  options: CallOptions = {},
): Promise<SuccessfulCall<WireOutput<typeof BUILDER.publishBegin>>> {
  const input = { page_id, expected_revision: revision, idempotency_key: key };
  const fp = fingerprint(PUBLISHER.publish, input);
  return call(BUILDER.publishBegin, author, input, { fp, ...options });
}

/** The first phase of a publication that no call with its key has published yet. */
export async function beginPublication(
  rooms: Pick<Rooms, 'call'>,
  author: CallPrincipal,
  at: DraftAt,
): Promise<BegunPublication> {
  const { result } = await askPublication(rooms, author, at);
  if (result.state !== 'go') throw new Error(`the publication answered ${result.state}`);
  return result;
}

/** Both phases of a publication, as the publisher sends them; no object is stored. */
export async function publishDraft(
  rooms: Pick<Rooms, 'call'>,
  author: CallPrincipal,
  at: DraftAt,
): Promise<void> {
  const begun = await beginPublication(rooms, author, at);
  await rooms.call(BUILDER.publishCommit, author, sampleCommit(begun));
}

/** What a publisher reports of a publication that `builder.publish-begin` let go; its page is not stored. */
export function sampleCommit({
  publication_id,
  attempt,
}: {
  readonly publication_id: string;
  readonly attempt: number;
}): WireInput<typeof BUILDER.publishCommit> {
  return {
    publication_id,
    attempt,
    snapshot_id: `sn_${'a'.repeat(26)}`,
    publication_mode: 'online',
    offline_ready: false,
    warnings: [],
    truncated: false,
    external_form: false,
    page: { object: `snap/${publication_id}/page`, bytes: 3, sha256: 'a'.repeat(64) },
    variants: { br: null, gzip: null },
    archive: null,
  };
}
