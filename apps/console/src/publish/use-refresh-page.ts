import { useRefresh } from '../api/use-refresh.ts';

/** React hook: returns a function that reads a website and its lists again after a publication or a change of visibility. */
export function useRefreshPage(pageId: number): () => Promise<void> {
  const refresh = useRefresh();
  return () => refresh(['page', pageId], ['snapshots', pageId], ['websites']);
}
