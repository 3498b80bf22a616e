import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { launchOf } from '../build/start-script.mjs';
import { COMPILED } from './compile.mjs';
import { ROOT } from './terminal.mjs';

/** @type {readonly NodeJS.Signals[]} */
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const WINDOWS = process.platform === 'win32';
const PARENT_POLL_MS = 500;

/**
 * How the app behind this entry wants its process to be started; nothing for what is no app.
 * @param {string} entry
 */
function launchOptions(entry) {
  const folder = resolve(entry, '..', '..');
  return dirname(folder) === join(ROOT, 'apps') ? launchOf(folder) : { node: [], env: {} };
}

/**
 * Runs the command in this terminal and returns its exit code; 128 + n when signal n ended it. Each
 * signal reaches it once: a second one is how a person says "at once, without tidying up".
 * @param {string} node
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
export async function runCommand(node, args) {
  const launch = launchOptions(args[0] ?? '');
  const path = [join(ROOT, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter);
  const terminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  // Before the command, so that there is no moment in which it would outlive us.
  const leash = makeLeash();
  const child = spawn(node, [...launch.node, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    // Without a terminal, a signal to our whole group must not reach it beside the one we pass on.
    detached: !terminal && !WINDOWS,
    env: {
      NODE_COMPILE_CACHE: COMPILED,
      ...launch.env,
      ...process.env,
      PATH: path,
    },
  });
  leash?.stdin.write(`${child.pid}\n`);
  for (const signal of FORWARDED) {
    process.on(signal, () => {
      // Ctrl-C reaches every process of the terminal by itself: sent on, it would count twice.
      if (signal !== 'SIGINT' || !terminal) child.kill(signal);
    });
  }
  if (process.env['npm_lifecycle_event'] !== undefined) {
    whenParentIsGone(() => child.kill('SIGTERM'));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      leash?.kill('SIGKILL');
      resolve(signal === null ? (code ?? 1) : 128 + constants.signals[signal]);
    });
  });
}

/**
 * Stops the command whose number it is told when we are killed without a word: the shell reads from a pipe that closes
 * with us.
 */
function makeLeash() {
  if (WINDOWS) return null;
  const leash = spawn('/bin/sh', ['-c', 'read -r pid; read -r _; kill -TERM "$pid"'], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  leash.on('error', () => undefined);
  leash.stdin.on('error', () => undefined);
  leash.unref();
  return leash;
}

/**
 * npm starts us by a shell, which dies of a SIGTERM without passing it on: who stops npm would leave the
 * product running.
 * @param {() => void} act
 */
function whenParentIsGone(act) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    act();
  }, PARENT_POLL_MS);
  timer.unref();
}
