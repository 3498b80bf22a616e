import { ALL_TOOL_SCOPES, newOwner, type SplitProduct } from '@bridge/testing';
import { act, createDraft } from '../act.ts';

const WORD = 'bench-publish';
/** Size of the page that the benchmarks read from the host of published websites, in characters. */
export const SERVED_CHARS = 20 * 1024;
/** Size of the largest page, characters. */
export const LARGE_CHARS = 5 * 1024 * 1024;

/** Returns a self-contained page of `chars` characters; `mark` makes its bytes unique. */
export function pageOf(chars: number, mark: string): string {
  const start = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${mark}</title><style>p{margin:1em}</style></head><body>`;
  const line = `<p class="item" id="${mark}">The quick brown fox jumps over the lazy dog, 0123456789.</p>\n`;
  const script = '<script>document.title += " 1";</script>';
  const lines = line
    .replace(/ id="[^"]*"/, '')
    .repeat(Math.floor((chars - start.length - script.length) / line.length));
  return (start + lines + script).padEnd(chars, ' ');
}

/** The properties of a response to the action builder.publish that this file reads. */
interface PublishReply {
  readonly result: {
    readonly website: {
      readonly page_id: number;
      readonly snapshot: { readonly snapshot_id: string };
    };
  };
}

let made = 0;
/** Creates a page of `chars` characters and returns its page_id. */
export async function createPage(baseUrl: string, key: string, chars: number): Promise<number> {
  made += 1;
  return createDraft(baseUrl, key, {
    title: `Bench ${made}`,
    word: WORD,
    raw_html: pageOf(chars, `m${made}`),
    idempotency_key: `bench-create-${made}`,
  });
}

/** Publishes the first revision of a page. */
export async function publishPage(
  baseUrl: string,
  key: string,
  pageId: number,
): Promise<PublishReply> {
  const input = {
    page_id: pageId,
    expected_revision: 1,
    idempotency_key: `bench-publish-${pageId}`,
  };
  return (await act(baseUrl, key, 'builder.publish', input)) as PublishReply;
}

/** Creates an owner with one World (public identity). Returns the secret of an agent key with the scopes of all MCP tools. */
export async function keyFor(
  baseUrl: string,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const owner = await newOwner(baseUrl, env);
  const { secret } = await owner.makeKey({ scopes: ALL_TOOL_SCOPES });
  await act(baseUrl, secret, 'worlds.found', { word: WORD, idempotency_key: 'bench-found-1' });
  return secret;
}

/** Returns the process id of the nth replica of a service; 0 when there is none. */
export function pidOf(split: SplitProduct, service: string, nth = 0): number {
  const replicas = split.replicas.filter((replica) => replica.service === service);
  return replicas[nth]?.program.pid ?? 0;
}
