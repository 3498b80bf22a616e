import { useState } from 'react';
import type { PreviewedRevisionOrEdits } from '../api/pages.ts';
import { PreviewFrame } from '../ui/preview-frame.tsx';

/** Properties of the component `PreviewPane`, which shows the edited page as visitors would see it. */
interface PreviewPaneProps {
  readonly pageId: number;
  readonly of: PreviewedRevisionOrEdits;
  readonly revision: number;
  /** A number that increases each time the service has stored newer edits; the preview is then reloaded. */
  readonly keptCount: number;
}

/** Shows the page as visitors would see it, with the unsaved edits that the service has stored. */
export function PreviewPane({ pageId, of, revision, keptCount }: PreviewPaneProps) {
  // True when the page is shown without the console's helper script, which restores the scroll position and reports errors.
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
