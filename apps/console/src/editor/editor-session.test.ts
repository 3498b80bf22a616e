import type { Layer } from '@bridge/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EditorSession } from './editor-session.ts';
import type { OpenDraft } from './open-draft.ts';

/** Lines that are changed stand apart: changes that touch are a clash. */
const HTML = '<h1>one</h1>\n\n<p>two</p>\n\n<p>three</p>\n\n<p>four</p>';

interface StubEdits {
  readonly base_revision: number;
  readonly raw_html: string;
}

/** The service as the editor of one draft sees it: the draft, its revisions, and the unsaved edits with their seq. */
interface StubService {
  html: readonly string[];
  seq: number;
  edits: StubEdits | null;
  dropped: StubEdits | null;
  readonly calls: string[];
  /** Awaited before a read of the draft is answered. */
  beforeRead: Promise<void>;
}

let service: StubService;
const noLayers: readonly Layer[] = [];

function websiteNow() {
  const { length } = service.html;
  return {
    page_id: 1,
    title: 'Title',
    draft_revision: length,
    updated_by: 'owner',
    raw_sha256: '',
  };
}

function conflict(): Response {
  const details = { what: 'unsaved_edits' };
  return Response.json({ error: { code: 'revision_conflict', details } }, { status: 409 });
}

async function answer(path: string, method: string, body: Record<string, unknown>) {
  const name = path.replace('/api/console/pages/1', '');
  service.calls.push(`${method} ${name}`);
  const { edits, seq } = service;
  if (name === '' && method === 'GET') {
    await service.beforeRead;
    const unsaved = { seq, edits: null };
    return Response.json({
      website: websiteNow(),
      raw_html: service.html.at(-1),
      layers: [],
      unsaved,
    });
  }
  if (name.startsWith('/revisions/')) {
    const raw_html = service.html[Number(name.split('/')[2]) - 1];
    return Response.json({ raw_html, layers: [] });
  }
  if (name === '/unsaved' && method === 'GET')
    return Response.json(
      edits === null ? { seq, edits } : { seq, edits, raw_html: edits.raw_html },
    );
  if (body['seq'] !== seq) return conflict();
  if (name === '/unsaved/drop' || name === '/unsaved/undrop') {
    // A drop of nothing changes nothing.
    if (edits !== null || name.endsWith('undrop')) service.seq += 1;
    [service.edits, service.dropped] = [service.dropped, edits];
    return Response.json({ seq: service.seq });
  }
  service.seq += 1;
  service.edits = {
    base_revision: Number(body['base_revision']),
    raw_html: String(body['raw_html']),
  };
  return Response.json({ seq: service.seq, at: '' });
}

beforeEach(() => {
  service = {
    html: [HTML],
    seq: 3,
    edits: null,
    dropped: null,
    calls: [],
    beforeRead: Promise.resolve(),
  };
  vi.stubGlobal('fetch', (path: string, { method, body }: RequestInit) =>
    answer(path, String(method), typeof body === 'string' ? (JSON.parse(body) as never) : {}),
  );
});
afterEach(() => vi.unstubAllGlobals());

function openSession(seq = service.seq) {
  const code = { text: HTML };
  const base = { revision: 1, title: 'Title', html: HTML, layers: noLayers };
  const open = {
    page: { website: { ...websiteNow(), draft_revision: 1 }, unsaved: { seq, edits: null } },
    base,
    texts: base,
    seq,
    editedAt: null,
    isAhead: false,
    asides: [],
    // The members of a website that a session reads.
  } as unknown as OpenDraft;
  const session = new EditorSession(open, {
    text: () => code.text,
    length: () => code.text.length,
    replaceText: (next) => (code.text = next),
  });
  return { code, session };
}
const type = (
  { code, session }: ReturnType<typeof openSession>,
  from: string,
  to: string,
): void => {
  code.text = code.text.replace(from, to);
  session.noteChange();
};
/** Keeps the edits until this holds: a refusal is brought together before they are sent again. */
async function keepUntil({ session }: ReturnType<typeof openSession>, check: () => void) {
  await vi.waitFor(async () => {
    await session.keepNow();
    check();
  });
}
const changed = (from: string, to: string): string => HTML.replace(from, to);

