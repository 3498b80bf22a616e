import { type WORLDS, NO_CONTROLS_PATTERN } from '@bridge/contracts';
import type { Handler } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';
import type { WorldsDeps } from '../deps.ts';
import { managedChange } from '../managed-change.ts';
import { setDashboard } from '../world.store.ts';

/** A text has lines and tabs, but none of the controls that terminals, XML and the database choke on. */
const TEXT_PATTERN = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*$/;

function demandPrintable(path: 'title' | 'text', value: string, pattern: RegExp): void {
  if (pattern.test(value)) return;
  const message = 'must not contain control characters';
  throw new BridgeError('invalid_input', { issues: [{ path, rule: 'pattern', message }] });
}

/** Sets what the dashboard of a World shows; a blank title is the word again. */
export function dashboardSet({ db }: WorldsDeps): Handler<typeof WORLDS.dashboardSet> {
  return async ({ word, title, text }, call) => {
    demandPrintable('title', title, NO_CONTROLS_PATTERN);
    demandPrintable('text', text, TEXT_PATTERN);
    const shown = { title: title.trim() === '' ? word : title, text };
    return managedChange(db, {
      action: 'worlds.dashboard_set',
      word,
      call,
      apply: async (tx) => setDashboard(tx, word, shown),
    });
  };
}
