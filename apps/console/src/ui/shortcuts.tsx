import { Fragment, useState } from 'react';
import { Button } from './button.tsx';
import { CheckboxOrRadio } from './choice.tsx';
import { Dialog } from './dialog.tsx';
import { useWindowKey } from './use-window-key.ts';

/** A keyboard shortcut and what it does, for the list of shortcuts. */
interface KeyboardShortcut {
  readonly keys: string;
  readonly action: string;
}

const SHORTCUTS: readonly KeyboardShortcut[] = [
  { keys: 'Ctrl-K', action: 'find a screen, a website or a key (⌘-K on a Mac)' },
  { keys: '?', action: 'show this list' },
  { keys: 'F6', action: 'go to the message at the bottom, such as one with Undo' },
  { keys: 'Ctrl-S', action: 'in the editor: save a revision (⌘-S on a Mac)' },
  { keys: 'F8', action: 'in the code: next problem; in a comparison: next change' },
  { keys: 'Alt-F5', action: 'in a comparison: next change' },
  { keys: 'Ctrl-M', action: 'in the code: switch between Tab as indent and Tab as the way out' },
  { keys: 'Esc', action: 'close a dialog' },
];
/** Key in local storage under which the setting is stored that disables single-key shortcuts such as “?”. */
const SWITCH = 'single-keys';

/**
 * Returns true when single-key shortcuts such as “?” are enabled in this browser. They are also enabled when reading local
 * storage throws, for example in a private window.
 */
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
    // Without local storage the setting has no effect and is lost when the dialog closes.
  }
}

/** Returns true for an element in which a key press enters text. */
function takesText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, code-view') !== null)
  );
}

/** React hook: runs an action when “?” is pressed outside of text fields, unless single-key shortcuts are disabled. */
export function useHelpKey(action: () => void): void {
  useWindowKey(
    ({ key, ctrlKey, metaKey, altKey, target }) =>
      key === '?' && !ctrlKey && !metaKey && !altKey && !takesText(target) && areSingleKeysOn(),
    action,
  );
}

/** The dialog that lists the keyboard shortcuts, with the setting that disables single-key shortcuts. */
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
      <CheckboxOrRadio
        checked={isOn}
        onChange={(checked) => {
          setOn(checked);
          switchSingleKeys(checked);
        }}
      >
        “?” opens this list
      </CheckboxOrRadio>
      <p className="hint">You can also press Ctrl-K and choose Keyboard.</p>
      <div className="row end">
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
