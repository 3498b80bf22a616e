import type { ReactNode } from 'react';
import type { ServiceRequestError } from '../api/client.ts';
import { Problem } from './problem.tsx';
import { Time } from './time.tsx';
import { useOnline } from './use-online.ts';

/** The members of a query's result that the component `QueryResultView` uses. */
interface DisplayableQueryResult<T> {
  readonly data: T | undefined;
  readonly error: ServiceRequestError | null;
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
}

/** Properties of the component `QueryResultView`, which shows the value of a query and, when its last read failed, the error. */
interface QueryResultViewProps<T> {
  readonly query: DisplayableQueryResult<T>;
  readonly children: (value: T) => ReactNode;
}

/** Shown while a query has no value yet: it is being read, the read failed, or the device is offline. */
function Unread({
  refusal,
  onAgain,
}: {
  readonly refusal: ServiceRequestError | null;
  readonly onAgain: () => void;
}) {
  const isOnline = useOnline();
  if (refusal !== null) return <Problem refusal={refusal} onAgain={onAgain} />;
  if (!isOnline) return <p>This was not read before the device went offline.</p>;
  return (
    <div className="skeleton" aria-busy="true">
      <span className="sr">Reading…</span>
    </div>
  );
}

/**
 * Shows the value of a query. When a read fails, the error and the time of the shown value appear above the value, so other
 * parts of the screen are not affected. While the device is offline the time appears too.
 */
export function QueryResultView<T>({ query, children }: QueryResultViewProps<T>) {
  const { data, error, refetch } = query;
  const isOnline = useOnline();
  const again = (): void => void refetch();
  if (data === undefined) return <Unread refusal={error} onAgain={again} />;
  return (
    <>
      {error !== null && <Problem refusal={error} onAgain={again} />}
      {(error !== null || !isOnline) && (
        <p className="hint">
          Read <Time iso={new Date(query.dataUpdatedAt).toISOString()} />.
        </p>
      )}
      {children(data)}
    </>
  );
}
