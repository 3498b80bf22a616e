import { useIsLive } from '../api/use-live.ts';

/** Says whether the screen changes by itself. */
export function LiveNote() {
  const isOpen = useIsLive();
  return (
    <span role="status" className={isOpen ? 'live-note live' : 'live-note'}>
      {isOpen ? 'live' : 'not live'}
    </span>
  );
}
