import { expect, it } from 'vitest';
import { tortureAllInOne } from './all-in-one.ts';
import { report } from './report.ts';

// Verifies: storage.torture, credits.under-faults, relay.under-faults, webhooks.under-faults.
it(
  'the product, killed under load with or without its database, starts again on the same data and has lost nothing',
  { timeout: 240_000 },
  async () => {
    const outcome = await tortureAllInOne({
      seed: 11,
      rounds: 3,
      counts: { accounts: 1, agents: 6 },
      onStep: () => undefined,
    });
    const shown = report(outcome);
    console.log(shown);
    expect(outcome.history.findings, shown).toEqual([]);
    expect(outcome.history.effects().length).toBeGreaterThan(0);
  },
);
