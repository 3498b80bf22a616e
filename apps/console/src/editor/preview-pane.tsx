import { useState } from 'react';
import type { ShownState } from '../api/pages.ts';
import { Button } from '../ui/button.tsx';
import { PreviewFrame } from '../ui/preview-frame.tsx';

interface PreviewPaneProps {
  readonly pageId: number;
  readonly of: ShownState;
  readonly revision: number;
  /** Rises when the service has kept newer edits. */
  readonly keptCount: number;
}

/** The page as visitors would see it, with the edits on it once the service has them. */
export function PreviewPane({ pageId, of, revision, keptCount }: PreviewPaneProps) {
  const [round, setRound] = useState(0);
  // The page without our script, which keeps the scroll and counts errors.
  const [isExact, setExact] = useState(false);
  return (
    <section className="pane preview" aria-label="Preview">
      <p className="pane-title">
        Preview{' '}
        <Button look="plain" onClick={() => setRound(round + 1)}>
          Reload
        </Button>
        <label className="exact">
          <input
            type="checkbox"
            checked={isExact}
            onChange={(event) => setExact(event.target.checked)}
          />{' '}
          exact
        </label>
      </p>
      <PreviewFrame
        pageId={pageId}
        of={of}
        version={`${of} ${revision} ${keptCount} ${round}`}
        title="Preview"
        exact={isExact}
      />
    </section>
  );
}
