import { until, type Owner } from '@bridge/testing';

/** Time in which a busy service must answer a read, in ms. */
const READ_MS_MAX = 60_000;

/** One revision and its author. */
export interface SeenRevision {
  readonly html: string;
  readonly by: string;
  /** The revision that was restored; null for other changes. */
  readonly restored: number | null;
}

/** The HTML of every revision of the page, as its author recorded it or as the service returned it. */
export class RevisionsSeen {
  readonly #all = new Map<number, SeenRevision>();
  readonly #owner: Owner;
  readonly pageId: number;

  constructor(owner: Owner, pageId: number) {
    this.#owner = owner;
    this.pageId = pageId;
  }

  /** Number of the newest known revision. */
  get top(): number {
    return Math.max(...this.#all.keys());
  }

  get(revision: number): SeenRevision | undefined {
    return this.#all.get(revision);
  }

  note(revision: number, seen: SeenRevision): void {
    this.#all.set(revision, seen);
  }

  /** Reads a revision from the service. Throws when its text is no longer kept. */
  async read(revision: number): Promise<string> {
    const path = `/api/console/pages/${this.pageId}/revisions/${revision}`;
    const { answer, text } = await until(
      `an answer of ${path}`,
      async () => {
        const received = await this.#owner.send('GET', path);
        // After status 503 the read is repeated.
        return received.status === 503 ? null : { answer: received, text: await received.text() };
      },
      READ_MS_MAX,
    );
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
    return (JSON.parse(text) as { readonly raw_html: string }).raw_html;
  }

  /** Returns the HTML of a revision. If its author has not recorded it yet, it is read from the service. */
  async htmlOf(revision: number): Promise<string> {
    const known = this.#all.get(revision);
    if (known !== undefined) return known.html;
    return this.read(revision);
  }
}
