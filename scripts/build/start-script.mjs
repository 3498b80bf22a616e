import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} Launch  How an app's process is started: `apps/<app>/launch.json`.
 * @property {readonly string[]} node  Options of Node itself.
 * @property {Readonly<Record<string, string>>} env  Variables that take effect before Node starts: those of the allocator.
 */

/**
 * The launch options of an app; none where it declares none.
 * @param {string} folder  Of the app.
 * @returns {Launch}
 */
export function launchOf(folder) {
  const file = join(folder, 'launch.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { node: [], env: {} };
}

/**
 * A shell script that starts the bundle in its folder with the app's launch options.
 * @param {string} folder  Of the app.
 */
export function startScript(folder) {
  const { node, env } = launchOf(folder);
  const quoted = (/** @type {string} */ text) => `'${text.replaceAll("'", "'\\''")}'`;
  const variables = Object.entries(env).map(([name, value]) => `export ${name}=${quoted(value)}\n`);
  const options = node.map((option) => ` ${quoted(option)}`).join('');
  return `#!/bin/sh\n${variables.join('')}exec node${options} "$(dirname "$0")/main.mjs" "$@"\n`;
}
