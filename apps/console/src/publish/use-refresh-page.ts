import { useQueryClient } from '@tanstack/react-query';

/** Returns what reads a website and its lists again after a change of its public side. */
export function useRefreshPage(pageId: number): () => Promise<unknown> {
  const cache = useQueryClient();
  return () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: ['page', pageId] }),
      cache.invalidateQueries({ queryKey: ['snapshots', pageId] }),
      cache.invalidateQueries({ queryKey: ['websites'] }),
    ]);
}
