import type { MouseEvent, ReactNode } from 'react';
import { go, href, usePath } from '../router.ts';

/** A link to a page of the console; modified clicks open it in a new tab. */
export function Link({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  const isCurrent = usePath() === to;
  const follow = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a href={href(to)} onClick={follow} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </a>
  );
}
