import { attachmentParts, readAttachment } from './attachments.ts';
import type { EngineClient } from './engine.ts';
import { PayloadSender } from './payload-sender.ts';

/** Collects the attachments of the new version and sends them to Meilisearch. */
export class NextAttachments {
  readonly #engine: EngineClient;
  readonly #uid: string;
  readonly #sender: PayloadSender;
  /** All attachments of the build; null when the build began with attachments, which must then be read from Meilisearch. */
  readonly #own: Map<string, Uint8Array> | null;

  constructor(engine: EngineClient, uid: string, isNew: boolean) {
    this.#engine = engine;
    this.#uid = uid;
    this.#sender = new PayloadSender(engine, uid);
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

  /** Adds one stored part of an attachment, copied from another version. */
  addPart(part: object): Promise<void> {
    return this.#sender.add(part);
  }

  /** Sends the attachments without waiting; Meilisearch indexes all earlier documents first. */
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
