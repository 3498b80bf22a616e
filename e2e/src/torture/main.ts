// npm run torture: runs the product under load, injects faults into its processes, servers and connections, and checks its
// promises.
import { parseArgs } from 'node:util';
import { MissingTestResourceError } from '@bridge/testing';
import { tortureAllInOne } from './all-in-one.ts';
import { tortureEditor } from './editor/editor-torture.ts';
import { FAULTS, type InjectedFaultKind } from './faults.ts';
import { printOutcome } from './print-outcome.ts';
import { startRig } from './rig.ts';
import { torture } from './torture.ts';

const KINDS = Object.keys(FAULTS) as InjectedFaultKind[];
const HELP = `npm run torture -- [--seed N] [--minutes M] [--faults kind,kind…]
npm run torture -- --all-in-one [--seed N] [--rounds N]
npm run torture -- --editor [--seed N] [--minutes M]

Starts the product as separate services over real servers; sixteen agents call all 23 actions over both surfaces while
everything around it is killed, frozen, cut off and filled up by a plan that the seed makes again. A stand-in writes the
drafts of pages.generate, and a receiver takes the webhooks; both fail by the same plan. Then everything is
healed, and every promise is checked: nothing acknowledged is lost, nothing is done twice, every call has its answer.

  --seed N       the plan; a fresh one by default, printed
  --minutes M    how long faults are injected; 4 by default
  --faults list  only these kinds, by comma:
${KINDS.map((kind) => `                   ${kind.padEnd(14)} ${FAULTS[kind][1]}`).join('\n')}

With --all-in-one the one process of npm start is killed under load instead, with its database or without, and started
again on the same data, 50 times or as often as --rounds says.

With --editor sixteen agents patch one website while a person in a browser types into it, saves, takes in, merges and
restores, over a connection that delays and loses requests. Every text that the editor shows is compared with the one
that it must show. It needs Chromium.

Ends with 0, with 1 when a promise was broken (the history of each page concerned is then written to a file), and with
2 for wrong use. nats-server and versitygw are taken from .cache/servers or PATH; scripts/servers.sh builds both.`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string', default: '4' },
    faults: { type: 'string' },
    'all-in-one': { type: 'boolean', default: false },
    editor: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '50' },
    help: { type: 'boolean', short: 'h' },
  },
});
const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
const minutes = Number(values.minutes);
const rounds = Number(values.rounds);
const kinds =
  values.faults === undefined ? KINDS : (values.faults.split(',') as InjectedFaultKind[]);
const unknown = kinds.filter((kind) => !KINDS.includes(kind));

function say(step: string): void {
  console.log(`${(performance.now() / 1_000).toFixed(1).padStart(7)} s  ${step}`);
}

async function split(): Promise<boolean> {
  const rig = await startRig(minutes, say);
  try {
    const outcome = await torture(rig, { seed, totalMs: minutes * 60_000, kinds, onStep: say });
    const logs = rig.split.replicas.map(({ service, output }, n): [string, string] => [
      `${service} ${n}`,
      output(),
    ]);
    const only = values.faults === undefined ? '' : ` --faults ${values.faults}`;
    const command = `npm run torture -- --seed ${seed} --minutes ${minutes}${only}`;
    return printOutcome(outcome, { seed, command }, Object.fromEntries(logs));
  } finally {
    await rig.stop();
  }
}

async function allInOne(): Promise<boolean> {
  const outcome = await tortureAllInOne({ seed, rounds, onStep: say });
  const command = `npm run torture -- --all-in-one --seed ${seed} --rounds ${rounds}`;
  return printOutcome(outcome, { seed, command }, {});
}

async function editor(): Promise<boolean> {
  const outcome = await tortureEditor({ seed, totalMs: minutes * 60_000, onStep: say });
  const command = `npm run torture -- --editor --seed ${seed} --minutes ${minutes}`;
  return printOutcome(outcome, { seed, command }, { person: outcome.log });
}

function run(): Promise<boolean> {
  if (values.editor) return editor();
  return values['all-in-one'] ? allInOne() : split();
}

if (values.help === true) {
  console.log(HELP);
} else if (!Number.isSafeInteger(seed) || !(minutes > 0) || !(rounds > 0) || unknown.length > 0) {
  console.error(
    `Wrong use${unknown.length > 0 ? `: no fault ${unknown.join(', ')}` : ''}.\n\n${HELP}`,
  );
  process.exitCode = 2;
} else {
  console.log(`Seed ${seed}`);
  try {
    if (!(await run())) process.exitCode = 1;
  } catch (error) {
    if (!(error instanceof MissingTestResourceError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
// An open handle of a broken connection would keep this process running.
process.exit();
