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
 * Returns the launch options of the app with this entry file; empty for another entry.
 * @param {string} entry
 */
function launchOptions(entry) {
  const folder = resolve(entry, '..', '..');
  return dirname(folder) === join(ROOT, 'apps') ? launchOf(folder) : { node: [], env: {} };
}

/**
 * Runs a command in this terminal and returns its exit code; 128 + n when signal n ended it. Each signal reaches the command
 * only once, because a second one would make it end at once.
 * @param {string} node
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
export async function runCommand(node, args) {
  const launch = launchOptions(args[0] ?? '');
  const path = [join(ROOT, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter);
  const terminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  // The shell that ends the command (`makeLeash`) starts first, so that the command never outlives this process.
  const leash = makeLeash();
  const child = spawn(node, [...launch.node, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    // Without a terminal the command gets its own process group. Otherwise a signal to the group would reach it twice: directly
    // and forwarded by this process.
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
      // Ctrl-C in a terminal already reaches the command; a forwarded SIGINT would count twice.
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
 * Starts a shell that ends the command when this process is killed. It reads the command's process id, then waits on a
 * pipe that closes with this process.
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
 * Calls `act` when the parent process has ended. npm runs this process in a shell that ends on SIGTERM without forwarding
 * it, so without this check the product would keep running.
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
