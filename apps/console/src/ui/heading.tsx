import { useEffect, useRef, type ReactNode } from 'react';

const PRODUCT_NAME = 'Agent Bridge';

/** False until the first screen is shown: the browser itself sets the focus of a page that it loads. */
let hasShownScreen = false;

interface HeadingProps {
  /** Text of the title of the window. */
  readonly title: string;
  /** The heading, when it is more than the title. */
  readonly children?: ReactNode;
}

/** The one h1 of a screen. It names the window, and it takes the focus when the person came from another screen. */
export function Heading({ title, children }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`;
  }, [title]);
  useEffect(() => {
    // A field that has the focus already is the screen's own choice.
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
