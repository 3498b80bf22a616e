// npm run bench [-- <suite>]: ratios against peers in the same run, as a table and as JSON.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { core } from './core.ts';
import { RESULTS } from './large.ts';
import { table, type Row } from './table.ts';
import { verdicts } from './verdicts.ts';

const SUITES: Readonly<Record<string, (say: (text: string) => void) => Promise<readonly Row[]>>> = {
  core,
  verdicts,
};
const HELP = `npm run bench [-- ${Object.keys(SUITES).join('|')}]

Starts the product and its peers on this machine, loads them in turn with 32 connections and prints the ratios.
Absolute figures depend on the machine; the ratios are what counts. Results are also written as JSON.`;

const [name = 'core'] = process.argv.slice(2);
const suite = SUITES[name];
if (suite === undefined) {
  console.log(HELP);
  process.exitCode = name === '--help' || name === '-h' ? 0 : 2;
} else {
  const from = performance.now();
  const rows = await suite((text) => console.error(`  ${text}`));
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
