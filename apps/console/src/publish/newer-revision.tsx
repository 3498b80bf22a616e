import type { WebsiteRecord } from '@bridge/contracts';
import { Button } from '../ui/button.tsx';
import { Who } from '../ui/who.tsx';

interface NewerRevisionProps {
  readonly website: WebsiteRecord;
  readonly revision: number;
  readonly newest: number;
  /** Null while the outcome of a publication is unknown. */
  readonly onLook: (() => void) | null;
}

/** Says that the draft was changed while the dialog is open; the person decides again. */
export function NewerRevision({ website, revision, newest, onLook }: NewerRevisionProps) {
  return (
    <div className="banner" role="alert">
      <p>
        r{newest} of this draft was saved meanwhile
        {website.draft_revision === newest && (
          <>
            {' '}
            by <Who id={website.updated_by} />
          </>
        )}
        . This dialog is about r{revision}.
      </p>
      {onLook !== null && <Button onClick={onLook}>Check r{newest}</Button>}
    </div>
  );
}
