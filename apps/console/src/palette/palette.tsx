import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState, type KeyboardEvent } from 'react';
import { searchQuery } from '../api/home.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Problem } from '../ui/problem.tsx';
import { go } from '../ui/router.ts';

/** Something that the palette opens. */
interface PaletteEntry {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly to: string;
}

interface PaletteProps {
  /** The screens of the navigation. */
  readonly screens: readonly { readonly to: string; readonly name: string }[];
  readonly onClose: () => void;
}

const STEP_KEYS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };
const QUERY_CHARS_MAX = 100;

/** Finds screens by name and own websites and keys by what the service finds. */
function usePaletteEntries(text: string, screens: PaletteProps['screens']) {
  const query = useDeferredValue(text.trim());
  const { data, error } = useQuery(searchQuery(query));
  const named = screens
    .filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
    .map(({ to, name }): PaletteEntry => ({ id: to, name, hint: 'go to', to }));
  const found = (data?.hits ?? []).flatMap(({ kind, id, title, word }): readonly PaletteEntry[] => {
    if (kind === 'website')
      return [
        { id: `page ${id}`, name: title, hint: `website in ${word ?? ''}`, to: `/pages/${id}` },
      ];
    if (kind === 'key') return [{ id: `key ${id}`, name: title, hint: 'key', to: `/keys/${id}` }];
    return [{ id: `world ${id}`, name: id, hint: 'World', to: `/worlds/${id}` }];
  });
  return { entries: [...named, ...found], error: query === '' ? null : error };
}

/** The palette: type to find a screen, a website or a key; Enter opens it. */
export function Palette({ screens, onClose }: PaletteProps) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const { entries, error } = usePaletteEntries(text, screens);
  const current = entries[Math.min(at, entries.length - 1)];
  const open = (entry: PaletteEntry | undefined): void => {
    if (entry === undefined) return;
    onClose();
    go(entry.to);
  };
  const onKey = (event: KeyboardEvent): void => {
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
        aria-label="Find a screen, a website or a key"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={
          current === undefined ? undefined : `entry ${current.id}`.replaceAll(' ', '-')
        }
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
      <ul id="palette-list" role="listbox" aria-label="Results" className="palette">
        {entries.map((entry) => (
          <li
            key={entry.id}
            id={`entry ${entry.id}`.replaceAll(' ', '-')}
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
