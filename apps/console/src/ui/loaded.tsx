import type { ReactNode } from 'react';
import type { Refusal } from '../api/client.ts';
import { Problem } from './problem.tsx';
import { Time } from './time.tsx';

/** The members of a query's result that the component `Loaded` uses. */
interface LoadedQuery<T> {
  readonly data: T | undefined;
  readonly error: Refusal | null;
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
}

/** Properties of the component `Loaded`, which shows the value of a query, or the error of its last read. */
interface LoadedProps<T> {
  readonly query: LoadedQuery<T>;
  readonly children: (value: T) => ReactNode;
}

/**
 * Shows the value of a query. When a read fails, only this part of the screen shows the error, above the last value and its
 * time.
 */
export function Loaded<T>({ query, children }: LoadedProps<T>) {
  const { data, error, refetch } = query;
  const again = (): void => void refetch();
  if (data === undefined)
    return error === null ? (
      <div className="skeleton" aria-busy="true">
        <span className="sr">Reading…</span>
      </div>
    ) : (
      <Problem refusal={error} onAgain={again} />
    );
  return (
    <>
      {error !== null && (
        <>
          <Problem refusal={error} onAgain={again} />
          <p className="hint">
            Read <Time iso={new Date(query.dataUpdatedAt).toISOString()} />.
          </p>
        </>
      )}
      {children(data)}
    </>
  );
}
