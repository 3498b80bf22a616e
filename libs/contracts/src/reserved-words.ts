import { PUBLIC_PATHS } from './manifest.ts';

/** Names that no account may give a World (a public identity). The mailbox names are from RFC 2142. Spec: worlds.reserved. */
const RESERVED = new Set(
  `abuse admin administrator api app apps archive archives assets auth autoconfig autodiscover billing blog bridge cdn
  console contact content dashboard demo dev docs email feed files ftp help hostmaster imap info internal invite
  isatap legal live localdomain localhost login logout mail mailer-daemon manifest mcp me media metrics mx news
  nobody noc noreply no-reply ns ns1 ns2 oauth official operator owner payment payments ping pop pop3 postmaster preview
  privacy register registry robots root sales search secure security server service services setup shop signin signout
  signup sitemap sitemaps smtp snapshot snapshots ssl staff static status store support surf sysadmin system team
  terms test trust update updates usenet user users uucp verify webmail webmaster well-known widget widgets wiki world
  worlds wpad www`
    .trim()
    .split(/\s+/),
);

/**
 * Removes hyphens and trailing digits from the unique name (word) of a World (public identity). Two words with the same
 * remaining letters are treated as look-alikes.
 */
function bare(word: string): string {
  return word.replaceAll('-', '').replace(/[0-9]+$/, '');
}
const RESERVED_BARE = new Set([...RESERVED].map(bare));

/** First path segments of all URLs on the content origin, which serves published websites. */
const CONTENT_SEGMENTS = ['p', 'w', 'd', 'robots.txt', 'sitemap.xml', 'feed.atom'];
/**
 * First path segments of all URLs of the product, without file extensions. No World’s unique name (word) may equal one of
 * them.
 */
const ROUTE_WORDS: ReadonlySet<string> = new Set(
  [...Object.values(PUBLIC_PATHS).map((path) => path.split('/')[1] ?? ''), ...CONTENT_SEGMENTS]
    .map((segment) => segment.replace(/^\./, '').split('.')[0] ?? '')
    .filter((segment) => segment !== ''),
);

/**
 * Matches the first label of a preview’s host name: `d` and 61 token characters. A World’s unique name (word) has at most 41
 * characters, so no word matches.
 */
export const PREVIEW_LABEL = /^d[a-z2-7]{61}$/;

/**
 * True when no World (public identity) may have this word (unique name): a reserved name or its look-alike, an IDNA label
 * (`--` at positions 3 and 4), the host label of a website (`p42`) or preview, or the first path segment of a product URL.
 * The caller has checked that the word matches WORD_PATTERN.
 */
export function isReservedWord(word: string): boolean {
  return (
    /^p[0-9]+$/.test(word) ||
    PREVIEW_LABEL.test(word) ||
    word.slice(2, 4) === '--' ||
    RESERVED.has(word) ||
    RESERVED_BARE.has(bare(word)) ||
    ROUTE_WORDS.has(word)
  );
}
