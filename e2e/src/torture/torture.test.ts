import { ACTIONS } from '@bridge/contracts';
import { describeWith, ROOT } from '@bridge/testing';
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { FAULTS, type InjectedFaultKind } from './faults.ts';
import { report } from './report.ts';
import { startRig } from './rig.ts';
import { torture } from './torture.ts';

/** Duration in ms for which faults are injected. With the last answers and the checks, the test takes a minute. */
const FAULTS_MS = 35_000;
const TIMEOUT_MS = 240_000;
/** Derives the seed from the commit, so that a failed run can be repeated. Outside a git checkout the clock gives the seed. */
function newSeed(): number {
  const head = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).stdout;
  return /^[0-9a-f]{40}/.test(head) ? parseInt(head.slice(0, 6), 16) : Date.now() % 1_000_000;
}
const SEEDS = [
  ['the same as ever', 7],
  ['a new one', newSeed()],
] as const;
const quiet = (): void => undefined;
/** The names of all actions that were called in the runs of this file. */
const called = new Set<string>();

describeWith(
  'sixteen agents while services, broker, database, store and connections fail by a plan',
  () => startRig((SEEDS.length * FAULTS_MS) / 60_000, quiet),
  (rig) => rig.stop(),
  (rig) => {
    for (const [which, seed] of SEEDS) {
      // Verifies: storage.torture, credits.under-faults, relay.under-faults, webhooks.under-faults.
      it(
        `lose nothing that was acknowledged, have nothing done twice, and all get an answer (${which}: seed ${seed})`,
        { timeout: TIMEOUT_MS },
        async () => {
          const outcome = await torture(rig(), {
            seed,
            totalMs: FAULTS_MS,
            kinds: Object.keys(FAULTS) as InjectedFaultKind[],
            counts: { accounts: 2, agents: 8 },
            replaysMax: 150,
            onStep: quiet,
          });
          const shown = report(outcome);
          console.log(shown);
          expect(outcome.isStoreUsedUp).toBe(false);
          expect(outcome.history.findings, shown).toEqual([]);
          expect(outcome.history.effects().length).toBeGreaterThan(0);
          for (const { action } of outcome.history.calls) called.add(action);
        },
      );
    }

    it('called every action', () => {
      expect(ACTIONS.map(({ name }) => name).filter((name) => !called.has(name))).toEqual([]);
    });
  },
);
