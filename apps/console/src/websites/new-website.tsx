import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createPage } from '../api/deletion.ts';
import { useChange } from '../api/mutations.ts';
import { worldsQuery } from '../api/worlds.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { FormEnd } from '../ui/form-end.tsx';
import { Form } from '../ui/form.tsx';
import { Link } from '../ui/link.tsx';
import { Problem } from '../ui/problem.tsx';
import { go } from '../ui/router.ts';
import { Select } from '../ui/select.tsx';
import { HtmlFileField, type SelectedHtmlFile } from './html-file-field.tsx';

/**
 * The dialog that creates a website in a World (public identity), with the default HTML or with that of a file, and then opens
 * it in the editor.
 */
export function NewWebsite({ onClose }: { readonly onClose: () => void }) {
  const worlds = useQuery(worldsQuery);
  // The idempotency key is kept when the dialog is closed.
  // While the outcome is unknown, the dialog opens with the same values and sends the same request again.
  const make = useChange(createPage, 'new website');
  const { pending } = make;
  const [title, setTitle] = useState(pending?.title ?? '');
  const [chosen, setChosen] = useState(pending?.word ?? '');
  const [file, setFile] = useState<SelectedHtmlFile>(null);
  const word = chosen === '' ? (worlds.data?.[0]?.word ?? '') : chosen;
  const submit = async (): Promise<void> => {
    if (file === 'reading') return;
    const done = await make.run(
      pending ?? { title, word, ...(file === null ? {} : { raw_html: file.html }) },
    );
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
        <Select
          label="World"
          options={(worlds.data ?? []).map((world) => [world.word, world.word])}
          disabled={pending !== null}
          value={word}
          onChange={setChosen}
        />
        <HtmlFileField
          disabled={pending !== null}
          onRead={(next) => {
            setFile(next);
            if (next !== null && next !== 'reading')
              setTitle((now) => (now === '' ? next.name.replace(/\.html?$/i, '') : now));
          }}
        />
        {worlds.data?.length === 0 && (
          <p>
            A website belongs to a World, and there is none yet:{' '}
            <Link to="/worlds?found">found one first</Link>.
          </p>
        )}
        <Problem refusal={make.refusal ?? worlds.error} onAgain={make.canRepeat ? submit : null} />
        <FormEnd
          action="Make website"
          busy={make.busy}
          disabled={word === '' || file === 'reading'}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}
