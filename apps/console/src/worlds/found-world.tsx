import type { WordState } from '@bridge/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../api/mutations.ts';
import { foundWorld, wordQuery, worldsQuery } from '../api/worlds.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Problem } from '../ui/problem.tsx';
import { go } from '../ui/router.ts';
import { useRested } from '../ui/use-rested.ts';

/** A word is looked up when it was not changed for this long. */
const WORD_REST_MS = 500;
const WORD_CHARS_MAX = 41;

/** Why a word cannot be founded. */
const REASONS: Readonly<Record<NonNullable<WordState['reason']>, string>> = {
  owned: 'It belongs to another account. A word is never given to a second one.',
  yours: 'You founded it already.',
  reserved: 'It is reserved: it names a part of the service, or looks like such a name.',
  form: 'A word has small letters, digits and hyphens; it begins with a letter and does not end with a hyphen.',
};

function describeWord({ free, reason, word }: WordState): string {
  if (free) return `“${word}” is free.`;
  return reason === null ? `“${word}” cannot be founded.` : REASONS[reason];
}

/** Says in a live region whether the typed word can be founded. */
function WordCheck({ typed }: { readonly typed: string }) {
  const rested = useRested(typed, WORD_REST_MS);
  const { data, error } = useQuery(wordQuery(rested ?? ''));
  return (
    <>
      <p role="status" className="word-check">
        {rested !== null && rested !== '' && data !== undefined && describeWord(data)}
      </p>
      {rested !== null && <Problem refusal={error} />}
    </>
  );
}

/** The dialog that founds a World, then opens it. */
export function FoundWorld({ onClose }: { readonly onClose: () => void }) {
  const cache = useQueryClient();
  // The key outlives the dialog: opened again after an unknown outcome, it sends the same word.
  const found = useChange(foundWorld, 'new world');
  const { pending } = found;
  const [word, setWord] = useState(pending ?? '');
  const submit = async (): Promise<void> => {
    const done = await found.run(pending ?? word);
    if (done === null) return;
    await cache.invalidateQueries(worldsQuery);
    go(`/worlds/${done.world.word}`);
  };
  return (
    <Dialog title="Found a World" onClose={found.busy ? null : onClose}>
      <Form onSubmit={submit}>
        <Field
          label="Word"
          required
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={WORD_CHARS_MAX}
          readOnly={pending !== null}
          hint="The World is known by this word, in its address too. A word cannot be changed or given back."
          value={word}
          onChange={setWord}
        />
        <WordCheck typed={word} />
        <Problem refusal={found.refusal} onAgain={found.canRepeat ? submit : null} />
        <div className="row end">
          <Button disabled={found.busy} onClick={onClose}>
            Cancel
          </Button>
          <Button submit look="primary" busy={found.busy} disabled={word === ''}>
            Found World
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
