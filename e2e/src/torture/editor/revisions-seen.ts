import { until, type TestOwner } from '@bridge/testing';

/** Time in which a busy service must answer a read, in ms. */
const READ_MS_MAX = 60_000;

/** The HTML of one revision, and who made it. */
export interface SeenRevision {
  readonly html: string;
  readonly by: string;
  /** The number of the old revision that this one restores; null for other changes. */
  readonly restored: number | null;
}

/** Collects the HTML of every revision of the page: its author records it, or it is read from the service. */
export class RevisionHtmlRecorder {
  readonly #all = new Map<number, SeenRevision>();
  readonly #owner: TestOwner;
  readonly pageId: number;

  constructor(owner: TestOwner, pageId: number) {
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

  /** Reads the HTML of a revision from the service. Throws when the service no longer stores that HTML. */
  async read(revision: number): Promise<string> {
    const path = `/api/console/pages/${this.pageId}/revisions/${revision}`;
    const { answer, text } = await until(
      `an answer of ${path}`,
      async () => {
        const received = await this.#owner.send('GET', path);
        // Status 503 means that the service is temporarily away, so the read is repeated.
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
