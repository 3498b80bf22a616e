import { useQuery } from '@tanstack/react-query';
import { newActivityQuery } from '../api/home.ts';
import { useIsLive } from '../api/use-live.ts';
import { Button } from '../ui/button.tsx';

/**
 * Interval in ms at which the newest effects (committed changes) are read while the stream of live events from the service is
 * closed.
 */
const POLL_MS = 5_000;

/**
 * Properties of the component `NewActivityNotice`, which announces effects (committed changes) that the activity list does not show yet.
 */
interface NewActivityNoticeProps {
  readonly filter: string;
  /** Sequence number in the journal (the log of all changes) of the newest effect in the list; 0 for an empty list. */
  readonly newest: number;
  readonly busy: boolean;
  readonly onShow: () => void;
}

/**
 * Shows on a button how many effects (committed changes) are newer than the list. Only a click on the button adds them to the
 * list, so that no row moves under the pointer.
 */
export function NewActivityNotice({ filter, newest, busy, onShow }: NewActivityNoticeProps) {
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
