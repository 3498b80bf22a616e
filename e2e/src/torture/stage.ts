import type { TestOwner } from '@bridge/testing';
import type { CallRecord } from './history.ts';

/** The revisions of a page that the agents of its account have read. */
export interface PageReadRevisions {
  readonly pageId: number;
  /** The newest revision that an agent read, with its content. */
  seen: { readonly rev: number; readonly html: string };
  /** Older revisions that an agent read. */
  readonly older: number[];
}

/** The state that the agents of one account share: its Worlds, pages, messages and finished calls. */
export class TortureAccount {
  readonly name: string;
  readonly owner: TestOwner;
  readonly accountId: string;
  /** The id of the account's webhook, which receives `CHOSEN_EVENTS`. */
  readonly webhookId: string;
  readonly words: string[] = [];
  readonly #nextWord = new Map<number, number>();
  readonly pages: PageReadRevisions[] = [];
  readonly published = new Set<number>();
  /** The message addresses of the account's agents. */
  readonly parties: string[] = [];
  /** Number of read actions that the agents have called; it determines which one is next. */
  looks = 0;
  /** The sent messages with their recipients. */
  readonly sent: { readonly id: number; readonly to: string }[] = [];
  /** Successful calls that the agents may send again later. */
  readonly done: CallRecord[] = [];

  constructor(
    name: string,
    owner: TestOwner,
    { accountId, webhookId }: Pick<TortureAccount, 'accountId' | 'webhookId'>,
  ) {
    this.name = name;
    this.owner = owner;
    this.accountId = accountId;
    this.webhookId = webhookId;
  }

  /**
   * Returns the word of a World to which the page has never been attached, so that attaching it makes a new revision. Returns
   * null when the agents must first found another World.
   */
  wordBeyond(pageId: number): string | null {
    const next = this.#nextWord.get(pageId) ?? this.words.length;
    const word = this.words[next];
    this.#nextWord.set(pageId, word === undefined ? next : next + 1);
    return word ?? null;
  }

  /** Records a revision that an agent has read or made, and the page if it is new. */
  learn(pageId: number, rev: number, html: string): void {
    const page = this.pages.find((one) => one.pageId === pageId);
    if (page === undefined) {
      this.pages.push({ pageId, seen: { rev, html }, older: [] });
    } else if (rev > page.seen.rev) {
      page.older.push(page.seen.rev);
      page.seen = { rev, html };
    }
  }
}
