import type { ErrorBody, WebsiteRecord } from '@bridge/contracts';
import { ALL_TOOL_SCOPES, type TestKeyOptions, type TestOwner } from '@bridge/testing';
import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { ownerHere } from './owner-here.ts';
import { product } from './product-under-test.ts';
import { callOn, type ActionCaller, type ActionCallOutcome, type SurfaceName } from './call.ts';

/** Makes a name that is unique in this test run, for words, idempotency keys and titles. */
export function unique(prefix: string): string {
  return `${prefix}-${randomBytes(6).toString('hex')}x`;
}

/** An owner with one key and one World. */
export interface OwnerWithWorld {
  readonly owner: TestOwner;
  readonly secret: string;
  readonly word: string;
  /** Returns a function that calls actions over one surface (`act` or `mcp`), with the key for all ten tools. */
  on(surface: SurfaceName): ActionCaller;
  /** Creates another key of this owner and returns a function that calls actions over one surface (`act` or `mcp`) with it. */
  with(surface: SurfaceName, wish: TestKeyOptions): Promise<ActionCaller>;
}

/** Creates an owner, a key for all ten tools, and a World. */
export async function stage(): Promise<OwnerWithWorld> {
  const { baseUrl } = product();
  const owner = await ownerHere();
  const { secret } = await owner.makeKey({ scopes: ALL_TOOL_SCOPES });
  const on = (surface: SurfaceName): ActionCaller => callOn(surface, baseUrl, secret);
  const word = unique('stage');
  done(await on('act')('worlds.found', { word, idempotency_key: unique('found') }));
  return {
    owner,
    secret,
    word,
    on,
    with: async (surface, wish) => callOn(surface, baseUrl, (await owner.makeKey(wish)).secret),
  };
}

/** Expects that a call succeeded, and returns its result. `T` lists the members that the test reads. */
export function done<T extends object = Record<string, unknown>>(outcome: ActionCallOutcome): T {
  if (!outcome.ok) expect.fail(`refused: ${JSON.stringify(outcome.error)}`);
  return outcome.result as T;
}

/** Expects that a call was refused with this code, and returns its error. */
export function refused(outcome: ActionCallOutcome, code: string): ErrorBody {
  if (outcome.ok)
    expect.fail(
      `done, though ${code} was promised: ${JSON.stringify(outcome.result).slice(0, 500)}`,
    );
  expect(outcome.error).toMatchObject({ code });
  return outcome.error;
}

/** Expects that a call succeeded, and returns the website record in its result. */
export function website(outcome: ActionCallOutcome): WebsiteRecord {
  return done(outcome)['website'] as WebsiteRecord;
}

/** Makes the HTML of a small page. Its texts occur exactly once, so that a patch can replace them. */
export function pageHtml(title: string): string {
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>\n<body><h1>${title}</h1><p>first</p><p>second</p></body></html>\n`;
}

/** Creates a website with the given HTML, by default a small page. */
export async function create(
  call: ActionCaller,
  word: string,
  html?: string,
): Promise<WebsiteRecord> {
  const title = unique('Page');
  return website(
    await call('builder.create', {
      title,
      word,
      raw_html: html ?? pageHtml(title),
      idempotency_key: unique('create'),
    }),
  );
}

/** Publishes the current revision of a website and returns its record. */
export async function publish(call: ActionCaller, page: WebsiteRecord): Promise<WebsiteRecord> {
  return website(await call('builder.publish', guarded(page)));
}

/** Makes the input of a patch that replaces one text of the current revision. */
export function patchOf(page: WebsiteRecord, old: string, next: string): Record<string, unknown> {
  return {
    page_id: page.page_id,
    expected_revision: page.draft_revision,
    idempotency_key: unique('patch'),
    patch_ops: [{ op: 'replace_text', old, new: next }],
  };
}

/** Makes the input that every change of a website has: page id, expected revision and a new idempotency key. */
export function guarded(page: WebsiteRecord): Record<string, unknown> {
  return {
    page_id: page.page_id,
    expected_revision: page.draft_revision,
    idempotency_key: unique('change'),
  };
}

export { product } from './product-under-test.ts';
export { visit } from './visit.ts';
