import type { PublicRoute } from '../http/public-route.ts';
import type { Reply } from '../dispatch.ts';
import { sha256Of } from './directory.ts';
import { preferred } from './negotiate.ts';
import { htmlPage, PAGE_POLICY } from './page.ts';

/** How long a reader may keep a document without asking, in seconds. */
const MAX_AGE_S = 3_600;

/** Headers of every document: anybody may read it, from any page, and keep it for an hour. */
const PUBLIC_HEADERS = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': `public, max-age=${MAX_AGE_S}`,
  'x-content-type-options': 'nosniff',
} as const;

function ready(
  contentType: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return {
    status: 200,
    headers: {
      ...PUBLIC_HEADERS,
      'content-type': contentType,
      etag: `"${sha256Of(body).slice(0, 32)}"`,
      ...headers,
    },
    body,
  };
}

/** A document of one form, made once. */
export function document(
  path: string,
  contentType: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): PublicRoute {
  const reply = ready(contentType, body, headers);
  return { path, answer: () => reply };
}

/** JSON text of a document, for people to read too. */
export function jsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** A file to keep: offered under a name, its SHA-256 in a second file beside it. */
export function download(
  path: string,
  contentType: string,
  body: string | Uint8Array,
): readonly PublicRoute[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return [
    document(path, contentType, body, {
      'content-disposition': `attachment; filename="${name}"`,
    }),
    document(`${path}.sha256`, 'text/plain; charset=utf-8', `${sha256Of(body)}  ${name}\n`),
  ];
}

/** A document written in Markdown that is shown as a page to whoever asks for HTML. */
export function readable(
  path: string,
  markdown: string,
  otherwise: 'html' | 'markdown',
  headers: Readonly<Record<string, string>> = {},
): PublicRoute {
  const vary = { vary: 'Accept', ...headers };
  const forms = {
    markdown: ready('text/markdown; charset=utf-8', markdown, vary),
    html: ready('text/html; charset=utf-8', htmlPage(markdown), {
      ...vary,
      'content-security-policy': PAGE_POLICY,
    }),
  };
  return { path, answer: ({ accept }) => forms[preferred(accept, otherwise)] };
}
