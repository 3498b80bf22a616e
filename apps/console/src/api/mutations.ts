import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { makeIdempotencyKey, toRefusal, type ServiceRequestError } from './client.ts';
import {
  afterRefusal,
  isRepeatable,
  pendingInput,
  type RetryableMutation,
} from './retryable-mutation.ts';

/** The state of a request for a change that needs no idempotency key, such as signing in. */
export interface MutationStateWithoutIdempotencyKey {
  readonly busy: boolean;
  readonly refusal: ServiceRequestError | null;
  readonly run: (work: () => Promise<void>) => void;
  /** Runs the last change again with the same values. Used only for changes whose repetition has no further effect. */
  readonly again: () => void;
}

/** React hook: runs a change, and returns whether it is running and why the last one failed. */
export function useAction(): MutationStateWithoutIdempotencyKey {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ServiceRequestError | null>(null);
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

/** The state of a request for a change that is sent under an idempotency key. */
export interface IdempotentMutationState<I, O> {
  readonly busy: boolean;
  readonly refusal: ServiceRequestError | null;
  /**
   * The input of a change whose outcome is unknown. The form shows this input until the outcome is known. Null when it is
   * known.
   */
  readonly pending: I | null;
  /** Sends the change. Resolves to null when it was refused; `refusal` then contains the reason. */
  readonly run: (input: I) => Promise<O | null>;
  /** True when the change was refused and may be sent again under the same idempotency key. */
  readonly canRepeat: boolean;
  /**
   * The input of the refused change that may be sent again; null when there is none. A component whose input depends on the
   * shown state sends this one again: the state may already show the change.
   */
  readonly repeatable: I | null;
  readonly clear: () => void;
}

/**
 * A function that sends a change with the values `input` under the idempotency key `key`, and resolves to the service's answer.
 */
export type MutationSender<I, O> = (input: I, key: string) => Promise<O>;

/**
 * The input of a change together with the value `former` that an undo sets again. When the change is sent again, the shown
 * state may already contain it, so the former value is kept with the input.
 */
export type UndoableInput<I, F> = I & { readonly former: F };

/**
 * First element of the query key under which the cache stores a sent change that a component may have to send again after it
 * was closed and opened again. A sign-out removes it.
 */
const OPEN_CHANGE = 'open change';

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * React hook: stores the change that a component has sent, as long as it may have to be sent again. With a `subject` (a name
 * for the change) it is stored in the query cache, so it is kept when the component is closed.
 */
function useOpenChange<I>(subject: string | null) {
  const cache = useQueryClient();
  const kept =
    subject === null ? undefined : cache.getQueryData<RetryableMutation<I>>([OPEN_CHANGE, subject]);
  const open = useRef<RetryableMutation<I> | null>(kept ?? null);
  const keep = useCallback(
    (change: RetryableMutation<I> | null) => {
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
 * React hook: sends changes under idempotency keys. As long as a change may have to be sent again, the same input is sent under
 * the same key, so it has one effect. With a `subject` (a name for the change) the key is kept when the dialog is closed.
 */
export function useChange<I, O>(
  sendChange: MutationSender<I, O>,
  subject: string | null = null,
): IdempotentMutationState<I, O> {
  const { open, keep } = useOpenChange<I>(subject);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ServiceRequestError | null>(
    () => open.current?.refusal ?? null,
  );
  const [pending, setPending] = useState<I | null>(() => pendingInput(open.current));
  const [sent, setSent] = useState<I | null>(() => open.current?.input ?? null);
  const sendNow = useCallback(
    async (change: RetryableMutation<I>): Promise<O | null> => {
      const { input, key } = change;
      // The change is stored before it is sent, because the owner may leave the screen before its outcome is known.
      keep({ ...change, refusal: null });
      setBusy(true);
      setRefusal(null);
      setSent(input);
      try {
        const output = await sendChange(input, key);
        keep(null);
        setPending(null);
        return output;
      } catch (error) {
        const reason = toRefusal(error);
        const kept = afterRefusal(change, reason);
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
          : { input, key: makeIdempotencyKey(), refusal: null, isUnanswered: false },
      );
    },
    [open, sendNow],
  );
  const canRepeat = refusal !== null && isRepeatable(refusal);
  return {
    busy,
    refusal,
    pending,
    run,
    canRepeat,
    repeatable: canRepeat ? sent : null,
    clear: useCallback(() => setRefusal(null), []),
  };
}

/**
 * Returns a function that sends the same change under the same idempotency key at each call, so that a repeated click has no
 * second effect. The function throws ServiceRequestError.
 */
export function makeRepeatable<I>(
  sendChange: MutationSender<I, unknown>,
  input: I,
): () => Promise<void> {
  const key = makeIdempotencyKey();
  return async () => {
    await sendChange(input, key);
  };
}
