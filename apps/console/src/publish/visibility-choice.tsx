import type { WebsiteVisibility, WebsiteRecord } from '@bridge/contracts';
import { useState } from 'react';
import { useChange, type UndoableInput } from '../api/mutations.ts';
import { setVisibility } from '../api/publishing.ts';
import { Button } from '../ui/button.tsx';
import { Problem } from '../ui/problem.tsx';
import { showUndo } from '../ui/toast.tsx';
import { useRefreshPage } from './use-refresh-page.ts';
import { VisibilityPicker } from './who-sees-it.tsx';

/** A change of the visibility of a website, with the visibility before it. */
type VisibilityChange = UndoableInput<Parameters<typeof setVisibility>[0], WebsiteVisibility>;

/**
 * The fields that change the visibility of a published website; a toast can undo the change. A selection takes effect only
 * after a click on the button, because the arrow keys select each option on the way.
 */
export function VisibilityChoice({ website }: { readonly website: WebsiteRecord }) {
  const { page_id: pageId, visibility } = website;
  const [chosen, setChosen] = useState<WebsiteVisibility | null>(null);
  const shown = chosen ?? visibility;
  const change = useChange((input: VisibilityChange, key) => setVisibility(input, key));
  const refresh = useRefreshPage(pageId);
  const send = async (input: VisibilityChange): Promise<void> => {
    const done = await change.run(input);
    await refresh();
    if (done === null) return;
    setChosen(null);
    const text = input.visibility === 'private' ? 'It is taken down' : 'Who sees it is changed';
    showUndo(text, setVisibility, { pageId, visibility: input.former }, refresh);
  };
  const apply = (next: WebsiteVisibility) => send({ pageId, visibility: next, former: visibility });
  const { repeatable } = change;
  return (
    <>
      <VisibilityPicker value={shown} disabled={change.busy} onChange={setChosen}>
        <div className="row">
          <Button
            busy={change.busy}
            disabled={shown === visibility}
            onClick={() => void apply(shown)}
          >
            Change who sees it
          </Button>
          {visibility !== 'private' && (
            <Button look="danger" busy={change.busy} onClick={() => void apply('private')}>
              Take down
            </Button>
          )}
        </div>
      </VisibilityPicker>
      <Problem
        refusal={change.refusal}
        onAgain={repeatable === null ? null : () => send(repeatable)}
        onReload={() => void refresh()}
      />
    </>
  );
}
