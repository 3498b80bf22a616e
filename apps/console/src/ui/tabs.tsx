import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

/** Properties of the component `Tabs`, tabs with one visible panel. */
interface TabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly name: string; readonly content: () => ReactNode }[];
}

const TAB_STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Tabs with one visible panel. The left and right arrow keys, Home and End select a tab. */
export function Tabs({ label, tabs }: TabsProps) {
  const id = useId();
  const [at, setAt] = useState(0);
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);
  const move = ({ key }: KeyboardEvent): number | null => {
    if (key === 'Home') return 0;
    if (key === 'End') return tabs.length - 1;
    const step = TAB_STEPS[key];
    return step === undefined ? null : (at + step + tabs.length) % tabs.length;
  };
  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        className="tabs"
        onKeyDown={(event) => {
          const next = move(event);
          if (next === null) return;
          event.preventDefault();
          setAt(next);
          buttons.current[next]?.focus();
        }}
      >
        {tabs.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${index}`}
            aria-selected={index === at}
            aria-controls={`${id}-panel`}
            tabIndex={index === at ? 0 : -1}
            ref={(element) => {
              buttons.current[index] = element;
            }}
            onClick={() => setAt(index)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${at}`}>
        {tabs[at]?.content()}
      </div>
    </>
  );
}
