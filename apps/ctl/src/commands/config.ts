import { readSettings, SETTINGS, type SettingName } from '@bridge/kernel';
import type { CtlCommand } from '../command.ts';

const MASK = '•••';
const NAMES = Object.keys(SETTINGS) as SettingName[];

/** Returns the value of a setting as it is printed: secrets, and passwords in URLs, are masked. */
function shown(name: SettingName, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if ('secret' in SETTINGS[name]) return MASK;
  if (typeof value !== 'string') return value;
  // A password may contain `@`, so it ends at the last one before the path. The driver of Postgres also reads one in the query.
  return value
    .replace(/(\/\/[^:/@]*:)[^/]*@/g, `$1${MASK}@`)
    .replace(/([?&][a-z]*password=)[^&\s]+/gi, `$1${MASK}`);
}

/** `ctl config print`: prints the value of every setting, as it results from flags and environment. */
export const configPrint: CtlCommand = {
  name: 'config print',
  about: 'Prints every setting with its value; secrets are masked.',
  usage: '[--diff]',
  options: { diff: { type: 'boolean' } },
  help: [['--diff', 'only what differs from the defaults']],
  run: async ({ settings, values }) => {
    const defaults = readSettings({});
    const names = NAMES.filter(
      (name) =>
        values['diff'] !== true ||
        JSON.stringify(settings[name]) !== JSON.stringify(defaults[name]),
    );
    const facts = Object.fromEntries(names.map((name) => [name, shown(name, settings[name])]));
    const lines = names.map((name) => {
      const value = facts[name];
      return `${name.padEnd(24)} ${value === null ? '(not set)' : JSON.stringify(value)}\n${' '.repeat(25)}${SETTINGS[name].about}`;
    });
    return {
      json: facts,
      text: lines.length === 0 ? 'All settings have their defaults.' : lines.join('\n'),
    };
  },
};
