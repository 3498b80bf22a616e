import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { ROOT } from './terminal.mjs';

/** @type {readonly NodeJS.Signals[]} */
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const PARENT_POLL_MS = 500;

/**
 * Runs the command in this terminal and returns its exit code; 128 + n when signal n ended it.
 * @param {string} node
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
export async function runCommand(node, args) {
  const path = [join(ROOT, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter);
  const child = spawn(node, [...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      // Compiled once: the second start need not parse a megabyte of sources again.
      NODE_COMPILE_CACHE: join(ROOT, '.cache', 'compile'),
      ...process.env,
      PATH: path,
    },
  });
  for (const signal of FORWARDED) {
    process.on(signal, () => {
      // Ctrl-C reaches every process of the terminal by itself: sent on, it would count twice.
      if (signal !== 'SIGINT' || !atTerminal()) child.kill(signal);
    });
  }
  if (process.env['npm_lifecycle_event'] !== undefined) {
    whenParentIsGone(() => child.kill('SIGTERM'));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      resolve(signal === null ? (code ?? 1) : 128 + constants.signals[signal]);
    });
  });
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

function atTerminal() {
  return process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
}
