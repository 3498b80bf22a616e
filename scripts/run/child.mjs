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
 * The launch options of the app of this entry; none when the entry is no app.
 * @param {string} entry
 */
function launchOptions(entry) {
  const folder = resolve(entry, '..', '..');
  return dirname(folder) === join(ROOT, 'apps') ? launchOf(folder) : { node: [], env: {} };
}

/**
 * Runs the command in this terminal and returns its exit code; 128 + n when signal n ended it. Each
 * signal reaches it once: the command takes a second one as a request to end at once.
 * @param {string} node
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
export async function runCommand(node, args) {
  const launch = launchOptions(args[0] ?? '');
  const path = [join(ROOT, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter);
  const terminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  // Started before the command, so that the command can never outlive this process.
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
 * Starts a shell that ends the command when this process is killed: it reads the command's pid and then waits on a pipe
 * that closes with this process.
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
 * Calls `act` when the parent process has ended. npm starts this process by a shell, which ends on SIGTERM without
 * forwarding it; without this check the product would keep running after npm was stopped.
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
