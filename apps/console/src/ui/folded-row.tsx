import { useState } from 'react';
import { Button } from './button.tsx';
import { Effect } from './effect.tsx';
import type { GroupedActivityEvents } from './fold-effects.ts';

/** One row for a group of effects (committed changes). A button shows each effect below the row. */
export function FoldedRow({ folded: { events } }: { readonly folded: GroupedActivityEvents }) {
  const [isOpen, setOpen] = useState(false);
  const count = events.length;
  return (
    <li>
      <Effect events={events} />
      {count > 1 && (
        <>
          <Button look="plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Fold' : `Show ${count}`}
          </Button>
          {isOpen && (
            <ul className="rows unfolded" role="list">
              {events.map((event) => (
                <li key={event.id}>
                  <Effect events={[event]} />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </li>
  );
}
