import { useEffect, type RefObject } from 'react';
import type { CodeViewHandle } from '../code-view/code-view.tsx';
import { useSearch } from '../ui/router.ts';

/** Moves the cursor to the place that the address names, as a warning of the publish dialog does. */
export function useLinkedPlace(code: RefObject<CodeViewHandle | null>, isReady: boolean): void {
  const search = useSearch();
  const line = Number(search.get('line') ?? 0);
  const column = Number(search.get('column') ?? 1);
  useEffect(() => {
    if (isReady && line > 0) code.current?.goTo({ line, column });
  }, [code, isReady, line, column]);
}
