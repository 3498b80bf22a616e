import { toRefusal, type Refusal } from '../api/client.ts';
import { forgetEdits, keepEdits } from '../api/kept-edits.ts';
import { dropUnsaved, putUnsaved, type EditedTexts } from '../api/pages.ts';
import { nowMs } from '../ui/time.tsx';

const LOCAL_MS = 1_000;
const REST_MS = 500;
const APART_MS = 2_000;
/** A text of this size is sent less often. */
const LARGE_CHARS = 256 * 1024;
const LARGE_APART_MS = 20_000;
/** A browser sends no more than this when its page goes away. */
const KEEPALIVE_CHARS_MAX = 50_000;

/** The edits that are to be kept, and the revision on which they were made. */
export interface EditsToKeep {
  readonly baseRevision: number;
  /** Null when nothing differs from the base. */
  readonly edits: EditedTexts | null;
}

/** What the keeper reports and needs. */
export interface EditKeeperPort {
  readonly pageId: number;
  readonly read: () => EditsToKeep;
  /** Characters of the HTML, known without reading it. */
  readonly size: () => number;
  readonly onState: (state: KeepState) => void;
  /** The service has edits that were read before; newer keys may wait already. */
  readonly onSent: (hasEdits: boolean) => void;
  /** Another window has changed the unsaved edits. */
  readonly onOvertaken: () => void;
}

/** Where the newest edits are kept: with the service, in this browser only, nowhere after a refusal, or not yet. */
export interface KeepState {
  readonly where: 'service' | 'browser' | 'nowhere' | 'waiting';
  readonly refusal: Refusal | null;
  readonly at: number;
}

/** Keeps the unsaved edits of one website in this browser and with the service. */
export class EditKeeper {
  readonly #port: EditKeeperPort;
  #seq: number;
  #isDirty = false;
  #isStopped = false;
  /** True while `waiting` was reported: it is not reported again for each key. */
  #isWaiting = false;
  /** Number of changes so far. */
  #changes = 0;
  /** The number of changes that this browser has kept. */
  #keptHere = 0;
  #sentAt = 0;
  #localTimer: ReturnType<typeof setTimeout> | undefined;
  #sendTimer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<boolean> | null = null;

  /** `seq` is the state that the service has now. */
  constructor(port: EditKeeperPort, seq: number) {
    this.#port = port;
    this.#seq = seq;
  }

  /** The state that the next change of the edits names. */
  get seq(): number {
    return this.#seq;
  }

  /** True when the newest edits are not kept by the service. */
  get isBehind(): boolean {
    return this.#isDirty;
  }

  /** Goes on from a state that the service reported; the edits of before count as kept. */
  setSeq(seq: number): void {
    this.#seq = seq;
    this.#isDirty = false;
  }

  /** True while leaving the page would lose edits: they are not in this browser, and too many to be sent on leaving. */
  get isAtRisk(): boolean {
    const isHere = this.#keptHere === this.#changes;
    return this.#isDirty && !isHere && this.#port.size() >= KEEPALIVE_CHARS_MAX;
  }

  #report(where: KeepState['where'], refusal: Refusal | null = null): void {
    this.#isWaiting = where === 'waiting';
    this.#port.onState({ where, refusal, at: nowMs() });
  }

  /** Keeps the edits in this browser; resolves to false where nothing can be kept. */
  async #keepLocal(): Promise<boolean> {
    const { pageId } = this.#port;
    const { baseRevision, edits } = this.#port.read();
    const changes = this.#changes;
    const kept = { pageId, baseRevision, seq: this.#seq, at: nowMs(), ...edits };
    try {
      await (edits === null ? forgetEdits(pageId) : keepEdits(kept));
    } catch {
      return false;
    }
    this.#keptHere = changes;
    return true;
  }

  /** Reports a refusal with the place where the edits are, and plans the next try. */
  async #noteRefused(refusal: Refusal): Promise<void> {
    const changes = this.#changes;
    // A keeper that ended writes nothing: the person may have signed out.
    if (this.#isStopped) return;
    const isHere = await this.#keepLocal();
    if (changes === this.#changes) this.#report(isHere ? 'browser' : 'nowhere', refusal);
    if (refusal.details['what'] === 'unsaved_edits') this.#port.onOvertaken();
    else if (refusal.retry !== 'never' && refusal.retry !== 'fix_input') this.#plan(APART_MS);
  }

  async #put(keepalive: boolean): Promise<boolean> {
    const { pageId } = this.#port;
    const { baseRevision, edits } = this.#port.read();
    const seq = this.#seq;
    const body = { ...edits, base_revision: baseRevision, seq };
    const next =
      edits === null
        ? await dropUnsaved(pageId, seq, true)
        : await putUnsaved(pageId, body, { keepalive });
    this.#seq = next.seq;
    return edits !== null;
  }

  async #send(keepalive: boolean): Promise<boolean> {
    this.#isDirty = false;
    this.#sentAt = nowMs();
    try {
      this.#port.onSent(await this.#put(keepalive));
      if (this.#isDirty) {
        this.#report('waiting');
        void this.#keepLocal();
      } else {
        this.#report('service');
        await forgetEdits(this.#port.pageId);
      }
      return true;
    } catch (error) {
      this.#isDirty = true;
      await this.#noteRefused(toRefusal(error));
      return false;
    }
  }

  #plan(ms: number): void {
    clearTimeout(this.#sendTimer);
    if (this.#isStopped) return;
    this.#sendTimer = setTimeout(() => void this.flush(), ms);
  }

  /** Keeps now; resolves to false when the service does not have the edits. */
  readonly flush = async ({ leaving = false } = {}): Promise<boolean> => {
    if (this.#isStopped) return !this.#isDirty;
    clearTimeout(this.#sendTimer);
    this.#sendTimer = undefined;
    if (leaving && (this.#isDirty || this.#sending !== null)) void this.#keepLocal();
    while (this.#sending !== null) await this.#sending;
    if (!this.#isDirty) return true;
    this.#sending = this.#send(leaving && this.#port.size() < KEEPALIVE_CHARS_MAX);
    try {
      return await this.#sending;
    } finally {
      this.#sending = null;
    }
  };

  /** Plans the keeping after a change: in this browser soon, with the service after the last key. */
  note(): void {
    if (this.#isStopped) return;
    this.#isDirty = true;
    this.#changes += 1;
    if (!this.#isWaiting) this.#report('waiting');
    this.#localTimer ??= setTimeout(() => {
      this.#localTimer = undefined;
      void this.#keepLocal();
    }, LOCAL_MS);
    const isLarge = this.#port.size() >= LARGE_CHARS;
    // A large text is sent at a fixed pace, however long the person types.
    if (isLarge && this.#sendTimer !== undefined) return;
    const apart = isLarge ? LARGE_APART_MS : APART_MS;
    this.#plan(Math.max(REST_MS, apart - (nowMs() - this.#sentAt)));
  }

  /** Ends the keeping. A call under way ends by itself. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#localTimer);
    clearTimeout(this.#sendTimer);
  }
}
