import { useEffect, useState } from 'react';
import type { ServiceRequestError } from '../api/client.ts';
import { Button } from './button.tsx';

const TICK_MS = 1_000;

/** React hook: the seconds until a refused request may be sent again; 0 when it may be sent now. */
function useCountdown(refusal: ServiceRequestError | null): number {
  const [state, setState] = useState({ refusal, left: refusal?.retryAfterS ?? 0 });
  // A new error starts the countdown again with its own delay.
  if (state.refusal !== refusal) setState({ refusal, left: refusal?.retryAfterS ?? 0 });
  useEffect(() => {
    const timer = setInterval(
      () => setState((now) => (now.left > 0 ? { ...now, left: now.left - 1 } : now)),
      TICK_MS,
    );
    return () => clearInterval(timer);
  }, []);
  return state.left;
}

/** Properties of the component `RetryButton`, the button that repeats a refused request. */
interface RetryButtonProps {
  readonly refusal: ServiceRequestError;
  readonly onAgain: (() => unknown) | undefined;
  readonly onReload: (() => unknown) | undefined;
}

/** The button that the retry advice in the error allows: send the request again, read the newest state, or no button. */
function RetryButton({ refusal, onAgain, onReload }: RetryButtonProps) {
  const left = useCountdown(refusal);
  switch (refusal.retry) {
    case 'same_key':
    case 'after_seconds':
      return onAgain === undefined ? null : (
        <Button disabled={left > 0} onClick={() => void onAgain()}>
          {left > 0 ? `Try again in ${left} s` : 'Try again'}
        </Button>
      );
    case 'after_reconcile':
      return onReload === undefined ? null : (
        <Button onClick={() => void onReload()}>Show the newest state</Button>
      );
    case 'never':
    case 'fix_input':
      return null;
  }
}

/** Properties of the component `Problem`, which shows why a request was refused. */
interface ProblemProps {
  readonly refusal: ServiceRequestError | null;
  /** Repeats the refused request, under the same idempotency key if it has one. */
  readonly onAgain?: (() => unknown) | null;
  /** Reads the newest state of the shown object from the service. */
  readonly onReload?: () => unknown;
}

function RefusalDetail({
  refusal,
  onAgain,
  onReload,
}: ProblemProps & { readonly refusal: ServiceRequestError }) {
  return (
    <>
      <p>
        <strong>{refusal.message}</strong> {refusal.hint}
        {refusal.outcome === 'unknown' && ' It may have happened.'}
      </p>
      <p className="hint">
        {refusal.docUrl === null ? (
          <code>{refusal.code}</code>
        ) : (
          <a href={refusal.docUrl} target="_blank" rel="noreferrer">
            <code>{refusal.code}</code>
          </a>
        )}
        {refusal.requestId !== null && (
          <>
            {' · request '}
            <code>{refusal.requestId}</code>
          </>
        )}
      </p>
      <RetryButton refusal={refusal} onAgain={onAgain ?? undefined} onReload={onReload} />
    </>
  );
}

/**
 * Shows why a request was refused, in the service's words, with the button that the service's retry advice allows. Screen
 * readers announce it.
 */
export function Problem({ refusal, ...actions }: ProblemProps) {
  return (
    <div role="alert" className={refusal === null ? 'quiet' : 'problem'}>
      {refusal !== null && <RefusalDetail refusal={refusal} {...actions} />}
    </div>
  );
}
