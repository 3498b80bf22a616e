import { useQueryClient, type QueryKey } from '@tanstack/react-query';

/** React hook: returns a function that reads all queries again whose query keys begin with one of the given keys. */
export function useRefresh(): (...keys: readonly QueryKey[]) => Promise<void> {
  const cache = useQueryClient();
  return async (...keys) => {
    await Promise.all(keys.map((queryKey) => cache.invalidateQueries({ queryKey })));
  };
}
