import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  closeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { NODE_PACKAGES } from './node-packages.mjs';
import { ROOT, UsageError, withProgress } from './terminal.mjs';

const NODE_MIN = /** @type {const} */ ([20, 19]);
const NPM_MAJOR_MIN = 10;
const OWN_NODE_MAJOR = 24;

const LOCK = join(ROOT, 'package-lock.json');
const MODULES = join(ROOT, 'node_modules');
/** The file that npm writes last. After an interrupted install it is missing. */
const INSTALLED = join(MODULES, '.package-lock.json');
/** File that contains the hash of the lock file from which node_modules was installed. */
const STAMP = join(MODULES, '.installed-from');
/** File that contains the process id of the start that is installing packages. */
const BUSY = join(ROOT, '.cache', 'installing');
/** Options of `npm ci`. The install scripts of packages never run; the product does their work when it starts. */
const INSTALL_OPTIONS = [
  '--ignore-scripts',
  '--include=dev',
  '--include=optional',
  '--no-audit',
  '--no-fund',
];
const WAIT_POLL_MS = 200;

/** Runs `npm ci` when node_modules is missing, incomplete or older than the lock file. */
export async function install() {
  checkNode();
  if (isInstalled()) return;
  checkNpm();
  await oneAtATime(async () => {
    if (isInstalled()) return;
    await withProgress(
      'Installing packages (only after changes)',
      () => `(${countPackages()} packages)`,
      npmCi,
    );
    writeFileSync(STAMP, hashOfLock());
  });
}

/**
 * Returns the path of the project's Node 24 from npm, or of the machine's Node when npm has none for this platform. Throws
 * when that is too old.
 * @returns {string}
 */
export function ownNode() {
  const name = NODE_PACKAGES[`${process.platform}-${process.arch}`];
  if (name !== undefined) {
    const program = process.platform === 'win32' ? 'node.exe' : 'node';
    const own = join(MODULES, name, 'bin', program);
    if (existsSync(own)) return own;
  }
  if (Number(process.versions.node.split('.')[0]) >= OWN_NODE_MAJOR) return process.execPath;
  throw new UsageError(
    name === undefined
      ? `There is no Node ${OWN_NODE_MAJOR} for this platform on npm: install it (https://nodejs.org) and start again.`
      : `The project's own Node ${OWN_NODE_MAJOR} is missing, because npm left out optional packages. Run: npm ci --include=optional`,
  );
}

function isInstalled() {
  if (!existsSync(INSTALLED)) return false;
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hashOfLock()) return true;
  // When the user ran npm directly, `STAMP` is missing or outdated, but the file that npm writes last is newer than the lock
  // file.
  if (statSync(INSTALLED).mtimeMs < statSync(LOCK).mtimeMs) return false;
  writeFileSync(STAMP, hashOfLock());
  return true;
}

function hashOfLock() {
  return hash('sha256', readFileSync(LOCK));
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1])) return;
  throw new UsageError(
    `This needs Node ${NODE_MIN.join('.')} or newer, and here is ${process.versions.node}: update it (https://nodejs.org).`,
  );
}

function checkNpm() {
  const version = /npm\/(\d+)/.exec(process.env['npm_config_user_agent'] ?? '')?.[1];
  if (version === undefined || Number(version) >= NPM_MAJOR_MIN) return;
  throw new UsageError(
    `This needs npm ${NPM_MAJOR_MIN} or newer; this is npm ${version}. Update it: npm install -g npm@11`,
  );
}

/**
 * Returns the number of packages that are already unpacked, to show progress. npm first creates all folders and fills them
 * later.
 */
function countPackages() {
  return folders(MODULES)
    .flatMap((name) =>
      name.startsWith('@') ? folders(join(MODULES, name)).map((part) => join(name, part)) : [name],
    )
    .filter((name) => existsSync(join(MODULES, name, 'package.json'))).length;
}

/** @param {string} folder */
function folders(folder) {
  return existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : [];
}

/** @returns {Promise<void>} */
async function npmCi() {
  const npm = process.env['npm_execpath'];
  const args = ['ci', ...INSTALL_OPTIONS];
  const child =
    npm === undefined
      ? spawn('npm', args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
      : spawn(process.execPath, [npm, ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (said += text));
  }
  const status = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (status === 0) return;
  throw new UsageError(`\n${said.trim()}\nThe packages could not be installed (see above).`);
}

/**
 * Runs `work` while no other start installs; a second start in the same checkout waits.
 * @param {() => Promise<void>} work
 */
async function oneAtATime(work) {
  mkdirSync(dirname(BUSY), { recursive: true });
  if (!take()) {
    await withProgress(
      'Waiting for another start that is installing the packages',
      () => '',
      async () => {
        while (!take()) await delay(WAIT_POLL_MS);
      },
    );
  }
  try {
    await work();
  } finally {
    rmSync(BUSY, { force: true });
  }
}

/** @returns {boolean} */
function take() {
  try {
    const file = openSync(BUSY, 'wx');
    writeFileSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch {
    const holder = Number(readIfThere(BUSY));
    if (holder > 0 && !isAlive(holder)) rmSync(BUSY, { force: true });
    return false;
  }
}

/** @param {string} file */
function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
