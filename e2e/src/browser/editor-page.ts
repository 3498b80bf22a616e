import type { WebsiteRecord } from '@bridge/contracts';
import type { Locator, Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { done } from '../stage.ts';
import type { ConsoleStage } from './console-page.ts';

/** Time in which a request of an open editor must appear on a busy machine. */
const REQUEST_MS_MAX = 30_000;

/** The HTML of an open editor; the contents of layers are code views too. */
export function codeOf(page: Page): Locator {
  return page.locator('.pane.code .cm-content');
}

/** Opens the editor of a website in a browser of its own; a question on leaving is answered with yes. */
export async function openEditor(
  at: ConsoleStage,
  { page_id: pageId }: WebsiteRecord,
  query = '',
): Promise<Page> {
  const page = await at.open(`/pages/${pageId}${query}`);
  page.on('dialog', (dialog) => void dialog.accept());
  await codeOf(page).waitFor();
  return page;
}

/** Types at the place to which these keys lead from the code. */
async function typeFrom(page: Page, place: string, text: string): Promise<void> {
  await codeOf(page).focus();
  await page.keyboard.press(place);
  await page.keyboard.type(text);
}

/** Types at the end of the HTML. */
export function typeAtEnd(page: Page, text: string): Promise<void> {
  return typeFrom(page, 'Control+End', text);
}

/** Types at the start of the HTML. */
export function typeAtStart(page: Page, text: string): Promise<void> {
  return typeFrom(page, 'Control+Home', text);
}

/** Presses Save, and waits until the draft is this revision, or any. */
export async function saveDraft(page: Page, revision?: number): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const saved = revision === undefined ? /same as r/ : `same as r${revision}`;
  await page.getByText(saved).waitFor();
}

/** Waits until the service keeps the edits; this browser may keep them before. */
export function waitKept(page: Page): Promise<void> {
  return page.getByText(/^not saved, kept (?!in this browser|nowhere)/).waitFor();
}

/** Reads the draft as an agent. */
export async function readDraft(
  { owner }: ConsoleStage,
  { page_id: pageId }: WebsiteRecord,
): Promise<Record<string, unknown>> {
  return done(await owner.on('act')('builder.get', { page_id: pageId }));
}

/** One request that waits before it reaches the service. */
export interface HeldRequest {
  readonly body: Record<string, unknown>;
  readonly release: () => Promise<void>;
}

/** Requests of one kind that wait until the test releases them. */
export interface HeldRequests {
  /** Waits for the next request. */
  readonly next: () => Promise<HeldRequest>;
  /** Releases every request from now on. */
  readonly stop: () => Promise<void>;
}

/** Holds the requests of a page with this method to addresses that end so. */
export async function holdRequests(page: Page, method: string, end: string): Promise<HeldRequests> {
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
      const body = (route.request().postDataJSON() ?? {}) as HeldRequest['body'];
      return { body, release: () => route.continue() };
    },
    stop: async () => {
      await page.unroute(isHeld);
      await Promise.all(waiting.splice(0).map((route) => route.continue()));
    },
  };
}

/** A request that was sent, with its body. */
export interface SentRequest {
  readonly name: string;
  readonly body: Record<string, unknown>;
}

/** Collects the changes that a page sends, by method and last part of the address. */
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
