import { useEffect, useState } from 'react';

/** Time in ms after which the console reports that a preview has not loaded yet. */
const SLOW_MS = 8_000;

/** React hook: true when a page has been loading for more than SLOW_MS. */
export function useSlowness(isLoading: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    setSlow(false);
    if (!isLoading) return undefined;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [isLoading]);
  return isSlow;
}
