import type { WebsiteRecord } from '@bridge/contracts';
import type { Locator, Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { done } from '../stage.ts';
import type { ConsoleTestContext } from './console-page.ts';

/** Time in which the open editor must send an expected request on a busy machine, in ms. */
const REQUEST_MS_MAX = 30_000;

/** Returns the field with the HTML in the open editor. The fields with the contents of layers have the same element. */
export function codeOf(page: Page): Locator {
  return page.locator('.pane.code .cm-content');
}

/**
 * Opens the editor of a website in a new browser context. Answers every dialog, such as the question whether to leave
 * the page, with yes.
 */
export async function openEditor(
  at: ConsoleTestContext,
  { page_id: pageId }: WebsiteRecord,
  query = '',
): Promise<Page> {
  const page = await at.open(`/pages/${pageId}${query}`);
  page.on('dialog', (dialog) => void dialog.accept());
  await codeOf(page).waitFor();
  return page;
}

/** Moves the cursor of the HTML field with the key combination `place`, then types the text. */
async function typeFrom(page: Page, place: string, text: string): Promise<void> {
  await codeOf(page).focus();
  await page.keyboard.press(place);
  await page.keyboard.type(text);
}

/** Enters the text at the end of the HTML. */
export function typeAtEnd(page: Page, text: string): Promise<void> {
  return typeFrom(page, 'Control+End', text);
}

/** Enters the text at the start of the HTML. */
export function typeAtStart(page: Page, text: string): Promise<void> {
  return typeFrom(page, 'Control+Home', text);
}

/**
 * Presses Save and waits until the editor reports that its text equals revision `revision` of the draft, or any
 * revision when it is undefined.
 */
export async function saveDraft(page: Page, revision?: number): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const saved = revision === undefined ? /same as r/ : `same as r${revision}`;
  await page.getByText(saved).waitFor();
}

/** Waits until the editor reports that the service has stored the unsaved edits, and not only this browser. */
export function waitKept(page: Page): Promise<void> {
  return page.getByText(/^not saved, kept (?!in this browser|nowhere)/).waitFor();
}

/** Reads the draft with `builder.get` and an agent's key. */
export async function readDraft(
  { owner }: ConsoleTestContext,
  { page_id: pageId }: WebsiteRecord,
): Promise<Record<string, unknown>> {
  return done(await owner.on('act')('builder.get', { page_id: pageId }));
}

/** An intercepted request that has not reached the service yet. */
export interface InterceptedRequest {
  readonly body: Record<string, unknown>;
  readonly release: () => Promise<void>;
}

/** Intercepted requests with one method and path, which the test releases. */
export interface InterceptedRequestQueue {
  /** Returns the next intercepted request; waits until there is one. */
  readonly next: () => Promise<InterceptedRequest>;
  /** Releases all waiting requests and intercepts no further ones. */
  readonly stop: () => Promise<void>;
}

/** Intercepts the requests of a page with this method whose path ends with `end`. */
export async function holdRequests(
  page: Page,
  method: string,
  end: string,
): Promise<InterceptedRequestQueue> {
  const waiting: Route[] = [];
  const isHeld = (url: URL): boolean => url.pathname.endsWith(end);
  await page.route(isHeld, async (route) => {
    if (route.request().method() === method) waiting.push(route);
    else await route.fallback();
  });
  return {
    next: async () => {
      await expect.poll(() => waiting.length, { timeout: REQUEST_MS_MAX }).toBeGreaterThan(0);
      const route = waiting.shift();
      if (route === undefined) throw new Error('a request that waited is gone');
      const body = (route.request().postDataJSON() ?? {}) as InterceptedRequest['body'];
      return { body, release: () => route.continue() };
    },
    stop: async () => {
      await page.unroute(isHeld);
      // If the browser has left the page, its waiting requests were aborted, and continuing them fails.
      await Promise.all(waiting.splice(0).map((route) => route.continue().catch(() => undefined)));
    },
  };
}

/** A request of the page: its method with the last part of its path, and its body. */
export interface SentRequest {
  readonly name: string;
  readonly body: Record<string, unknown>;
}

/** Collects all requests of a page except GET. */
export function collectChanges(page: Page): SentRequest[] {
  const sent: SentRequest[] = [];
  page.on('request', (request) => {
    const method = request.method();
    if (method === 'GET') return;
    const last = new URL(request.url()).pathname.split('/').at(-1) ?? '';
    sent.push({ name: `${method} ${last}`, body: (request.postDataJSON() ?? {}) as never });
  });
  return sent;
}
