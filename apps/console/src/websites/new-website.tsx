import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { createPage } from '../api/deletion.ts';
import { useChange } from '../api/mutations.ts';
import { worldsQuery } from '../api/worlds.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Problem } from '../ui/problem.tsx';
import { go } from '../ui/router.ts';

/** The dialog that makes a website with a title in a World, then opens its editor. */
export function NewWebsite({ onClose }: { readonly onClose: () => void }) {
  const worlds = useQuery(worldsQuery);
  const [title, setTitle] = useState('');
  const [chosen, setChosen] = useState('');
  const make = useChange(createPage);
  const word = chosen === '' ? (worlds.data?.[0]?.word ?? '') : chosen;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const done = await make.run({ title, word });
    if (done !== null) go(`/pages/${done.website.page_id}`);
  };
  return (
    <Dialog title="New website" onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Field label="Title" required maxLength={120} autoFocus value={title} onChange={setTitle} />
        <div className="field">
          <label htmlFor="new-world">World</label>
          <select id="new-world" value={word} onChange={(event) => setChosen(event.target.value)}>
            {(worlds.data ?? []).map((world) => (
              <option key={world.word}>{world.word}</option>
            ))}
          </select>
        </div>
        <Problem refusal={make.refusal ?? worlds.error} onAgain={make.again} />
        <div className="row end">
          <Button onClick={onClose}>Cancel</Button>
          <Button submit look="primary" busy={make.busy} disabled={word === ''}>
            Make website
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
