import { useQueryClient } from '@tanstack/react-query';

/** React hook: returns a function that reads a website and its lists again after a publication or a change of visibility. */
export function useRefreshPage(pageId: number): () => Promise<unknown> {
  const cache = useQueryClient();
  return () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: ['page', pageId] }),
      cache.invalidateQueries({ queryKey: ['snapshots', pageId] }),
      cache.invalidateQueries({ queryKey: ['websites'] }),
    ]);
}
