import { expect, it } from 'vitest';
import { product } from '../stage.ts';

// Verifies: storage.sweeps.
it('/metrics has the counts of removed objects from the start, one for each kind of sweep', async () => {
  const text = await (await fetch(`${product().internalUrl}/metrics`)).text();
  const kinds = {
    bridge_swept_total: ['admission', 'body', 'ingest', 'key', 'publication', 'trash'],
    bridge_gateway_swept_total: ['session', 'verification', 'link', 'refusal'],
  };
  for (const [name, all] of Object.entries(kinds))
    for (const kind of all)
      expect(text).toMatch(new RegExp(`^${name}\\{kind="${kind}"\\} \\d+$`, 'm'));
  expect(text).toMatch(/^bridge_publisher_swept_total \d+$/m);
  expect(text).toMatch(/^bridge_pending_publications \d+$/m);
});
