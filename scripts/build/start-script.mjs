import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} Launch  Launch options of an app's process, from `apps/<app>/launch.json`.
 * @property {readonly string[]} node  Command-line options of Node.
 * @property {Readonly<Record<string, string>>} env  Environment variables that must be set before Node starts.
 */

/**
 * Reads the launch options of an app; empty when it declares none.
 * @param {string} folder  Folder of the app.
 * @returns {Launch}
 */
export function launchOf(folder) {
  const file = join(folder, 'launch.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { node: [], env: {} };
}

/**
 * Returns a shell script that starts the bundle in its own folder with the app's launch options.
 * @param {string} folder  Folder of the app.
 */
export function startScript(folder) {
  const { node, env } = launchOf(folder);
  const quoted = (/** @type {string} */ text) => `'${text.replaceAll("'", "'\\''")}'`;
  const variables = Object.entries(env).map(([name, value]) => `export ${name}=${quoted(value)}\n`);
  const options = node.map((option) => ` ${quoted(option)}`).join('');
  return `#!/bin/sh\n${variables.join('')}exec node${options} "$(dirname "$0")/main.mjs" "$@"\n`;
}
