import { expect, it } from 'vitest';
import { whyNoBrowser } from '../../browser/browser.ts';
import { report } from '../report.ts';
import { tortureEditor } from './editor-torture.ts';

const why = whyNoBrowser();

// Verifies: console.agent-faster, console.own-edits, editor.restore-race.
it.skipIf(why !== null)(
  why ??
    'sixteen agents and one person in a browser write on one website, and nothing of either is lost',
  { timeout: 240_000 },
  async () => {
    const outcome = await tortureEditor({ seed: 7, totalMs: 10_000, onStep: () => undefined });
    const shown = report(outcome);
    console.log(shown);
    expect(outcome.history.findings, `${shown}\n${outcome.log}`).toEqual([]);
    expect(outcome.history.effects().length).toBeGreaterThan(0);
  },
);
