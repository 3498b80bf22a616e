import type { TestOwner } from '@bridge/testing';

/** Name and path of a request that a console screen sends. */
export interface ConsoleScreenRequest {
  readonly name: string;
  readonly path: string;
}

/** The large account in which console requests are timed. */
export interface LargeAccount {
  readonly owner: TestOwner;
  readonly keyId: string;
  /** Word (unique name) of the World (public identity) that contains all websites. */
  readonly word: string;
  /** page_id of a website with many revisions and snapshots. */
  readonly oldest: number;
  readonly revisions: number;
  readonly websites: number;
  readonly firstId: number;
}

/** Returns the requests of all console screens, with filters and pages that could be slow in a large account. */
export function screenRoutes(account: LargeAccount): readonly ConsoleScreenRequest[] {
  const { keyId, word, oldest, revisions, websites, firstId } = account;
  const page = `/pages/${oldest}`;
  const middle = firstId + Math.floor(websites / 2);
  return [
    ['home', '/home'],
    ['websites, first page', '/pages'],
    ['websites, middle page', `/pages?after_id=${middle}`],
    ['websites of a World', `/pages?word=${word}&after_id=${middle}`],
    ['deleted websites', '/deleted'],
    ['search by title', '/search?q=Template'],
    ['search without a hit', '/search?q=nothing-is-called-so'],
    ['a draft', page],
    ['revisions, newest', `${page}/revisions?limit=100`],
    ['revisions, middle', `${page}/revisions?limit=100&before=${Math.floor(revisions / 2)}`],
    ['snapshots', `${page}/snapshots`],
    ['Worlds', '/worlds'],
    ['one World', `/worlds/${word}`],
    ['a word', '/words/not-founded-yet'],
    ['activity', '/activity'],
    ['activity, middle', '/activity?after=500000'],
    ['activity of a key', `/activity?key_id=${keyId}`],
    ['activity of a website', `/activity?page_id=${oldest}`],
    ['activity of a World', `/activity?word=${word}`],
    ['activity of a kind', '/activity?kind=keys'],
    ['activity of a way', '/activity?surface=mcp'],
    ['activity of a website and a kind', `/activity?page_id=${oldest}&kind=publishing`],
    ['refused calls', '/refusals'],
    ['one key', `/keys/${keyId}`],
    ['credits', '/credits'],
    ['browsers', '/browsers'],
  ].map(([name = '', path = '']) => ({ name, path: `/api/console${path}` }));
}
