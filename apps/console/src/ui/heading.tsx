import { useEffect, useRef, type ReactNode } from 'react';
import { isolate } from './title-of.ts';

const PRODUCT_NAME = 'Agent Bridge';

/**
 * False until the first screen after the page load was shown. On the first screen the browser sets the focus; on later screens
 * the component `Heading` sets it.
 */
let hasShownScreen = false;

/** Properties of the component `Heading`, the main heading (h1) of a screen. */
interface HeadingProps {
  /** Title of the browser window, and the heading's text unless `children` are given. */
  readonly title: string;
  /** The content of the heading, when it is more than the title. */
  readonly children?: ReactNode;
}

/**
 * The only h1 of a screen. It sets the title of the browser window, and it takes the focus when the owner comes from another
 * screen.
 */
export function Heading({ title, children }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${isolate(title)} · ${PRODUCT_NAME}`;
  }, [title]);
  useEffect(() => {
    // An element of the screen that already has the focus has received it on purpose, so the heading does not take it.
    const { activeElement } = document;
    const isFree =
      activeElement === null || !heading.current?.parentElement?.contains(activeElement);
    if (hasShownScreen && isFree) heading.current?.focus();
    hasShownScreen = true;
  }, []);
  return (
    <h1 tabIndex={-1} ref={heading}>
      {children ?? title}
    </h1>
  );
}
