import { Fragment, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { useWindowKey } from './use-window-key.ts';

/** A key, or keys together, with the action that they start. */
interface Shortcut {
  readonly keys: string;
  readonly action: string;
}

const SHORTCUTS: readonly Shortcut[] = [
  { keys: 'Ctrl-K', action: 'find a screen, a website or a key (⌘-K on a Mac)' },
  { keys: '?', action: 'show this list' },
  { keys: 'F6', action: 'go to the message at the bottom, such as one with Undo' },
  { keys: 'Ctrl-S', action: 'in the editor: save a revision (⌘-S on a Mac)' },
  { keys: 'F8', action: 'in the code: next problem; in a comparison: next change' },
  { keys: 'Alt-F5', action: 'in a comparison: next change' },
  { keys: 'Ctrl-M', action: 'in the code: switch between Tab as indent and Tab as the way out' },
  { keys: 'Esc', action: 'close a dialog' },
];
/** Where this browser keeps that a single key starts nothing. */
const SWITCH = 'single-keys';

/** True when single keys start actions in this browser. Storage may be refused, for example in a private window. */
function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(SWITCH) !== 'off';
  } catch {
    return true;
  }
}

function switchSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(SWITCH);
    else localStorage.setItem(SWITCH, 'off');
  } catch {
    // The choice then lasts as long as the dialog.
  }
}

/** True when a key types text at this element. */
function takesText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, code-view') !== null)
  );
}

/** Runs an action on "?", unless the key types text or single keys are switched off. */
export function useHelpKey(action: () => void): void {
  useWindowKey(
    ({ key, ctrlKey, metaKey, altKey, target }) =>
      key === '?' && !ctrlKey && !metaKey && !altKey && !takesText(target) && areSingleKeysOn(),
    action,
  );
}

/** The list of keys, with the switch for single ones. */
export function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  const [isOn, setOn] = useState(areSingleKeysOn);
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      <dl className="facts">
        {SHORTCUTS.map(({ keys, action }) => (
          <Fragment key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{action}</dd>
          </Fragment>
        ))}
      </dl>
      <label>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            setOn(target.checked);
            switchSingleKeys(target.checked);
          }}
        />{' '}
        “?” opens this list
      </label>
      <p className="hint">You can also press Ctrl-K and choose Keyboard.</p>
      <div className="row end">
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
