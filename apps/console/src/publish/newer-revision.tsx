import type { WebsiteRecord } from '@bridge/contracts';
import { Button } from '../ui/button.tsx';
import { Who } from '../ui/who.tsx';

/**
 * Properties of the component `NewerDraftRevisionNotice`, the notice that a draft was changed while its publish dialog was open.
 */
interface NewerDraftRevisionNoticeProps {
  readonly website: WebsiteRecord;
  readonly revision: number;
  readonly newest: number;
  /**
   * Called when the owner wants the publish dialog to show the newer revision; null while the outcome of a sent publication is
   * unknown.
   */
  readonly onLook: (() => void) | null;
}

/**
 * Says that a newer revision of the draft was saved while its publish dialog was open, with a button that lets the dialog check
 * the newer revision.
 */
export function NewerDraftRevisionNotice({
  website,
  revision,
  newest,
  onLook,
}: NewerDraftRevisionNoticeProps) {
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
