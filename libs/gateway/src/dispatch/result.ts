import type { BUILDER, WireOutput } from '@bridge/contracts';
import { readBody, streamBody, type BlobStore } from '@bridge/blobs';
import type { Result } from '../dispatch.ts';
import { decodeUtf8, escapeJson } from './json-chunks.ts';

async function* once(json: string): AsyncGenerator<string> {
  yield json;
}

/** A result that is complete in memory. */
export function plainResult(value: unknown): Result {
  const json = JSON.stringify(value);
  return { json, outline: null, chunks: () => once(json) };
}

type Website = WireOutput<typeof BUILDER.get>;

/** The members before and behind `raw_html`, in the order of the output schema. */
function frame(
  website: Website,
  layers: string,
): { readonly before: string; readonly behind: string } {
  const { website: record, newline } = website;
  return {
    before: `{"website":${JSON.stringify(record)},"raw_html":`,
    // Layers are stored as JSON text, so they are not parsed to be written again.
    behind: `,"layers":${layers},"newline":"${newline}","content_trust":"untrusted"}`,
  };
}

async function textOf(blobs: BlobStore, ref: Website['body']): Promise<string> {
  const bytes = await readBody(blobs, ref);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

async function* websiteChunks(blobs: BlobStore, website: Website): AsyncGenerator<string> {
  // Both are opened before the first piece, so that a store that is away is still told as a refusal.
  const layers = await textOf(blobs, website.layers);
  const { stream } = await streamBody(blobs, website.body);
  const { before, behind } = frame(website, layers);
  try {
    yield `${before}"`;
    yield* escapeJson(decodeUtf8(stream));
    yield `"${behind}`;
  } finally {
    // A reader may go away before it asked for a single byte of it.
    stream.destroy();
  }
}

/**
 * The result of builder.get with its stored texts put back in: complete in memory when the body rides inside the
 * message (at most 256 KiB), else streamed from the store after it was verified.
 */
export async function websiteResult(blobs: BlobStore, website: Website): Promise<Result> {
  const chunks = (): AsyncIterable<string> => websiteChunks(blobs, website);
  if ('inline' in website.body) {
    const { before, behind } = frame(website, await textOf(blobs, website.layers));
    const html = JSON.stringify(await textOf(blobs, website.body));
    const json = `${before}${html}${behind}`;
    return { json, outline: null, chunks: () => once(json) };
  }
  const facts = ({ bytes, chars, sha256 }: Website['body']): object => ({ bytes, chars, sha256 });
  const { website: record, newline, body, layers } = website;
  const outline = {
    website: record,
    raw_html: facts(body),
    layers: facts(layers),
    newline,
    content_trust: 'untrusted',
  };
  return { json: null, outline, chunks };
}
