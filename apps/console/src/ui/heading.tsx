import { useEffect, useRef, type ReactNode } from 'react';
import { isolate } from './title-of.ts';

const PRODUCT_NAME = 'Agent Bridge';

/** False until the first screen was shown: on a page load the browser sets the focus itself. */
let hasShownScreen = false;

/** Properties of the component `Heading`, the main heading of a screen. */
interface HeadingProps {
  /** Title of the browser window, and the heading's text unless `children` are given. */
  readonly title: string;
  /** The content of the heading, when it is more than the title. */
  readonly children?: ReactNode;
}

/** The only h1 of a screen. It sets the window's title, and takes the focus when the owner came from another screen. */
export function Heading({ title, children }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${isolate(title)} · ${PRODUCT_NAME}`;
  }, [title]);
  useEffect(() => {
    // An element that already has the focus was focused by the screen and keeps it.
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
