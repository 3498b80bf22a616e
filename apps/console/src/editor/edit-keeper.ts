import { toRefusal, type ServiceRequestError } from '../api/client.ts';
import { fitsKeepalive } from '../api/keepalive.ts';
import { nowMs } from '../ui/time.tsx';
import { BrowserEditStore } from './browser-edits.ts';
import { editsOf } from './draft-texts.ts';
import { EditSender, type DraftTextsWithBase, type ServerUnsavedEdits } from './edit-sender.ts';
import type { EditStorageState } from './session-state.ts';

const LOCAL_MS = 1_000;
const REST_MS = 500;
const APART_MS = 2_000;
/** Length of the HTML, in UTF-16 units, from which the edits are sent to the service only every LARGE_APART_MS. */
const LARGE_CHARS = 256 * 1024;
const LARGE_APART_MS = 20_000;

/** The functions with which an UnsavedEditsKeeper reads the texts of the editor and reports where the edits are stored. */
export interface UnsavedEditsKeeperCallbacks {
  readonly pageId: number;
  /** Returns the texts that are shown now. */
  readonly read: () => DraftTextsWithBase;
  /** Returns the length of the HTML in UTF-16 units. Unlike `read`, it does not build the HTML as a string. */
  readonly size: () => number;
  readonly onState: (state: EditStorageState) => void;
  /** Called when the service has stored edits. `hasEdits` is false when the stored texts equal their base revision. */
  readonly onSent: (hasEdits: boolean) => void;
  /** Called when the service refused edits because another window has changed the unsaved edits. */
  readonly onOvertaken: () => void;
}

/** Stores the unsaved edits of one website, in this browser and at the service, while the owner types. */
export class UnsavedEditsKeeper {
  readonly #port: UnsavedEditsKeeperCallbacks;
  readonly #sender: EditSender;
  readonly #browser: BrowserEditStore;
  #isDirty = false;
  #isStopped = false;
  /** True after the storage state `waiting` (stored nowhere yet) was reported, so that typing does not report it again. */
  #isWaiting = false;
  /** Number of changes of the texts since the editor was opened. */
  #changes = 0;
  /** Value of `#changes` when the edits were last stored in this browser. */
  #keptHere = 0;
  #sentAt = 0;
  #localTimer: ReturnType<typeof setTimeout> | undefined;
  #sendTimer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<boolean> | null = null;

  /** `state`: the unsaved edits at the service. `keptAt`: time (Unix, in ms) of the edits stored in this browser, or null. */
  constructor(port: UnsavedEditsKeeperCallbacks, state: ServerUnsavedEdits, keptAt: number | null) {
    this.#port = port;
    this.#sender = new EditSender(port.pageId, state);
    this.#browser = new BrowserEditStore(port.pageId, keptAt);
  }

  /** The last known unsaved edits at the service, which the next request replaces. */
  get serviceState(): ServerUnsavedEdits {
    return this.#sender.state;
  }

  /** True while the service does not have the newest edits. */
  get isBehind(): boolean {
    return this.#isDirty;
  }

  /** Continues from the unsaved edits that the service returned. All earlier edits in this editor count as stored there. */
  continueFrom(state: ServerUnsavedEdits): void {
    this.#sender.continueFrom(state);
    this.#isDirty = false;
  }