// Verifies: console.unsaved.
test('a window that is behind another one without edits is refused once, not for ever', async () => {
  service.seq = 5;
  const at = openSession(3);
  type(at, 'four', 'FOUR');
  await keepUntil(at, () => expect(service.edits?.raw_html).toBe(changed('four', 'FOUR')));
  type(at, 'FOUR', 'four');
  await at.session.keepNow();
  expect(service.edits).toBeNull();
  expect(service.calls.filter((call) => call === 'PUT /unsaved')).toHaveLength(2);
  service.calls.length = 0;
  // Nothing differs and nothing is kept: the drop of nothing does not make another window fall behind.
  const other = openSession();
  other.session.noteChange();
  await other.session.keepNow();
  at.session.noteChange();
  await at.session.keepNow();
  expect(service.calls).toEqual(['POST /unsaved/drop', 'POST /unsaved/drop']);
  at.session.stop();
  other.session.stop();
});

// Verifies: console.unsaved.
test('edits of another window on an older revision are merged through that revision, and nothing of the newer one is undone', async () => {
  service.html = [HTML, changed('two', 'TWO')];
  service.edits = { base_revision: 1, raw_html: changed('three', 'THREE') };
  service.seq = 4;
  const at = openSession(3);
  await at.session.look(null);
  expect(at.code.text).toBe(changed('two', 'TWO'));
  type(at, 'four', 'FOUR');
  const all = changed('two', 'TWO').replace('three', 'THREE').replace('four', 'FOUR');
  await keepUntil(at, () => expect(service.edits).toEqual({ base_revision: 2, raw_html: all }));
  expect(at.code.text).toBe(all);
  at.session.stop();
});

// Verifies: console.agent-faster.
test('keys that are typed while a newer revision is read and merged stay', async () => {
  service.html = [HTML, changed('two', 'TWO')];
  const read = Promise.withResolvers<void>();
  service.beforeRead = read.promise;
  const at = openSession();
  type(at, 'four', 'FOU');
  const looked = at.session.look(2);
  await vi.waitFor(() => expect(service.calls).toContain('GET '));
  type(at, 'FOU', 'FOUR');
  read.resolve();
  await looked;
  type(at, 'FOUR', 'FOUR!');
  await at.session.takeIn();
  expect(at.code.text).toBe(changed('two', 'TWO').replace('four', 'FOUR!'));
  at.session.stop();
});

// Verifies: console.kept-words.
test('while a key follows each sending, the preview shows what was sent and the state says that not all is saved', async () => {
  const at = openSession();
  type(at, 'four', 'FOU');
  const sent = at.session.keepNow();
  type(at, 'FOU', 'FOUR');
  await sent;
  const { previewOf, keptCount, keep } = at.session.store.get();
  expect({ previewOf, keptCount, where: keep?.where }).toEqual({
    previewOf: 'unsaved',
    keptCount: 1,
    where: 'waiting',
  });
  at.session.stop();
});

// Verifies: console.unsaved.
test('an undo of a drop shows and keeps what was dropped', async () => {
  const at = openSession();
  type(at, 'four', 'FOUR');
  await at.session.keepNow();
  const undo = await at.session.dropEdits();
  expect(at.code.text).toBe(HTML);
  await undo?.();
  expect(at.code.text).toBe(changed('four', 'FOUR'));
  await at.session.keepNow();
  expect(service.edits).toEqual({ base_revision: 1, raw_html: at.code.text });
  at.session.stop();
});

// Verifies: console.exact-bytes.
test('an opened layer holds its own content: a key reads no text, and closing the layer keeps it', () => {
  const at = openSession();
  const content = 'a\r\nb\rc';
  const layer: Layer = { layer_id: 'l', name: 'L', kind: 'css', order: 0, visible: true, content };
  at.session.edit({ layers: [layer] });
  const held = { text: content, reads: 0 };
  const close = at.session.openLayer('l', {
    text: () => {
      held.reads += 1;
      return held.text;
    },
    length: () => held.text.length,
    replaceText: (next) => (held.text = next),
  });
  held.reads = 0;
  held.text += '\r';
  at.session.noteChange();
  expect(held.reads).toBe(0);
  // Another member is changed on the older content of the list.
  at.session.edit({ layers: [{ ...layer, name: 'M' }] });
  close();
  expect(at.session.texts().layers).toEqual([{ ...layer, name: 'M', content: 'a\r\nb\rc\r' }]);
  at.session.stop();
});
