import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState, type KeyboardEvent } from 'react';
import { searchQuery } from '../api/home.ts';
import { Dialog } from '../ui/dialog.tsx';
import { MissingServices } from '../ui/missing-services.tsx';
import { Problem } from '../ui/problem.tsx';
import { go } from '../ui/router.ts';
import { titleOf } from '../ui/title-of.ts';
import { useRecent } from './use-recent.ts';

/** An entry of the command palette. It opens a screen, website, World (public identity) or key, or it runs an action. */
interface PaletteEntry {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly run: () => void;
}

/** An action that the command palette lists by its name. */
export interface PaletteAction {
  readonly name: string;
  readonly run: () => void;
}

/** Properties of the component `Palette`, the command palette. */
interface PaletteProps {
  /** The screens in the console's main navigation. */
  readonly screens: readonly { readonly to: string; readonly name: string }[];
  readonly actions: readonly PaletteAction[];
  readonly onClose: () => void;
}

const STEP_KEYS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };
const QUERY_CHARS_MAX = 100;

const hasName = (name: string, text: string): boolean =>
  name.toLowerCase().includes(text.trim().toLowerCase());

/** Returns the DOM id of an entry's list item. Spaces are replaced, because a DOM id must not contain any. */
function optionId({ id }: PaletteEntry): string {
  return `entry-${id.replaceAll(' ', '-')}`;
}

function entryTo(id: string, name: string, hint: string, to: string): PaletteEntry {
  return { id, name, hint, run: () => go(to) };
}

/**
 * React hook: the entries of the command palette for a typed text: recently opened objects, screens and actions by name, and
 * websites, keys and Worlds (public identities) that the service finds.
 */
function usePaletteEntries(
  text: string,
  { screens, actions }: Pick<PaletteProps, 'screens' | 'actions'>,
) {
  const query = useDeferredValue(text.trim());
  const { data, error } = useQuery(searchQuery(query));
  const recent = useRecent()
    .filter(({ name }) => hasName(name, text))
    .map(({ to, name, kind }) => entryTo(to, name, `recent ${kind}`, to));
  const named = [
    ...screens.map(({ to, name }) => entryTo(to, name, 'go to', to)),
    ...actions.map((action): PaletteEntry => ({ id: action.name, hint: 'do', ...action })),
  ].filter(({ name }) => hasName(name, text));
  const found = (data?.hits ?? []).map(({ kind, id, title, word }): PaletteEntry => {
    if (kind === 'website')
      return entryTo(
        `/pages/${id}`,
        titleOf({ page_id: Number(id), title }),
        `website in ${word ?? ''}`,
        `/pages/${id}`,
      );
    if (kind === 'key') return entryTo(`/keys/${id}`, title, 'key', `/keys/${id}`);
    return entryTo(`/worlds/${id}`, id, 'World', `/worlds/${id}`);
  });
  // An object that is both recent and found by the service is listed once.
  const others = found.filter(({ id }) => recent.every((one) => one.id !== id));
  return {
    entries: [...recent, ...named, ...others],
    error: query === '' ? null : error,
    missing: data?.missing ?? [],
  };
}

/**
 * The command palette: finds screens, actions, websites, Worlds (public identities) and keys by a typed text. Enter opens or
 * runs the selected entry.
 */
export function Palette({ screens, actions, onClose }: PaletteProps) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const { entries, error, missing } = usePaletteEntries(text, { screens, actions });
  const current = entries[Math.min(at, entries.length - 1)];
  const open = (entry: PaletteEntry | undefined): void => {
    if (entry === undefined) return;
    onClose();
    entry.run();
  };
  const onKey = (event: KeyboardEvent): void => {
    // While an input method composes a word, these keys select and confirm the word.
    if (event.nativeEvent.isComposing) return;
    const step = STEP_KEYS[event.key];
    if (event.key === 'Enter') open(current);
    else if (step !== undefined) setAt((at + step + entries.length) % Math.max(entries.length, 1));
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Find" onClose={onClose}>
      <input
        role="combobox"
        aria-label="Find a screen, an action, a website or a key"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={current === undefined ? undefined : optionId(current)}
        autoComplete="off"
        autoFocus
        maxLength={QUERY_CHARS_MAX}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKey}
      />
      <p role="status" className="hint">
        {entries.length === 1 ? '1 result' : `${entries.length} results`}
      </p>
      <Problem refusal={error} />
      <MissingServices names={missing} />
      <ul id="palette-list" role="listbox" aria-label="Results" className="palette">
        {entries.map((entry) => (
          <li
            key={entry.id}
            id={optionId(entry)}
            role="option"
            aria-selected={entry === current}
            onClick={() => open(entry)}
          >
            <bdi>{entry.name}</bdi> <span className="hint">{entry.hint}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
