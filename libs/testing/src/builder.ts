import { bodyOf, putBody, readBody, type TextObjectFolder } from '@bridge/blobs';
import type { SuccessfulCallResult } from '@bridge/bus';
import {
  BUILDER,
  fingerprint,
  PUBLISHER,
  WORLDS,
  type BodyReference,
  type CallPrincipal,
  type WebsiteRecord,
  type WireInput,
  type WireOutput,
} from '@bridge/contracts';
import { sql } from '@bridge/db';
import { randomIds } from '@bridge/kernel';
import type { TestCallOptions, TestServices } from './test-services.ts';

/** Exports the builder service's module to the tests of libraries that may not import that service. */
export { builderModule } from '@bridge/builder';

/** Blob store and database of the services that a test has started. */
type TestBlobStoreAndDatabase = Pick<TestServices, 'blobs' | 'db'>;
/** Blob store, database and call function of the services that a test has started. */
type TestStoresAndCallFunction = TestBlobStoreAndDatabase & Pick<TestServices, 'call'>;

/**
 * Stores a text as the gateway does before a call. A long text becomes an object in the blob store, with a row in
 * `builder.admission` that permits the service builder to keep the object. Returns the reference to the text.
 */
export async function putAdmitted(
  { blobs, db }: TestBlobStoreAndDatabase,
  { account_id: accountId }: CallPrincipal,
  text: string,
  folder: TextObjectFolder = 'body',
): Promise<BodyReference> {
  const ref = await putBody(blobs, randomIds, await bodyOf(text), folder);
  if ('object' in ref)
    await db.rows(
      sql`insert into builder.admission (account_id, object, bytes) values (${accountId}, ${ref.object}, ${ref.bytes})`,
    );
  return ref;
}

/** Returns a new idempotency key. */
export function newKey(): string {
  return randomIds.make('key');
}

/**
 * Founds a World (public identity) for the account of `founder` and returns its word (unique name), even if the key in
 * `founder` is limited to other Worlds.
 */
export async function makeWorld(
  { call }: Pick<TestServices, 'call'>,
  founder: CallPrincipal,
): Promise<string> {
  const word = `w-${newKey().slice(-20)}`;
  await call(WORLDS.found, { ...founder, worlds: null }, { word, idempotency_key: newKey() });
  return word;
}

/** Creates a website in the World (public identity) with the name `word`, by default in a new World. */
export async function makeWebsite(
  services: TestStoresAndCallFunction,
  author: CallPrincipal,
  {
    html = '<p>one</p>',
    word,
    title = 'A title',
  }: { readonly html?: string; readonly word?: string; readonly title?: string } = {},
): Promise<WebsiteRecord> {
  const input = {
    title,
    word: word ?? (await makeWorld(services, author)),
    raw_html: await putAdmitted(services, author, html),
    idempotency_key: newKey(),
  };
  return (await services.call(BUILDER.create, author, input)).result.website;
}

/** Replaces texts in a draft with the action `builder.patch`. */
export async function patchDraft(
  services: TestStoresAndCallFunction,
  author: CallPrincipal,
  at: { readonly page_id: number; readonly revision: number; readonly key?: string },
  edits: readonly { readonly old: string; readonly new: string }[],
): Promise<SuccessfulCallResult<WireOutput<typeof BUILDER.patch>>> {
  const ops = JSON.stringify(edits.map((edit) => ({ op: 'replace_text', ...edit })));
  return services.call(BUILDER.patch, author, {
    page_id: at.page_id,
    expected_revision: at.revision,
    patch_ops: await putAdmitted(services, author, ops, 'ingest'),
    idempotency_key: at.key ?? newKey(),
  });
}

/**
 * Reads a draft with `builder.get`. Replaces the references to its HTML and layers (parts that the browser editor keeps) by the
 * texts.
 */
export async function readDraft(
  { blobs, call }: TestStoresAndCallFunction,
  reader: CallPrincipal,
  pageId: number,
) {
  const { result } = await call(BUILDER.get, reader, { page_id: pageId });
  const textOf = async (ref: BodyReference): Promise<string> =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(await readBody(blobs, ref));
  return { ...result, html: await textOf(result.raw_html), layers: await textOf(result.layers) };
}

/** The revision of a draft that a test publishes, and the idempotency key of the publication. */
interface RevisionToPublish {
  readonly page_id: number;
  readonly revision?: number;
  readonly key?: string;
}
/** The answer of `builder.publish_begin` (begin of a publication) that permits the publication to proceed. */
export type BegunPublication = Extract<
  WireOutput<typeof BUILDER.publishBegin>,
  { readonly state: 'go' }
>;

/** Sends `builder.publish_begin` as the publisher does. For a used idempotency key the answer is the stored first result. */
export function askPublication(
  { call }: Pick<TestServices, 'call'>,
  author: CallPrincipal,
  { page_id, revision = 1, key = newKey() }: RevisionToPublish,
  options: TestCallOptions = {},
): Promise<SuccessfulCallResult<WireOutput<typeof BUILDER.publishBegin>>> {
  const input = { page_id, expected_revision: revision, idempotency_key: key };
  const fp = fingerprint(PUBLISHER.publish, input);
  return call(BUILDER.publishBegin, author, input, { fp, ...options });
}

/** Begins a new publication of a draft. Throws when its idempotency key was used before. */
export async function beginPublication(
  services: Pick<TestServices, 'call'>,
  author: CallPrincipal,
  at: RevisionToPublish,
): Promise<BegunPublication> {
  const { result } = await askPublication(services, author, at);
  if (result.state !== 'go') throw new Error(`the publication answered ${result.state}`);
  return result;
}

/** Begins and commits a publication of a draft, without storing its page in the blob store. */
export async function publishDraft(
  services: Pick<TestServices, 'call'>,
  author: CallPrincipal,
  at: RevisionToPublish,
): Promise<void> {
  const begun = await beginPublication(services, author, at);
  await services.call(BUILDER.publishCommit, author, sampleCommit(begun));
}

/**
 * Returns an input of `builder.publish_commit` for a publication that `beginPublication` began. The page object that it names
 * does not exist in the blob store.
 */
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