  /** True when closing the page would lose edits: they are stored nowhere, and no request can send them after it is closed. */
  get isAtRisk(): boolean {
    const isSending = this.#sending !== null;
    if (this.#keptHere === this.#changes || !(this.#isDirty || isSending)) return false;
    // Newer edits are sent only after the answer to an earlier request.
    if (isSending || this.#sender.unanswered !== null) return true;
    return !fitsKeepalive(this.#sender.bodyOf(this.#port.read()));
  }

  #report(where: EditStorageState['where'], refusal: ServiceRequestError | null = null): void {
    this.#isWaiting = where === 'waiting';
    this.#port.onState({ where, refusal, at: nowMs() });
  }

  /**
   * Stores the edits in this browser. When the owner has undone all edits but the service may have some, a record without texts
   * is stored. Resolves to false when the browser cannot store it.
   */
  async #keepLocal(): Promise<boolean> {
    // After `stop` nothing is stored: the owner may have signed out.
    if (this.#isStopped) return false;
    const { base, texts } = this.#port.read();
    const { state, unanswered } = this.#sender;
    const edits = editsOf(base, texts);
    const changes = this.#changes;
    const sent = unanswered && { unanswered };
    const kept = { baseRevision: base.revision, seq: state.seq, ...edits, ...sent };
    if (edits === null && state.texts === null && unanswered === null) await this.#browser.forget();
    else if (!(await this.#browser.keep(kept))) return false;
    this.#keptHere = changes;
    return true;
  }

  /** Removes the edits from this browser, because the service or a revision has them. */
  async forgetLocal(): Promise<void> {
    clearTimeout(this.#localTimer);
    this.#localTimer = undefined;
    await this.#browser.forget();
  }

  /** Reports that the service refused edits and where they are now, and plans the next attempt if it can succeed. */
  async #noteRefused(refusal: ServiceRequestError): Promise<void> {
    const changes = this.#changes;
    if (this.#isStopped) return;
    const isHere = await this.#keepLocal();
    if (changes === this.#changes) this.#report(isHere ? 'browser' : 'nowhere', refusal);
    if (refusal.details['what'] === 'unsaved_edits') this.#port.onOvertaken();
    else if (refusal.retry !== 'never' && refusal.retry !== 'fix_input') this.#plan(APART_MS);
  }

  async #send(keepalive: boolean): Promise<boolean> {
    this.#isDirty = false;
    this.#sentAt = nowMs();
    try {
      await this.#sender.settle(keepalive);
      const sending = this.#sender.send(this.#port.read(), keepalive);
      // The edits are stored in this browser too, because the page may be closed before the answer arrives.
      if (this.#keptHere !== this.#changes) void this.#keepLocal();
      await sending;
      this.#port.onSent(this.#sender.state.texts !== null);
      if (this.#isDirty) {
        this.#report('waiting');
        void this.#keepLocal();
      } else {
        this.#report('service');
        await this.forgetLocal();
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
    if (!this.#isStopped) this.#sendTimer = setTimeout(() => void this.flush(), ms);
  }

  /** Stores the edits now; resolves to false when the service does not have them afterwards. */
  readonly flush = async ({ leaving = false } = {}): Promise<boolean> => {
    if (this.#isStopped) return !this.#isDirty;
    clearTimeout(this.#sendTimer);
    this.#sendTimer = undefined;
    if (leaving && (this.#isDirty || this.#sending !== null)) void this.#keepLocal();
    while (this.#sending !== null) await this.#sending;
    if (!this.#isDirty) return true;
    this.#sending = this.#send(leaving).finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  };

  /** Runs `change`, which changes the unsaved edits at the service. Until `change` has ended, this object sends no edits. */
  async whileQuiet<T>(change: () => Promise<T>): Promise<T> {
    while (this.#sending !== null) await this.#sending;
    const changing = change();
    this.#sending = Promise.allSettled([changing]).then(() => true);
    try {
      return await changing;
    } finally {
      this.#sending = null;
    }
  }

  /** Schedules the storing of edits after a change: soon in this browser, and at the service when the owner pauses. */
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
    // A large HTML is sent every LARGE_APART_MS even while the owner types: a scheduled request is not postponed.
    if (isLarge && this.#sendTimer !== undefined) return;
    const apart = isLarge ? LARGE_APART_MS : APART_MS;
    this.#plan(Math.max(REST_MS, apart - (nowMs() - this.#sentAt)));
  }

  /** Stops storing and sending edits. A request that is in flight continues. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#localTimer);
    clearTimeout(this.#sendTimer);
  }
}
