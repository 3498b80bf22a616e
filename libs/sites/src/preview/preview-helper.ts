import { whenClosed } from '@bridge/kernel';
import { Readable } from 'node:stream';
import type { EntityBody, EntityRepresentation } from '@bridge/web';

/**
 * Maximum number of characters of a text that the helper script reports from a preview to the console. It keeps each message
 * below 4 KiB.
 */
const REPORTED_CHARS_MAX = 1_000;
/**
 * Maximum number of errors and console messages that the helper script reports of one preview. The console stops a page that
 * sends many more.
 */
const REPORTS_MAX = 200;

/**
 * The helper script, appended to the page of a preview in the console. It reports scrolling, errors and console output to the
 * console of the owner, scrolls at the console's request, and replies when asked whether the page still runs. It knows no
 * secret; the page itself can send the same messages.
 */
const HELPER = `(() => {
  if (parent === window) return;
  const app = APP;
  const tell = (kind, facts) => parent.postMessage(JSON.stringify({ bridge: 'preview', kind, ...facts }), app);
  const cut = (value) => { try { return String(value).slice(0, ${REPORTED_CHARS_MAX}); } catch { return ''; } };
  let isWaiting = false, isMoved = false, reports = 0;
  const report = (kind, facts) => { if (reports++ < ${REPORTS_MAX}) tell(kind, facts); };
  addEventListener('scroll', () => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => { isWaiting = false; tell('scroll', { x: scrollX, y: scrollY, isMoved }); isMoved = false; });
  }, { passive: true });
  addEventListener('error', (event) => report('error', {
    text: cut(event.message || 'A file could not be loaded: ' + (event.target.src || event.target.href || '')),
    line: event.lineno || 0,
  }), true);
  addEventListener('unhandledrejection', (event) => report('error', { text: cut(event.reason), line: 0 }));
  for (const level of ['log', 'info', 'warn', 'error']) {
    const own = console[level];
    console[level] = (...values) => { report('log', { level, text: cut(values.map(cut).join(' ')) }); own.apply(console, values); };
  }
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== parent || origin !== app || !data || data.bridge !== 'preview') return;
    if (data.isAsking) return tell('alive', {});
    isMoved = scrollX !== data.x || scrollY !== data.y;
    scrollTo({ left: data.x, top: data.y, behavior: 'instant' });
  });
  tell('ready', {});
})()`;

async function* streamWith(body: Readable, suffix: Uint8Array) {
  yield* body;
  yield suffix;
}

function withEnd(body: EntityBody, suffix: Uint8Array): EntityBody {
  if (body instanceof Uint8Array) return Buffer.concat([body, suffix]);
  // A generator that was never started does not end the stream from which it would read: its file would stay open.
  const joined = Readable.from(streamWith(body, suffix));
  whenClosed(joined, () => body.destroy());
  return joined;
}

/** Returns the helper script that is appended to a preview for the owner's console. `app` is the app origin. */
export function helperBytes(app: string): Uint8Array {
  return Buffer.from(`<script>${HELPER.replace('APP', JSON.stringify(app))}</script>`);
}

/** Returns a representation of a page with `suffix` appended. A requested byte range may include bytes of the suffix. */
export function withSuffix(page: EntityRepresentation, suffix: Uint8Array): EntityRepresentation {
  return {
    bytes: page.bytes + suffix.byteLength,
    whole: async () => withEnd(await page.whole(), suffix),
    part: async ({ from, to }) => {
      if (from >= page.bytes) return suffix.subarray(from - page.bytes, to - page.bytes + 1);
      if (to < page.bytes) return page.part({ from, to });
      const start = await page.part({ from, to: page.bytes - 1 });
      return withEnd(start, suffix.subarray(0, to - page.bytes + 1));
    },
  };
}
