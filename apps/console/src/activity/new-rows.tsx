import { useQuery } from '@tanstack/react-query';
import { newActivityQuery } from '../api/home.ts';
import { useIsLive } from '../api/use-live.ts';
import { Button } from '../ui/button.tsx';

/** Without a stream the newest effects are read this often. */
const POLL_MS = 5_000;

interface NewRowsProps {
  readonly filter: string;
  /** Number of the newest row that is shown; 0 without any. */
  readonly newest: number;
  readonly busy: boolean;
  readonly onShow: () => void;
}

/** Counts the effects that are newer than those shown; a button shows them, and nothing moves before. */
export function NewRows({ filter, newest, busy, onShow }: NewRowsProps) {
  const isLive = useIsLive();
  const { data } = useQuery(newActivityQuery(filter, isLive ? null : POLL_MS));
  const events = data?.events ?? [];
  const count = events.filter(({ id }) => id > newest).length;
  const isMore = count > 0 && count === events.length && (data?.next ?? null) !== null;
  return (
    <div className="new-rows">
      <p role="status">
        {count > 0 && (
          <Button busy={busy} onClick={onShow}>
            {count}
            {isMore && ' or more'} new
          </Button>
        )}
      </p>
      {!isLive && <p className="hint">Events do not arrive: new rows are looked for every 5 s.</p>}
    </div>
  );
}
