import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createPage } from '../api/deletion.ts';
import { useChange } from '../api/mutations.ts';
import { worldsQuery } from '../api/worlds.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Problem } from '../ui/problem.tsx';
import { go } from '../ui/router.ts';

/** The dialog that creates a website with a title in a World and then opens the editor. */
export function NewWebsite({ onClose }: { readonly onClose: () => void }) {
  const worlds = useQuery(worldsQuery);
  // The idempotency key survives the dialog: after an unknown outcome the reopened dialog sends the same request again.
  const make = useChange(createPage, 'new website');
  const { pending } = make;
  const [title, setTitle] = useState(pending?.title ?? '');
  const [chosen, setChosen] = useState(pending?.word ?? '');
  const word = chosen === '' ? (worlds.data?.[0]?.word ?? '') : chosen;
  const submit = async (): Promise<void> => {
    const done = await make.run(pending ?? { title, word });
    if (done !== null) go(`/pages/${done.website.page_id}`);
  };
  return (
    <Dialog title="New website" onClose={make.busy ? null : onClose}>
      <Form onSubmit={submit}>
        <Field
          label="Title"
          required
          maxLength={120}
          autoFocus
          readOnly={pending !== null}
          value={title}
          onChange={setTitle}
        />
        <div className="field">
          <label htmlFor="new-world">World</label>
          <select
            id="new-world"
            disabled={pending !== null}
            value={word}
            onChange={(event) => setChosen(event.target.value)}
          >
            {(worlds.data ?? []).map((world) => (
              <option key={world.word}>{world.word}</option>
            ))}
          </select>
        </div>
        <Problem refusal={make.refusal ?? worlds.error} onAgain={make.canRepeat ? submit : null} />
        <div className="row end">
          <Button disabled={make.busy} onClick={onClose}>
            Cancel
          </Button>
          <Button submit look="primary" busy={make.busy} disabled={word === ''}>
            Make website
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
