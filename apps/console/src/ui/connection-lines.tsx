import { useQueryClient } from '@tanstack/react-query';
import { REFRESHED_BY_EVENTS, useIsLive } from '../api/use-live.ts';
import { Button } from './button.tsx';
import { useOnline } from './use-online.ts';
import { useRested } from './use-rested.ts';

/**
 * Time in ms without a stream of live events after which a notice is shown. A broken stream usually opens again within 1 to 3
 * s, which needs no notice.
 */
const NOT_LIVE_MS = 5_000;

/** Says that the device is offline. Each part of the screen then shows the time at which its data were read. */
function OfflineLine({ isOnline }: { readonly isOnline: boolean }) {
  return (
    <p role="status" className={isOnline ? 'quiet' : 'banner'}>
      {!isOnline && 'This device is offline. What was read before is still shown, with its age.'}
    </p>
  );
}

/** Says that no live events arrive, with a button that reads the data of the screen again. */
function NotLiveLine({ isShown }: { readonly isShown: boolean }) {
  const cache = useQueryClient();
  return (
    <div role="status" className={isShown ? 'banner row' : 'quiet'}>
      {isShown && (
        <>
          Not live: events do not arrive now, so changes of agents are not shown by themselves.
          <Button onClick={() => void cache.invalidateQueries(REFRESHED_BY_EVENTS)}>
            Read again
          </Button>
        </>
      )}
    </div>
  );
}

/** The notices above every screen that the device is offline or that no live events arrive. */
export function ConnectionLines() {
  const isOnline = useOnline();
  const isLive = useRested(useIsLive(), NOT_LIVE_MS);
  return (
    <>
      <OfflineLine isOnline={isOnline} />
      <NotLiveLine isShown={isOnline && isLive === false} />
    </>
  );
}
