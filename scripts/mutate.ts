// npm run mutate: makes small changes (mutants) in the sources of core modules, one at a time, and lists those that no test
// detects.
import { parseArgs } from 'node:util';
import { CORES, type MutationTestTarget } from './mutate/cores.ts';
import { printReport, SCORE_MIN } from './mutate/report.ts';
import { runCore } from './mutate/run-core.ts';

const HELP = `npm run mutate [-- core ...] [--file part] [--all]

Changes the sources of a core, one change at a time, and runs its tests: a change that no test notices is a survivor.
Without a name all cores run, one after the other. A run that was stopped is continued, as long as neither
sources nor tests change. A survivor that no test can notice is listed with its reason in scripts/mutate/survivors.json;
the command fails below ${100 * SCORE_MIN} % or with a survivor that is not listed. Decision 037 says why.

  --file part   only the sources whose path has this part
  --all         shows the listed survivors too

${CORES.map(({ name, decides }) => `  ${name.padEnd(14)} ${decides}`).join('\n')}`;

function wrongUse(message: string): never {
  console.error(`${message}\n\n${HELP}`);
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        file: { type: 'string', default: '' },
        all: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    return wrongUse(error instanceof Error ? error.message : String(error));
  }
}

function coreNamed(name: string): MutationTestTarget {
  return CORES.find((core) => core.name === name) ?? wrongUse(`There is no core ${name}.`);
}

const { values, positionals } = readArguments();
if (values.help) console.log(HELP);
else {
  const cores = positionals.length === 0 ? CORES : positionals.map(coreNamed);
  for (const core of cores) {
    const result = await runCore(core, values.file);
    if (!printReport(result, values.all)) process.exitCode = 1;
  }
}
