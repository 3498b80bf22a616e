import type { FocusEventHandler, MouseEvent, ReactNode } from 'react';
import { go, href, usePath } from './router.ts';

/** Properties of the component `Link`, a link to a screen of the console. */
interface LinkProps {
  readonly to: string;
  readonly children: ReactNode;
  /**
   * True when the link is marked as the current one also on screens with a longer address that begins with the link's address,
   * as in the main navigation.
   */
  readonly section?: boolean;
  readonly className?: string;
  readonly onFocus?: FocusEventHandler;
}

/**
 * A link to a screen of the console. A click opens the screen without reloading the page; with a modifier key the browser opens
 * a new tab or window.
 */
export function Link({ to, children, section = false, ...others }: LinkProps) {
  const path = usePath();
  const isCurrent = path === to || (section && to !== '/' && path.startsWith(`${to}/`));
  const follow = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0)
      return;
    event.preventDefault();
    go(to);
  };
  return (
    <a href={href(to)} onClick={follow} aria-current={isCurrent ? 'page' : undefined} {...others}>
      {children}
    </a>
  );
}
