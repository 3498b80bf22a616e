import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedPath } from './shared-folder.ts';

/** A page of the corpus with the requests that a real browser sent for it and the verdict that is expected. */
export interface CorpusPage {
  readonly id: string;
  /** False for a page in another encoding. It cannot be sent as JSON text, so it cannot be published. */
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

/** The address under which a page of the corpus is analysed. */
export const CORPUS_ADDRESS = {
  liveUrl: 'http://p42.localhost:4001/',
  ownHosts: ['localhost:4000', 'localhost:4001'],
};

/** The pages of the shared folder; throws Missing when there is no such folder. */
export function corpusPages(): readonly CorpusPage[] {
  const folder = sharedPath('html');
  const lines = readFileSync(join(folder, 'pages.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => {
    const label = JSON.parse(line) as Omit<CorpusPage, 'html'>;
    return { ...label, html: readFileSync(join(folder, 'pages', `${label.id}.html`)) };
  });
}

/** Requests to other hosts by a page's markup and CSS that are not in `named`, the addresses in its warnings. */
export function unnamedRequests(
  { external }: CorpusPage,
  named: readonly { readonly url?: string | undefined }[],
): readonly string[] {
  const urls = new Set(named.map(({ url }) => url));
  return external
    .filter(({ how, url }) => how === 'static' && !urls.has(url))
    .map(({ url }) => url);
}
