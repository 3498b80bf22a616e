import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EditKeeper } from './edit-keeper.ts';
import { EditorSession } from './editor-session.ts';
import type { OpenDraft } from './open-draft.ts';

interface Call {
  readonly path: string;
  readonly body: Record<string, unknown>;
}

let calls: Call[];
/** The next answers; without one every call is accepted. */
let answers: (() => Promise<Response>)[];
const accepted = (): Response => Response.json({ seq: 7, edits: null, at: '' });

beforeEach(() => {
  calls = [];
  answers = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    calls.push({
      path,
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as Call['body']) : {},
    });
    return answers.shift()?.() ?? Promise.resolve(accepted());
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const text = { now: 'typed' };
function makeKeeper(): EditKeeper {
  text.now = 'typed';
  const read = () => ({ baseRevision: 1, edits: { raw_html: text.now } });
  const quiet = () => undefined;
  return new EditKeeper(
    {
      pageId: 1,
      read,
      size: () => text.now.length,
      onState: quiet,
      onSent: quiet,
      onOvertaken: quiet,
    },
    0,
  );
}

// Verifies: console.unsaved.
test('a keeper that ended sends its last edits once, and plans nothing more when they are refused', async () => {
  vi.useFakeTimers();
  const keeper = makeKeeper();
  keeper.note();
  answers.push(() => Promise.reject(new TypeError('no network')));
  const sent = keeper.flush({ leaving: true });
  keeper.stop();
  expect(await sent).toBe(false);
  keeper.note();
  await vi.runAllTimersAsync();
  await keeper.flush();
  expect(calls.map(({ body }) => body['raw_html'])).toEqual(['typed']);
});

// Verifies: console.unsaved.
test('two that wait for one sending do not send at the same time', async () => {
  const keeper = makeKeeper();
  const first = Promise.withResolvers<Response>();
  const second = Promise.withResolvers<Response>();
  answers.push(
    () => first.promise,
    () => second.promise,
  );
  keeper.note();
  const all = [keeper.flush()];
  text.now = 'typed on';
  keeper.note();
  all.push(keeper.flush(), keeper.flush());
  first.resolve(accepted());
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  text.now = 'typed further';
  keeper.note();
  second.resolve(accepted());
  await Promise.all(all);
  await keeper.flush();
  keeper.stop();
  expect(calls.map(({ body }) => body['seq'])).toEqual([0, 7, 7]);
});

const base = { revision: 1, title: 'Title', html: 'base', layers: [] };
function openSession(html: string) {
  const code = { text: html, shown: 0 };
  const open = {
    page: { website: { page_id: 1, title: 'Title', draft_revision: 1 }, unsaved: { seq: 3 } },
    base,
    texts: { ...base, html },
    seq: 3,
    editedAt: null,
    isAhead: false,
    // The members of a website that a session reads.
  } as unknown as OpenDraft;
  const session = new EditorSession(open, {
    text: () => code.text,
    length: () => code.text.length,
    replaceText: (next) => {
      code.text = next;
      code.shown += 1;
    },
  });
  return { code, session };
}

// Verifies: console.unsaved.
test('dropped edits are taken back by the service when the editor was left, and nothing is written over them', async () => {
  const { code, session } = openSession('edited');
  const undo = await session.dropEdits();
  expect(code.text).toBe('base');
  await session.keepNow({ leaving: true });
  session.stop();
  const { shown } = code;
  await undo?.();
  await session.keepNow({ leaving: true });
  expect(calls.map(({ path }) => path.split('/').at(-1))).toEqual(['drop', 'undrop']);
  expect(code.shown).toBe(shown);
});

// Verifies: console.exact-bytes.
test('a save names every text when the newest edits are not kept, so that no older ones are taken', async () => {
  const { code, session } = openSession('edited');
  code.text = 'base';
  session.edit({ title: 'Another' });
  answers.push(() => Promise.reject(new TypeError('no network')));
  answers.push(() => Promise.reject(new TypeError('no network')));
  await session.save();
  session.stop();
  expect(calls.at(-1)?.path).toMatch(/save$/);
  expect(calls.at(-1)?.body).toMatchObject({ title: 'Another', raw_html: 'base', layers: [] });
});
