import { useEffect, useRef } from 'react';
import { DiffViewElement, type DiffLayout } from './diff-view-element.ts';

/**
 * Properties of the component `DiffView`: two texts with their names, and the form (side by side or inline) of their
 * comparison.
 */
interface DiffViewProps {
  readonly a: string;
  readonly b: string;
  readonly nameA: string;
  readonly nameB: string;
  readonly form: DiffLayout;
}

/** React component that shows the differences of two texts side by side or inline. */
export function DiffView({ a, b, nameA, nameB, form }: DiffViewProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const view = new DiffViewElement();
    host.current?.replaceChildren(view);
    view.open(a, b, { a: nameA, b: nameB }, form);
    return () => view.remove();
  }, [a, b, nameA, nameB, form]);
  return <div ref={host} className="diff-host" />;
}
