import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedPath } from './shared-folder.ts';

/**
 * A page of the test corpus, with the requests that a browser sent for it and the expected verdict of the analysis (mode,
 * readiness).
 */
export interface TestCorpusPage {
  readonly id: string;
  /** False for a page that is not UTF-8; such a page cannot be sent as JSON, so it cannot be published. */
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

/** The URL of the published page and the product's own hosts, as the analysis of the test corpus pages assumes them. */
export const CORPUS_ADDRESS = {
  liveUrl: 'http://p42.localhost:4001/',
  ownHosts: ['localhost:4000', 'localhost:4001'],
};

/** Reads the pages of the corpus; throws MissingTestResourceError when the folder for shared test data does not exist. */
export function corpusPages(): readonly TestCorpusPage[] {
  const folder = sharedPath('html');
  const lines = readFileSync(join(folder, 'pages.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => {
    const label = JSON.parse(line) as Omit<TestCorpusPage, 'html'>;
    return { ...label, html: readFileSync(join(folder, 'pages', `${label.id}.html`)) };
  });
}

/** Returns the URLs on other hosts that a page's markup and CSS request, except those that a warning in `named` names. */
export function unnamedRequests(
  { external }: TestCorpusPage,
  named: readonly { readonly url?: string | undefined }[],
): readonly string[] {
  const urls = new Set(named.map(({ url }) => url));
  return external
    .filter(({ how, url }) => how === 'static' && !urls.has(url))
    .map(({ url }) => url);
}
