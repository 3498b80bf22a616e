import type { Visibility, WebsiteRecord } from '@bridge/contracts';
import { useChange } from '../api/mutations.ts';
import { setVisibility } from '../api/publishing.ts';
import { Button } from '../ui/button.tsx';
import { Problem } from '../ui/problem.tsx';
import { showUndo } from '../ui/toast.tsx';
import { useRefreshPage } from './use-refresh-page.ts';
import { WhoSeesIt } from './who-sees-it.tsx';

/** Selects the visibility of a published website; the toast undoes a change. */
export function VisibilityChoice({ website }: { readonly website: WebsiteRecord }) {
  const { page_id: pageId, visibility } = website;
  const change = useChange(setVisibility);
  const refresh = useRefreshPage(pageId);
  const choose = async (next: Visibility): Promise<void> => {
    const done = await change.run({ pageId, visibility: next });
    await refresh();
    if (done === null) return;
    const text = next === 'private' ? 'It is taken down' : 'Who sees it is changed';
    showUndo(text, setVisibility, { pageId, visibility }, refresh);
  };
  const { pending } = change;
  return (
    <>
      <WhoSeesIt value={visibility} disabled={change.busy} onChange={(next) => void choose(next)}>
        {visibility !== 'private' && (
          <Button look="danger" busy={change.busy} onClick={() => void choose('private')}>
            Take down
          </Button>
        )}
      </WhoSeesIt>
      <Problem
        refusal={change.refusal}
        onAgain={pending === null ? null : () => choose(pending.visibility)}
        onReload={() => void refresh()}
      />
    </>
  );
}
