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
  /** Another window has changed the unsaved edits. */
  readonly onOvertaken: () => void;
}

/** Where the edits are kept: with the service, in this browser only, or not yet. */
export interface KeepState {
  readonly where: 'service' | 'browser' | 'waiting';
  readonly refusal: Refusal | null;
  readonly at: number;
}

/** Keeps unsaved edits in this browser and with the service. */
export interface EditKeeper {
  readonly seq: () => number;
  readonly setSeq: (seq: number) => void;
  /** Plans the keeping after a change. */
  readonly note: () => void;
  /** Keeps now; resolves when the service has the edits or has refused them. */
  readonly flush: (options?: { readonly leaving?: boolean }) => Promise<boolean>;
  readonly stop: () => void;
}

/** Makes the keeper of one website's edits. `seq` is the state that the service has now. */
export function makeEditKeeper(port: EditKeeperPort, firstSeq: number): EditKeeper {
  let seq = firstSeq;
  let isDirty = false;
  let sentAt = 0;
  let localTimer: ReturnType<typeof setTimeout> | undefined;
  let sendTimer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<boolean> | null = null;

  const keepLocal = (): void => {
    const { baseRevision, edits } = port.read();
    const kept = { pageId: port.pageId, baseRevision, seq, at: nowMs(), ...edits };
    void (edits === null ? forgetEdits(port.pageId) : keepEdits(kept)).catch(() => undefined);
  };

  const sendNow = async (keepalive: boolean): Promise<boolean> => {
    const { baseRevision, edits } = port.read();
    isDirty = false;
    sentAt = nowMs();
    try {
      if (edits === null) ({ seq } = await dropUnsaved(port.pageId, seq, true));
      else {
        const body = { ...edits, base_revision: baseRevision, seq };
        ({ seq } = await putUnsaved(port.pageId, body, { keepalive }));
      }
      port.onState({ where: 'service', refusal: null, at: nowMs() });
      if (!isDirty) await forgetEdits(port.pageId);
      return true;
    } catch (error) {
      isDirty = true;
      const refusal = toRefusal(error);
      port.onState({ where: 'browser', refusal, at: nowMs() });
      if (refusal.details['what'] === 'unsaved_edits') port.onOvertaken();
      else if (refusal.retry !== 'never' && refusal.retry !== 'fix_input') plan(APART_MS);
      return false;
    }
  };

  const flush = async ({ leaving = false } = {}): Promise<boolean> => {
    clearTimeout(sendTimer);
    sendTimer = undefined;
    if (sending !== null) await sending;
    if (!isDirty) return true;
    if (leaving) keepLocal();
    sending = sendNow(leaving && port.size() < KEEPALIVE_CHARS_MAX);
    try {
      return await sending;
    } finally {
      sending = null;
    }
  };

  const plan = (leastMs: number): void => {
    if (sendTimer !== undefined) clearTimeout(sendTimer);
    sendTimer = setTimeout(() => void flush(), leastMs);
  };

  const note = (): void => {
    isDirty = true;
    port.onState({ where: 'waiting', refusal: null, at: nowMs() });
    localTimer ??= setTimeout(() => {
      localTimer = undefined;
      keepLocal();
    }, LOCAL_MS);
    const apart = port.size() < LARGE_CHARS ? APART_MS : LARGE_APART_MS;
    const since = nowMs() - sentAt;
    // After the last key, but not more often than the size allows.
    if (apart === LARGE_APART_MS && sendTimer !== undefined) return;
    plan(Math.max(REST_MS, apart - since));
  };

  return {
    seq: () => seq,
    setSeq: (next) => {
      seq = next;
      isDirty = false;
    },
    note,
    flush,
    stop: () => {
      clearTimeout(localTimer);
      clearTimeout(sendTimer);
    },
  };
}
