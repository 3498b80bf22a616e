import { useEffect, useState } from 'react';

/** React hook: returns `value` when it has not changed for `ms` ms; until then null. */
export function useRested<T>(value: T, ms: number): T | null {
  const [rested, setRested] = useState<{ readonly value: T } | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setRested({ value }), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested !== null && Object.is(rested.value, value) ? value : null;
}
