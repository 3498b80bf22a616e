// npm run fuzz: runs the targets in all *.fuzz.test.ts files with a chosen number of cases and a new, printed seed.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = dirname(import.meta.dirname);
const RUNS = 100_000;
const SEED_MAX = 2 ** 31;

/** A fuzz target: a call of `fuzz(name, …)` in a test file of a library. */
interface FuzzTarget {
  readonly name: string;
  readonly promise: string;
  readonly project: string;
  readonly file: string;
}

function targets(): readonly FuzzTarget[] {
  return globSync(['libs/*/src/**/*.fuzz.test.ts', 'e2e/src/**/*.fuzz.test.ts'], { cwd: ROOT })
    .toSorted()
    .flatMap((path) => {
      const project = path.startsWith('e2e') ? 'e2e' : path.split('/').slice(0, 2).join('/');
      const text = readFileSync(join(ROOT, path), 'utf8');
      return [...text.matchAll(/fuzz\(\s*'([a-z-]+)',\s*'([^']+)'/g)].map(
        ([, name = '', promise = '']) => ({
          name,
          promise,
          project,
          file: path.slice(project.length + 1),
        }),
      );
    });
}

function help(all: readonly FuzzTarget[]): string {
  const lines = all.map(({ name, promise }) => `  ${name.padEnd(16)} ${promise}`);
  return `npm run fuzz [-- --runs N] [--seed N] [--only name]

Throws any input at the parsers, the patch matcher and both surfaces. --runs is the number of cases of a cheap target
(default ${RUNS.toLocaleString('en')}; dearer ones get fewer), --seed repeats a run, --only takes one target:

${lines.join('\n')}

A failure prints the smallest input that was found and the command that shows it again. The daily tests run 10,000 cases
of each target with one fixed seed.`;
}

function wrongUse(message: string): never {
  console.error(`${message}\n\n${help(targets())}`);
  process.exit(2);
}

function positive(text: string, name: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) wrongUse(`--${name} takes a number, not ${text}.`);
  return value;
}

async function run(
  project: string,
  files: readonly string[],
  only: string | undefined,
  env: object,
): Promise<boolean> {
  const named = only === undefined ? [] : ['-t', `^${only}: `];
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [
    vitest,
    'run',
    '--root',
    join(ROOT, project),
    '--reporter',
    'tree',
    ...named,
    ...files,
  ];
  const child = spawn(process.execPath, args, {
    stdio: 'inherit',
    cwd: ROOT,
    env: { ...process.env, ...env },
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return code === 0;
}

async function main(): Promise<void> {
  let values: { runs?: string; seed?: string; only?: string; help?: boolean };
  try {
    ({ values } = parseArgs({
      options: {
        runs: { type: 'string' },
        seed: { type: 'string' },
        only: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }));
  } catch (error) {
    wrongUse(error instanceof Error ? error.message : String(error));
  }
  const all = targets();
  if (values.help === true) {
    console.log(help(all));
    return;
  }
  const { only } = values;
  const wanted = only === undefined ? all : all.filter(({ name }) => name === only);
  if (wanted.length === 0) wrongUse(`There is no target ${only}.`);
  const runs = values.runs === undefined ? RUNS : positive(values.runs, 'runs');
  const seed = values.seed === undefined ? randomInt(SEED_MAX) : positive(values.seed, 'seed');
  console.log(`seed ${seed}, ${runs.toLocaleString('en')} cases of a cheap target`);
  const env = { BRIDGE_TEST_FUZZ_RUNS: String(runs), BRIDGE_TEST_FUZZ_SEED: String(seed) };
  const failed: string[] = [];
  for (const project of new Set(wanted.map((one) => one.project))) {
    const files = [
      ...new Set(wanted.filter((one) => one.project === project).map(({ file }) => file)),
    ];
    if (!(await run(project, files, only, env))) failed.push(project);
  }
  console.log(
    failed.length === 0
      ? `${wanted.length} targets kept their promises (seed ${seed}).`
      : `Broken in ${failed.join(', ')}; again: npm run fuzz -- --seed ${seed} --runs ${runs}`,
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
}

await main();
