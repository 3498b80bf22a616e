import { type MappingProposal, proposeMapping, shellWord } from '@bridge/archive';
import { systemClock } from '@bridge/kernel';
import { existsSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type CtlCommand, type CommandInput, optional, CommandUsageError } from '../command.ts';
import { mappingText } from './mapping-text.ts';
import { refusalResult } from './with-archive.ts';

const SOURCE = /^[a-z][a-z0-9-]{1,30}$/;

/**
 * `ctl archive map`: proposes how the columns or members of a file become fields of archive records, and writes the proposal as
 * a mapping file.
 */
export const archiveMap: CtlCommand = {
  name: 'archive map',
  about:
    'Proposes a mapping for a table or JSON file of your own by the names and values of its first 500 records, shows ten records, and writes the mapping file.',
  usage: '<file> [flags]',
  argumentsMax: 1,
  options: {
    out: { type: 'string' },
    source: { type: 'string' },
    dataset: { type: 'string' },
    institution: { type: 'string' },
    force: { type: 'boolean' },
  },
  help: [
    ['--out FILE', 'the mapping file; beside the file as <name>.mapping.json by default'],
    ['--source NAME', 'short name of the collection, which begins its ids (a-z, 0-9, -)'],
    ['--dataset TEXT', 'name of the dataset'],
    ['--institution TEXT', 'institution, as an attribution names it'],
    ['--force', 'replaces a mapping file that exists'],
  ],
  run: async (given) => {
    const [file] = given.positionals;
    if (file === undefined)
      throw new CommandUsageError('Give one file: a table (.csv, .tsv) or JSON records.');
    const out = outputOf(given, file);
    const source = optional(given, 'source');
    if (source !== undefined && !SOURCE.test(source))
      throw new CommandUsageError(
        '--source takes 2 to 31 of a-z, 0-9 and -, beginning with a letter.',
      );
    try {
      const names = {
        source,
        dataset: optional(given, 'dataset'),
        institution: optional(given, 'institution'),
      };
      const yearMax = new Date(systemClock.now()).getUTCFullYear() + 1;
      const proposal = await proposeMapping(file, names, yearMax);
      writeMapping(out, proposal, given.values['force'] === true);
      return { json: { file: out, ...proposal }, text: mappingText(proposal, file, out) };
    } catch (error) {
      return refusalResult(error);
    }
  },
};

/** Returns the path of the mapping file to write. Throws CommandUsageError when the file exists and --force is missing. */
function outputOf(given: CommandInput, file: string): string {
  const stem = basename(file).replace(
    /(?:\.(?:json|ndjson|jsonl|csv|tsv|txt|tar|tgz|gz|zst))+$/i,
    '',
  );
  const out = optional(given, 'out') ?? join(dirname(file), `${stem}.mapping.json`);
  if (existsSync(out) && given.values['force'] !== true) throw exists(out);
  return out;
}

function exists(out: string): CommandUsageError {
  return new CommandUsageError(
    `${out} exists. Give --force to replace it, or --out with another name such as --out ${shellWord(out.replace(/(\.mapping)?\.json$/, '-2.mapping.json'))}.`,
  );
}

function writeMapping(out: string, { mapping }: MappingProposal, force: boolean): void {
  try {
    // The flag `wx` makes the call fail if another process has created the file since the check in `outputOf`.
    writeFileSync(out, `${JSON.stringify(mapping, null, 2)}\n`, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'EEXIST') throw exists(out);
    throw new CommandUsageError(
      `${out} cannot be written (${String(code)}). Give --out with a file in a folder of your own.`,
    );
  }
}
