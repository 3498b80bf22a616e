import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from './terminal.mjs';

const PARALLEL = 2;
const HEADER = /^> nx run (\S+):(\w+)/;
const FAILED = /^Warning: command ".*" exited with non-zero status code/;
const SUMMARY = /^ NX {3}/;

/**
 * Runs targets of projects with Nx and prints a line per task, with the output of failed ones. The complete output is in
 * `.cache/checks/<targets>.log`. Tasks are named `<target> <project>`.
 * @param {readonly string[]} targets
 * @param {readonly string[]} projects  All when empty.
 * @param {{ env?: NodeJS.ProcessEnv, parallel?: number, except?: readonly string[] }} [options]
 * @returns {Promise<{ failed: readonly string[], ran: readonly string[], seconds: number }>}
 */
export async function runTasks(targets, projects, options = {}) {
  const from = performance.now();
  const log = join(ROOT, '.cache', 'checks', `${targets.join('-')}.log`);
  mkdirSync(join(log, '..'), { recursive: true });
  const child = spawn(
    process.execPath,
    [
      join(ROOT, 'node_modules', 'nx', 'dist', 'bin', 'nx.js'),
      ...argumentsFor(targets, projects, options),
    ],
    {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...options.env,
        NX_TUI: 'false',
        FORCE_COLOR: '0',
        NX_DAEMON: 'false',
      },
    },
  );
  const file = createWriteStream(log);
  const report = makeReport();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      file.write(`${line}\n`);
      report.line(line);
    });
  }
  const status = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  file.end();
  const { failed, ran } = report.end();
  const seconds = (performance.now() - from) / 1_000;
  // Nx can fail although no task failed, for example because of an invalid project file.
  if (status !== 0 && failed.length === 0) {
    console.log(report.all());
    return { failed: ['(nx)'], ran, seconds };
  }
  console.log(
    `${failed.length === 0 ? '✔' : '✖'} ${targets.join(', ')}: ${ran.length} tasks (${seconds.toFixed(1)} s)`,
  );
  return { failed, ran, seconds };
}

/**
 * @param {readonly string[]} targets
 * @param {readonly string[]} projects
 * @param {{ parallel?: number, except?: readonly string[] }} options
 */
function argumentsFor(targets, projects, { parallel = PARALLEL, except = [] }) {
  const names = (/** @type {readonly string[]} */ list) =>
    list.map((name) => `@bridge/${name}`).join(',');
  return [
    'run-many',
    ...['-t', ...targets, '--outputStyle=static', `--parallel=${parallel}`],
    ...(projects.length > 0 ? ['-p', names(projects)] : []),
    ...(except.length > 0 ? ['--exclude', names(except)] : []),
  ];
}

/** Makes a parser that splits the output of Nx into one block per task. */
function makeReport() {
  /** @type {string[]} */
  const ran = [];
  /** @type {string[]} */
  const failed = [];
  /** @type {string[]} */
  const everything = [];
  /** @type {{ task: string, lines: string[] } | null} */
  let block = null;

  const close = () => {
    if (block === null) return;
    const { task, lines } = block;
    block = null;
    ran.push(task);
    const broken = lines.some((line) => FAILED.test(line));
    if (broken) {
      failed.push(task);
      console.log(lines.join('\n').trim());
    }
    console.log(`  ${broken ? '✖' : '✔'} ${task}`);
  };
  return {
    /** @param {string} raw */
    line(raw) {
      const line = raw.trimEnd();
      everything.push(line);
      const header = HEADER.exec(line);
      if (header !== null || SUMMARY.test(line)) close();
      if (header !== null)
        block = { task: `${header[2]} ${header[1]?.replace('@bridge/', '')}`, lines: [] };
      else block?.lines.push(line);
    },
    end() {
      close();
      return { ran, failed };
    },
    all: () => everything.join('\n'),
  };
}
