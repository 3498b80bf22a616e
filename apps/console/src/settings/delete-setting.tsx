import type { WebsiteRecord } from '@bridge/contracts';
import { deletePage, undeletePage } from '../api/deletion.ts';
import { useChange } from '../api/mutations.ts';
import { useRefresh } from '../api/use-refresh.ts';
import { Button } from '../ui/button.tsx';
import { Problem } from '../ui/problem.tsx';
import { go } from '../ui/router.ts';
import { isolate, titleOf } from '../ui/title-of.ts';
import { showUndo } from '../ui/toast.tsx';

/** Properties of the component `WebsiteDeletionSection`, which deletes a website. */
interface WebsiteDeletionSectionProps {
  readonly website: WebsiteRecord;
  readonly onChanged: () => Promise<void>;
}

/**
 * The section with the button that deletes a website. It requires no confirmation, because the website can be restored: at once
 * with the toast, and for 30 days in the list of deleted websites.
 */
export function WebsiteDeletionSection({ website, onChanged }: WebsiteDeletionSectionProps) {
  const { page_id: pageId, draft_revision: revision } = website;
  const read = useRefresh();
  const remove = useChange(deletePage);
  const refresh = () => read(['websites'], ['deleted']);
  const run = async (): Promise<void> => {
    const target = remove.pending ?? { pageId, revision };
    const done = await remove.run(target);
    if (done === null) return;
    go('/websites');
    await refresh();
    showUndo(`“${isolate(titleOf(website))}” is deleted`, undeletePage, target, refresh);
  };
  return (
    <section aria-labelledby="delete">
      <h2 id="delete">Delete</h2>
      <p>
        Agents and visitors find it no longer: what was public answers 410. You can bring it back
        for 30 days; then its contents are removed for good.
      </p>
      <Problem
        refusal={remove.refusal}
        onAgain={remove.canRepeat ? run : null}
        onReload={() => void onChanged()}
      />
      <Button look="danger" busy={remove.busy} onClick={() => void run()}>
        Delete this website
      </Button>
    </section>
  );
}
