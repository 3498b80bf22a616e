// npm run torture: the product under load while everything around it fails, and whether it kept its promises.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Missing, ROOT } from '@bridge/testing';
import { FAULTS, type Fault } from './faults.ts';
import { report } from './report.ts';
import { startRig } from './rig.ts';
import { torture } from './torture.ts';

const KINDS = Object.keys(FAULTS) as Fault[];
const HELP = `npm run torture -- [--seed N] [--minutes M] [--faults kind,kind…]

Starts the product as separate services, twice each, over real servers; sixteen agents call it over both surfaces while
everything around it is killed, frozen, cut off and filled up by a plan that the seed makes again. Then everything is
healed, and every promise is checked: nothing acknowledged is lost, nothing is done twice, every call has its answer.

  --seed N       the plan; a fresh one by default, printed
  --minutes M    how long faults are injected; 4 by default
  --faults list  only these kinds, by comma:
${KINDS.map((kind) => `                   ${kind.padEnd(14)} ${FAULTS[kind][1]}`).join('\n')}

Ends with 0, with 1 when a promise was broken (the history of each page concerned is then written to a file), and with
2 for wrong use. nats-server and versitygw are taken from .cache/servers or PATH; scripts/servers.sh builds both.`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string', default: '4' },
    faults: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});
const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
const minutes = Number(values.minutes);
const kinds = values.faults === undefined ? KINDS : (values.faults.split(',') as Fault[]);
const unknown = kinds.filter((kind) => !KINDS.includes(kind));

if (values.help === true) {
  console.log(HELP);
} else if (!Number.isSafeInteger(seed) || !(minutes > 0) || unknown.length > 0) {
  console.error(
    `Wrong use${unknown.length > 0 ? `: no fault ${unknown.join(', ')}` : ''}.\n\n${HELP}`,
  );
  process.exitCode = 2;
} else {
  console.log(`Seed ${seed}`);
  const say = (step: string): void =>
    console.log(`${(performance.now() / 1_000).toFixed(1).padStart(7)} s  ${step}`);
  try {
    const rig = await startRig(say);
    try {
      const outcome = await torture(rig, {
        seed,
        totalMs: minutes * 60_000,
        kinds,
        onStep: say,
      });
      console.log(`\n${report(outcome)}`);
      const { findings } = outcome.history;
      if (findings.length > 0) {
        process.exitCode = 1;
        const folder = join(ROOT, '.cache', 'torture');
        mkdirSync(folder, { recursive: true });
        const file = join(folder, `seed-${seed}.json`);
        const pages = new Set(
          findings.flatMap(({ pageId }) => (pageId === undefined ? [] : [pageId])),
        );
        const histories = Object.fromEntries(
          [...pages].map((pageId) => [
            pageId,
            {
              events: outcome.history.pages.get(pageId) ?? [],
              calls: outcome.history.ofPage(pageId),
            },
          ]),
        );
        const logs = Object.fromEntries(
          rig.split.replicas.map(({ service, program }, n) => [
            `${service} ${n}`,
            program.output(),
          ]),
        );
        writeFileSync(file, JSON.stringify({ seed, findings, histories, logs }, null, 2));
        console.log(
          `\nHistory in ${file}\nAgain: npm run torture -- --seed ${seed} --minutes ${minutes}`,
        );
      }
    } finally {
      await rig.stop();
    }
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
