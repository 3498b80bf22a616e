import { useCallback, useEffect, useState } from 'react';
import { Refusal } from './api.ts';

/** The state of a value that the service returns. */
export type LoadState<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly refusal: Refusal };

/** Returns a thrown value as a Refusal. */
export function toRefusal(error: unknown): Refusal {
  return error instanceof Refusal ? error : new Refusal(0, {});
}

/** Loads a value, and again on `reload`. `read` must keep its identity (a function of `api` or a callback). */
export function useLoaded<T>(read: () => Promise<T>): readonly [LoadState<T>, () => void] {
  const [loaded, setLoaded] = useState<LoadState<T>>({ state: 'loading' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    read().then(
      (value) => isCurrent && setLoaded({ state: 'ready', value }),
      (error: unknown) => isCurrent && setLoaded({ state: 'failed', refusal: toRefusal(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [read, round]);
  return [loaded, useCallback(() => setRound((n) => n + 1), [])];
}

/** Runs a change; returns whether it runs and why it failed. */
export function useAction(): {
  readonly busy: boolean;
  readonly refusal: Refusal | null;
  readonly run: (work: () => Promise<void>) => void;
} {
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
