import { useIsLive } from '../api/use-live.ts';

/** Shows “live” while live events from the service keep the screen up to date, otherwise “not live”. */
export function LiveNote() {
  const isOpen = useIsLive();
  return (
    <span role="status" className={isOpen ? 'live-note live' : 'live-note'}>
      {isOpen ? 'live' : 'not live'}
    </span>
  );
}
