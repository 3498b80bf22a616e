import { useState } from 'react';
import type { ShownState } from '../api/pages.ts';
import { PreviewFrame } from '../ui/preview-frame.tsx';

/** Properties of the component `PreviewPane`, which shows the edited page as visitors would see it. */
interface PreviewPaneProps {
  readonly pageId: number;
  readonly of: ShownState;
  readonly revision: number;
  /** A number that increases when the service has stored newer edits. */
  readonly keptCount: number;
}

/** Shows the page as visitors would see it, including the edits that the service has stored. */
export function PreviewPane({ pageId, of, revision, keptCount }: PreviewPaneProps) {
  // True to show the page without the helper script, which preserves the scroll position and counts errors.
  const [isExact, setExact] = useState(false);
  return (
    <section className="pane preview" aria-label="Preview">
      <p className="pane-title">
        Preview{' '}
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
        version={`${of} ${revision} ${keptCount}`}
        title="Preview"
        exact={isExact}
      />
    </section>
  );
}
