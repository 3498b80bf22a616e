import type { DocumentRepresentation, PublicDocument } from '@bridge/documents';
import { bytesRepresentation, preferredType, type HttpEntity } from '@bridge/web';
import { entityAnswer } from './entity-answer.ts';
import type { HttpRoute } from './exchange.ts';

/** Seconds for which a client may cache a document without revalidation. */
const MAX_AGE_S = 3_600;
/** Content-Security-Policy of an HTML document: it may load its style sheet and nothing else. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const mediaType = ({ contentType }: DocumentRepresentation): string =>
  contentType.split(';')[0] ?? '';

/**
 * Returns one format of a public document, such as its HTML, as an HTTP entity (bytes with headers and ETag) that web pages
 * of all origins may read.
 */
export function documentEntity(
  form: DocumentRepresentation,
  headers: PublicDocument['headers'] = {},
): HttpEntity {
  const isPage = mediaType(form) === 'text/html';
  const all = {
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ...(isPage ? { 'Content-Security-Policy': PAGE_POLICY } : {}),
    ...headers,
  };
  return {
    tag: form.sha256.slice(0, 32),
    contentType: form.contentType,
    cacheControl: `public, max-age=${MAX_AGE_S}`,
    headers: Object.entries(all).flat(),
    identity: bytesRepresentation(form.bytes),
    encoded: new Map(),
  };
}

/** Returns the routes of public documents. The header Accept selects the format of the reply. */
export function documentRoutes(documents: readonly PublicDocument[]): readonly HttpRoute[] {
  return documents.map(({ path, forms, headers }) => {
    const types = forms.map(mediaType);
    const first = documentEntity(forms[0], headers);
    const entities = [first, ...forms.slice(1).map((form) => documentEntity(form, headers))];
    return {
      path,
      methods: {
        GET: async (exchange) => {
          const type = preferredType(exchange.request.headers.accept, types);
          const entity = type === undefined ? first : entities[types.indexOf(type)];
          return entityAnswer(exchange, entity ?? first);
        },
      },
    };
  });
}
