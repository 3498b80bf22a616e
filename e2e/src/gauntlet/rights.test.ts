import { processEnv } from '@bridge/kernel';
import { joinByLink } from '@bridge/testing';
import { expect, it } from 'vitest';
import { raceRight } from '../split/race-right.ts';
import { done, stage } from '../stage.ts';
import { standing } from './standing.ts';

const founder = await stage();
const contributor = await stage();
const call = contributor.on('act');
standing(() => call('worlds.list', {}));

/** Number of races between a change and the removal of the role that allows it: 20, or as many as `BRIDGE_TEST_RACES` says. */
const RACES = Number(processEnv()['BRIDGE_TEST_RACES'] ?? 20);
const RACES_MS_MAX = 600_000;

async function setRole(role: 'viewer' | null): Promise<void> {
  const path = `/api/agent-bridge/worlds/${founder.word}/members`;
  const { email } = contributor.owner;
  expect((await founder.owner.send('POST', path, { email, role })).status).toBe(200);
}

// Verifies: worlds.right-held.
it(
  'no create, attach or publication commits after the removal of its right was acknowledged',
  {
    timeout: RACES_MS_MAX,
  },
  async () => {
    const race = {
      call,
      word: founder.word,
      ownWord: contributor.word,
      join: () =>
        joinByLink(founder.owner, contributor.owner, { word: founder.word, role: 'contributor' }),
      remove: setRole,
    };
    let effects = 0;
    for (let round = 0; round < RACES; round += 1) effects += await raceRight(race, round);
    // Some changes were committed before the role was removed, and some were refused afterwards.
    expect(effects).toBeGreaterThan(0);
    expect(effects).toBeLessThan(3 * RACES);
    done(await call('worlds.list', {}));
  },
);
