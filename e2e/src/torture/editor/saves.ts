import type { Page, Request } from 'playwright-core';
import type { TortureRunHistory } from '../history.ts';

/** The successful answer to a save or restore that the simulated person requested. */
export interface OwnerAnswer {
  readonly revision: number;
  /** True when the change was a restore of an older revision. */
  readonly isRestore: boolean;
  /** The texts that the editor contained from the sending of the change until its answer, oldest first. */
  readonly texts: readonly string[];
}

/** A save or restore that the browser sent. Requests with the same idempotency key are the same change. */
interface SentChange {
  readonly id: number;
  readonly exp: number;
  readonly inv: number;
  readonly texts: string[];
  isDefinite: boolean;
}

/**
 * Maximum number of texts that are recorded for a change. Without it, a change that gets no answer would collect texts for
 * ever.
 */
const TEXTS_MAX = 20;
/** First id in the history for the person's changes; agents' calls have smaller ids. */
const FIRST_ID = 1_000_000;

/** The members of the body of a save or restore that BrowserChangeRecorder reads. */
interface ChangeBody {
  readonly expected_revision: number;
  readonly idempotency_key: string;
}
/** The members of the answer to a save or restore that BrowserChangeRecorder reads. */
interface ChangeAnswer {
  readonly website?: { readonly draft_revision: number; readonly raw_sha256: string };
  readonly error?: {
    readonly code: string;
    readonly details: { readonly what?: string; readonly current_revision?: number };
  };
}

/** Observes the saves and restores that a browser page sends, and records each in the history of the website. */
export class BrowserChangeRecorder {
  readonly answers: OwnerAnswer[] = [];
  /** Number of changes that were refused because an agent had changed the draft first. */
  conflicts = 0;
  /** Number of changes whose answer was lost at least once. */
  unanswered = 0;
  /** Number of saves that were refused because the service had newer unsaved edits. */
  overtaken = 0;
  readonly #sent = new Map<string, SentChange>();
  readonly #history: TortureRunHistory;
  readonly #pageId: number;
  #text = '';
  #reading: Promise<void> = Promise.resolve();

  constructor(page: Page, history: TortureRunHistory, pageId: number) {
    this.#history = history;
    this.#pageId = pageId;
    page.on('request', (request) => this.#noteSent(request));
    page.on('requestfailed', (request) => {
      if (this.#bodyOf(request) !== null) this.unanswered += 1;
    });
    page.on('requestfinished', (request) => {
      this.#reading = this.#reading.then(() => this.#noteAnswer(request)).catch(() => undefined);
    });
  }

  /** Records the text that the editor contains now, also for every change that has no answer yet. */
  noteText(text: string): void {
    this.#text = text;
    for (const { isDefinite, texts } of this.#sent.values())
      if (!isDefinite && texts.length < TEXTS_MAX) texts.push(text);
  }

  /** Waits until all answers received so far are processed. */
  settled(): Promise<void> {
    return this.#reading;
  }

  #bodyOf(request: Request): ChangeBody | null {
    const isChange = /\/(?:save|restore)$/.test(new URL(request.url()).pathname);
    return request.method() === 'POST' && isChange ? (request.postDataJSON() as ChangeBody) : null;
  }

  #noteSent(request: Request): void {
    const body = this.#bodyOf(request);
    if (body === null || this.#sent.has(body.idempotency_key)) return;
    const id = FIRST_ID + this.#sent.size;
    const inv = performance.now();
    this.#sent.set(body.idempotency_key, {
      id,
      exp: body.expected_revision,
      inv,
      texts: [this.#text],
      isDefinite: false,
    });
  }

  async #noteAnswer(request: Request): Promise<void> {
    const body = this.#bodyOf(request);
    const response = body === null ? null : await request.response();
    if (body === null || response === null) return;
    const ret = performance.now();
    const sent = this.#sent.get(body.idempotency_key);
    if (sent === undefined || sent.isDefinite) return;
    const { website, error } = (await response.json()) as ChangeAnswer;
    const event = { id: sent.id, op: 'write', exp: sent.exp, inv: sent.inv, ret } as const;
    if (website !== undefined) {
      const { draft_revision: rev, raw_sha256: sha } = website;
      sent.isDefinite = true;
      this.#history.event(this.#pageId, { ...event, outcome: 'ok', rev, sha });
      this.answers.push({
        revision: rev,
        isRestore: request.url().endsWith('/restore'),
        texts: sent.texts,
      });
    } else if (error?.details.what === 'unsaved_edits') {
      sent.isDefinite = true;
      this.overtaken += 1;
    } else if (error?.code === 'revision_conflict') {
      sent.isDefinite = true;
      this.conflicts += 1;
      const rev = error.details.current_revision ?? null;
      this.#history.event(this.#pageId, { ...event, outcome: 'conflict', rev, sha: null });
    }
  }

  /** Records every change that got no answer with the outcome `unknown`, because it may have been applied. */
  noteUnanswered(): void {
    for (const { id, exp, inv, isDefinite } of this.#sent.values())
      if (!isDefinite) {
        const ever = { id, inv, ret: Number.POSITIVE_INFINITY };
        this.#history.event(this.#pageId, {
          ...ever,
          op: 'write',
          exp,
          outcome: 'unknown',
          rev: null,
          sha: null,
        });
      }
  }
}
