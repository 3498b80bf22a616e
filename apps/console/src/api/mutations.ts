import { useCallback, useRef, useState } from 'react';
import { makeIdempotencyKey, toRefusal, type Refusal } from './client.ts';

/** State of a change that carries no idempotency key, such as signing in. */
export interface ActionState {
  readonly busy: boolean;
  readonly refusal: Refusal | null;
  readonly run: (work: () => Promise<void>) => void;
}

/** Runs a change; returns whether it runs and why it failed. */
export function useAction(): ActionState {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const run = useCallback((work: () => Promise<void>) => {
    setBusy(true);
    setRefusal(null);
    work()
      .catch((error: unknown) => setRefusal(toRefusal(error)))
      .finally(() => setBusy(false));
  }, []);
  return { busy, refusal, run };
}

/** A change whose outcome is not known yet. */
interface OpenChange<I> {
  readonly input: I;
  readonly key: string;
}

/** State of a change under an idempotency key. */
export interface ChangeState<I, O> {
  readonly busy: boolean;
  readonly refusal: Refusal | null;
  /** Sends the change. Resolves to null when it was refused; `refusal` then has the reason. */
  readonly run: (input: I) => Promise<O | null>;
  /** Sends the refused change again under the same key; null when there is none. */
  readonly again: (() => Promise<O | null>) | null;
  readonly clear: () => void;
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Sends changes under idempotency keys. A key is made when the person acts and is kept while the outcome is unknown: the same
 * input is then sent under the same key, so it is done at most once.
 */
export function useChange<I, O>(
  sendChange: (input: I, key: string) => Promise<O>,
): ChangeState<I, O> {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const open = useRef<OpenChange<I> | null>(null);
  const sendNow = useCallback(
    async (change: OpenChange<I>): Promise<O | null> => {
      open.current = change;
      setBusy(true);
      setRefusal(null);
      try {
        const output = await sendChange(change.input, change.key);
        open.current = null;
        return output;
      } catch (error) {
        const reason = toRefusal(error);
        if (!['same_key', 'after_seconds'].includes(reason.retry)) open.current = null;
        setRefusal(reason);
        return null;
      } finally {
        setBusy(false);
      }
    },
    [sendChange],
  );
  const run = useCallback(
    (input: I) => {
      const kept = open.current;
      return sendNow(
        kept !== null && isSame(kept.input, input) ? kept : { input, key: makeIdempotencyKey() },
      );
    },
    [sendNow],
  );
  const again = useCallback(
    () => (open.current === null ? Promise.resolve(null) : sendNow(open.current)),
    [sendNow],
  );
  const canRepeat = refusal !== null && ['same_key', 'after_seconds'].includes(refusal.retry);
  return {
    busy,
    refusal,
    run,
    again: canRepeat ? again : null,
    clear: useCallback(() => setRefusal(null), []),
  };
}
