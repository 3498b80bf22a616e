import { useIsLive } from '../api/use-live.ts';

/** Shows whether the screen is updated by live events. */
export function LiveNote() {
  const isOpen = useIsLive();
  return (
    <span role="status" className={isOpen ? 'live-note live' : 'live-note'}>
      {isOpen ? 'live' : 'not live'}
    </span>
  );
}
