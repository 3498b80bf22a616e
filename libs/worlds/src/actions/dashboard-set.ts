import { type WORLDS, NO_CONTROLS_PATTERN } from '@bridge/contracts';
import type { ServiceCallHandler } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';
import type { WorldsDeps } from '../deps.ts';
import { changeAsFounder } from '../world-change.ts';
import { setDashboard } from '../world.store.ts';

/** Matches a text without control characters other than tab, line feed and carriage return. */
const TEXT_PATTERN = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*$/;

function demandPrintable(path: 'title' | 'text', value: string, pattern: RegExp): void {
  if (pattern.test(value)) return;
  const message = 'must not contain control characters';
  throw new BridgeError('invalid_input', { issues: [{ path, rule: 'pattern', message }] });
}

/**
 * Sets title and text of the dashboard of a World (the public page of a public identity). A blank title is replaced with the
 * World’s word, its unique name.
 */
export function dashboardSet({ db }: WorldsDeps): ServiceCallHandler<typeof WORLDS.dashboardSet> {
  return async ({ word, title, text }, call) => {
    demandPrintable('title', title, NO_CONTROLS_PATTERN);
    demandPrintable('text', text, TEXT_PATTERN);
    const content = { title: title.trim() === '' ? word : title, text };
    return changeAsFounder(db, {
      action: 'worlds.dashboard_set',
      word,
      call,
      apply: async (tx) => setDashboard(tx, word, content),
    });
  };
}
