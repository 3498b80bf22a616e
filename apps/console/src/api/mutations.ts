import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { makeIdempotencyKey, toRefusal, type Refusal } from './client.ts';

/** State of a change that carries no idempotency key, such as signing in. */
export interface ActionState {
  readonly busy: boolean;
  readonly refusal: Refusal | null;
  readonly run: (work: () => Promise<void>) => void;
  /** Runs the last change again, with the values that it had. Only for changes that have the same effect when repeated. */
  readonly again: () => void;
}

/** Runs a change; returns whether it runs and why it failed. */
export function useAction(): ActionState {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const last = useRef<(() => Promise<void>) | null>(null);
  const run = useCallback((work: () => Promise<void>) => {
    last.current = work;
    setBusy(true);
    setRefusal(null);
    work()
      .catch((error: unknown) => setRefusal(toRefusal(error)))
      .finally(() => setBusy(false));
  }, []);
  const again = useCallback(() => {
    if (last.current !== null) run(last.current);
  }, [run]);
  return { busy, refusal, run, again };
}

/** A change that may be sent again under its key. */
interface OpenChange<I> {
  readonly input: I;
  readonly key: string;
  /** Why it was refused; null while it is sent. */
  readonly refusal: Refusal | null;
}

/** State of a change under an idempotency key. */
export interface ChangeState<I, O> {
  readonly busy: boolean;
  readonly refusal: Refusal | null;
  /** The input of a change whose outcome is unknown; its form keeps these values until the outcome is known. */
  readonly pending: I | null;
  /** Sends the change. Resolves to null when it was refused; `refusal` then has the reason. */
  readonly run: (input: I) => Promise<O | null>;
  /** True when the refused change may be sent again under the same key. */
  readonly canRepeat: boolean;
  readonly clear: () => void;
}

/** Sends one input of a change under an idempotency key. */
type SendChange<I, O> = (input: I, key: string) => Promise<O>;

/** First part of the cache key of a change that outlives the part of the screen that sent it; a sign-out empties the cache. */
const OPEN_CHANGE = 'open change';

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** True for a refusal after which the same change is sent under the same key. */
function isRepeatable({ retry, outcome }: Refusal): boolean {
  return outcome === 'unknown' || retry === 'same_key' || retry === 'after_seconds';
}

/** Returns the input of a change whose outcome is unknown; null when it is known. */
function pendingInput<I>(change: OpenChange<I> | null): I | null {
  if (change === null) return null;
  return change.refusal === null || change.refusal.outcome === 'unknown' ? change.input : null;
}

/** Where the open change of a part of a screen is kept; with a subject it also survives the part. */
function useOpenChange<I>(subject: string | null) {
  const cache = useQueryClient();
  const kept =
    subject === null ? undefined : cache.getQueryData<OpenChange<I>>([OPEN_CHANGE, subject]);
  const open = useRef<OpenChange<I> | null>(kept ?? null);
  const keep = useCallback(
    (change: OpenChange<I> | null) => {
      open.current = change;
      if (subject === null) return;
      const queryKey = [OPEN_CHANGE, subject];
      cache.setQueryDefaults(queryKey, { gcTime: Infinity });
      if (change === null) cache.removeQueries({ queryKey });
      else cache.setQueryData(queryKey, change);
    },
    [cache, subject],
  );
  return { open, keep };
}

/**
 * Sends changes under idempotency keys. A key is made when the person acts and is kept while the outcome is unknown: the same
 * input is then sent under the same key, so it is done at most once. With a subject the key also survives a dialog that is
 * closed and opened again.
 */
export function useChange<I, O>(
  sendChange: SendChange<I, O>,
  subject: string | null = null,
): ChangeState<I, O> {
  const { open, keep } = useOpenChange<I>(subject);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(() => open.current?.refusal ?? null);
  const [pending, setPending] = useState<I | null>(() => pendingInput(open.current));
  const sendNow = useCallback(
    async ({ input, key }: OpenChange<I>): Promise<O | null> => {
      // Until the answer arrives the outcome is unknown: the person may leave before it.
      keep({ input, key, refusal: null });
      setBusy(true);
      setRefusal(null);
      try {
        const output = await sendChange(input, key);
        keep(null);
        setPending(null);
        return output;
      } catch (error) {
        const reason = toRefusal(error);
        const kept = isRepeatable(reason) ? { input, key, refusal: reason } : null;
        keep(kept);
        setPending(pendingInput(kept));
        setRefusal(reason);
        return null;
      } finally {
        setBusy(false);
      }
    },
    [keep, sendChange],
  );
  const run = useCallback(
    (input: I) => {
      const kept = open.current;
      return sendNow(
        kept !== null && isSame(kept.input, input)
          ? kept
          : { input, key: makeIdempotencyKey(), refusal: null },
      );
    },
    [open, sendNow],
  );
  return {
    busy,
    refusal,
    pending,
    run,
    canRepeat: refusal !== null && isRepeatable(refusal),
    clear: useCallback(() => setRefusal(null), []),
  };
}

/** Makes a change that each call sends under one key, as an undo that may be pressed again. It throws Refusal. */
export function makeRepeatable<I>(
  sendChange: SendChange<I, unknown>,
  input: I,
): () => Promise<void> {
  const key = makeIdempotencyKey();
  return async () => {
    await sendChange(input, key);
  };
}
