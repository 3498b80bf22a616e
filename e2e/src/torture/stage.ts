import type { Owner } from '@bridge/testing';
import type { CallRecord } from './history.ts';

/** The state of a page that the agents of its account have read. */
export interface KnownPage {
  readonly pageId: number;
  /** The newest revision that an agent read, with its content. */
  seen: { readonly rev: number; readonly html: string };
  /** Older revisions that an agent read. */
  readonly older: number[];
}

/** State that the agents of one account share. */
export class Account {
  readonly name: string;
  readonly owner: Owner;
  readonly accountId: string;
  /** The webhook of this account, which receives the chosen events from its creation on. */
  readonly webhookId: string;
  readonly words: string[] = [];
  readonly #nextWord = new Map<number, number>();
  readonly pages: KnownPage[] = [];
  readonly published = new Set<number>();
  /** The agents of the account as readers of messages. */
  readonly parties: string[] = [];
  /** Number of calls that only looked around. */
  looks = 0;
  /** Messages that were sent, with their readers. */
  readonly sent: { readonly id: number; readonly to: string }[] = [];
  /** Successful calls, for later replays. */
  readonly done: CallRecord[] = [];

  constructor(
    name: string,
    owner: Owner,
    { accountId, webhookId }: Pick<Account, 'accountId' | 'webhookId'>,
  ) {
    this.name = name;
    this.owner = owner;
    this.accountId = accountId;
    this.webhookId = webhookId;
  }

  /**
   * A World in which the page has never been, so that an attach to it raises the revision; null until one more is founded.
   * Words founded before the page was first attached may hold it already.
   */
  wordBeyond(pageId: number): string | null {
    const next = this.#nextWord.get(pageId) ?? this.words.length;
    const word = this.words[next];
    this.#nextWord.set(pageId, word === undefined ? next : next + 1);
    return word ?? null;
  }

  /** Adds a page or a newly read revision of it. */
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
