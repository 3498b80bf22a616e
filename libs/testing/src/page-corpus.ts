import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedPath } from './shared-folder.ts';

/** A page by other people: what a real browser asked for when it opened it, and what a careful product says of it. */
export interface CorpusPage {
  readonly id: string;
  /** False for another encoding: such a page cannot be sent as JSON text, so it can be no page of the product. */
  readonly utf8: boolean;
  readonly external: readonly {
    readonly url: string;
    readonly how: 'static' | 'script' | 'latent';
  }[];
  readonly expected: {
    readonly publication_mode: 'portable' | 'online' | 'either';
    readonly offline_ready: boolean;
  };
  readonly html: Buffer;
}

/** Where a page of the corpus would be published. */
export const CORPUS_ADDRESS = {
  liveUrl: 'http://p42.localhost:4001/',
  ownHosts: ['localhost:4000', 'localhost:4001'],
};

/** The pages of the shared folder; throws Missing where it is not. */
export function corpusPages(): readonly CorpusPage[] {
  const folder = sharedPath('html');
  const lines = readFileSync(join(folder, 'pages.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => {
    const label = JSON.parse(line) as Omit<CorpusPage, 'html'>;
    return { ...label, html: readFileSync(join(folder, 'pages', `${label.id}.html`)) };
  });
}

/** The requests to other hosts by a page's markup and CSS that `named`, the addresses in its warnings, leaves out. */
export function unnamedRequests(
  { external }: CorpusPage,
  named: readonly { readonly url?: string | undefined }[],
): readonly string[] {
  const urls = new Set(named.map(({ url }) => url));
  return external
    .filter(({ how, url }) => how === 'static' && !urls.has(url))
    .map(({ url }) => url);
}
