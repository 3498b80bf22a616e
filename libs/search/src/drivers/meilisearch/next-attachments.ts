import { attachmentParts, readAttachment } from './attachments.ts';
import type { Engine } from './engine.ts';
import { PayloadSender } from './payload-sender.ts';

/** The attachments of the new version. */
export class NextAttachments {
  readonly #engine: Engine;
  readonly #uid: string;
  readonly #sender: PayloadSender;
  /** All of them, in a build that began with none; null when they must be read from the engine. */
  readonly #own: Map<string, Uint8Array> | null;

  constructor(engine: Engine, uid: string, isNew: boolean) {
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

  /** Adds one part of an attachment as another version stores it. */
  addPart(part: object): Promise<void> {
    return this.#sender.add(part);
  }

  /** Sends without waiting: the engine indexes all documents before it first. */
  send(): Promise<void> {
    return this.#sender.send();
  }

  /** Resolves once the engine has stored all of them. */
  flush(): Promise<void> {
    return this.#sender.flush();
  }

  drop(): void {
    this.#sender.drop();
  }
}
