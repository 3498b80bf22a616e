// npm run bench [-- <suite> [--short]]: measures the product and comparable programs; prints a table and writes JSON.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { actions } from './actions.ts';
import { archive } from './archive.ts';
import { consoleScreens } from './console.ts';
import { core } from './core.ts';
import { RESULTS } from './large.ts';
import { growth } from './growth.ts';
import { overload } from './overload.ts';
import { publish } from './publish.ts';
import { type ProgressPrinter, table, type BenchComparisonRow } from './table.ts';
import { verdicts } from './verdicts.ts';

/** Function that runs one bench suite with its command-line arguments and returns the measured cases. */
type BenchSuite = (
  say: ProgressPrinter,
  args: readonly string[],
) => Promise<readonly BenchComparisonRow[]>;
const SUITES: Readonly<Record<string, BenchSuite>> = {
  actions,
  archive,
  console: consoleScreens,
  core,
  growth,
  overload,
  publish,
  verdicts,
};
const HELP = `npm run bench [-- ${Object.keys(SUITES).join('|')}] [--short]

Starts the product and its peers on this machine, loads them in turn with 32 connections and prints the ratios.
Absolute figures depend on the machine; the ratios are what counts.
overload asks for five times what the product can do, for a minute (20 s with --short), and for more memory than it has;
it wants a machine with nothing else to do. growth measures the time of each call, and the buffers that its statements
read, on an account of 10^6 websites against one of 10^2 (--short: 10^5). console measures every route that a screen reads, in a
large account, what consoles that watch agents cost a gateway, and the console in Chromium (--short: a tenth of the journal;
--browser: Chromium alone). actions measures the actions beyond the tools against tools, and mall.overview on 10^6 websites (--short: 10^5).
archive imports every real file (BRIDGE_TEST_SHARED) and judges the search by type (--short: 20,000 records of each file;
--large: files of 300 MB and 1 GB as well); its goals stand where the others have a peer. Results are also written as JSON.`;

const [name = 'core', ...args] = process.argv.slice(2);
const suite = SUITES[name];
const isHelp = [name, ...args].some((one) => one === '--help' || one === '-h');
if (suite === undefined || isHelp) {
  console.log(HELP);
  process.exitCode = isHelp ? 0 : 2;
} else {
  const from = performance.now();
  const rows = await suite((text) => console.error(`  ${text}`), args);
  mkdirSync(RESULTS, { recursive: true });
  const file = join(RESULTS, `${name}.json`);
  writeFileSync(
    file,
    JSON.stringify({ suite: name, cpu: cpus()[0]?.model, cores: cpus().length, rows }, null, 2),
  );
  console.log(
    `${table(rows)}\n\n${Math.round((performance.now() - from) / 1_000)} s, written to ${file}`,
  );
}
