import { useRefresh } from '../api/use-refresh.ts';

/** React hook: returns a function that reads a website, its snapshots (published copies) and the list of websites again. */
export function useRefreshPage(pageId: number): () => Promise<void> {
  const refresh = useRefresh();
  return () => refresh(['page', pageId], ['snapshots', pageId], ['websites']);
}
