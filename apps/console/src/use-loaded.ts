import { useCallback, useEffect, useState } from 'react';
import { Refusal } from './api.ts';

/** What is being read from the service: nothing yet, a value, or why not. */
export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly refusal: Refusal };

export function asRefusal(error: unknown): Refusal {
  return error instanceof Refusal ? error : new Refusal(0, {});
}

/** Reads once and again on `reload`; `read` must keep its identity (a function of `api` or a callback). */
export function useLoaded<T>(read: () => Promise<T>): readonly [Loaded<T>, () => void] {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let current = true;
    read().then(
      (value) => current && setLoaded({ state: 'ready', value }),
      (error: unknown) => current && setLoaded({ state: 'failed', refusal: asRefusal(error) }),
    );
    return () => {
      current = false;
    };
  }, [read, round]);
  return [loaded, useCallback(() => setRound((n) => n + 1), [])];
}

/** Runs a change, remembers that it runs and why it failed. */
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
      .catch((error: unknown) => setRefusal(asRefusal(error)))
      .finally(() => setBusy(false));
  }, []);
  return { busy, refusal, run };
}
