import { attachmentParts, readAttachment } from './attachments.ts';
import type { MeilisearchClient } from './engine.ts';
import { MeilisearchDocumentSender } from './payload-sender.ts';

/** Collects the attachments (bytes stored under a name) of the version that is being built, and sends them to Meilisearch. */
export class NextVersionAttachmentSender {
  readonly #engine: MeilisearchClient;
  readonly #uid: string;
  readonly #sender: MeilisearchDocumentSender;
  /**
   * All attachments by name; null when the build began with attachments of an earlier build or version, which are then read
   * from Meilisearch.
   */
  readonly #own: Map<string, Uint8Array> | null;

  constructor(engine: MeilisearchClient, uid: string, isNew: boolean) {
    this.#engine = engine;
    this.#uid = uid;
    this.#sender = new MeilisearchDocumentSender(engine, uid);
    this.#own = isNew ? new Map() : null;
  }

  async set(name: string, bytes: Uint8Array): Promise<void> {
    this.#own?.set(name, bytes);
    for (const part of attachmentParts(name, bytes)) await this.#sender.add(part);
  }

  async get(name: string): Promise<Uint8Array | null> {
    if (this.#own !== null) return this.#own.get(name) ?? null;
    await this.#sender.flush();
    return await readAttachment(this.#engine, this.#uid, name);
  }

  /** Adds one part of an attachment that is copied from another index version. */
  addPart(part: object): Promise<void> {
    return this.#sender.add(part);
  }

  /** Sends the collected attachments without waiting. Meilisearch indexes all documents sent earlier before them. */
  send(): Promise<void> {
    return this.#sender.send();
  }

  /** Resolves when Meilisearch has stored all attachments. */
  flush(): Promise<void> {
    return this.#sender.flush();
  }

  drop(): void {
    this.#sender.drop();
  }
}
