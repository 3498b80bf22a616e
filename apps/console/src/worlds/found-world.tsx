import type { WordAvailability } from '@bridge/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../api/mutations.ts';
import { useRefresh } from '../api/use-refresh.ts';
import { foundWorld, wordQuery } from '../api/worlds.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { FormEnd } from '../ui/form-end.tsx';
import { Form } from '../ui/form.tsx';
import { Problem } from '../ui/problem.tsx';
import { go } from '../ui/router.ts';
import { useRested } from '../ui/use-rested.ts';

/** Time in ms without a key press after which the typed word is checked. */
const WORD_REST_MS = 500;
const WORD_CHARS_MAX = 41;

/** Text for each reason why a word cannot be the unique name of a new World (public identity). */
const REASONS: Readonly<Record<NonNullable<WordAvailability['reason']>, string>> = {
  owned: 'It belongs to another account. A word is never given to a second one.',
  yours: 'You founded it already.',
  reserved: 'It is reserved: it names a part of the service, or looks like such a name.',
  form: 'A word has small letters, digits and hyphens; it begins with a letter and does not end with a hyphen.',
};

function describeWord({ free, reason, word }: WordAvailability): string {
  if (free) return `“${word}” is free.`;
  return reason === null ? `“${word}” cannot be founded.` : REASONS[reason];
}

/**
 * Says whether the typed word is free as the unique name of a new World (public identity) and, if it is not, why. Screen
 * readers announce it.
 */
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

/** The dialog that creates a World (public identity) and then opens its screen. */
export function FoundWorld({ onClose }: { readonly onClose: () => void }) {
  const refresh = useRefresh();
  // The idempotency key is kept when the dialog is closed.
  // While the outcome is unknown, the dialog opens with the same word and sends the same request again.
  const found = useChange(foundWorld, 'new world');
  const { pending } = found;
  const [word, setWord] = useState(pending ?? '');
  const submit = async (): Promise<void> => {
    const done = await found.run(pending ?? word);
    if (done === null) return;
    await refresh(['worlds']);
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
          hint="The World is known by this word, in its address too. A word cannot be changed or returned."
          value={word}
          onChange={setWord}
        />
        <WordCheck typed={word} />
        <Problem refusal={found.refusal} onAgain={found.canRepeat ? submit : null} />
        <FormEnd action="Found World" busy={found.busy} disabled={word === ''} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
