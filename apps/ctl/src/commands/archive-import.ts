import { systemClock } from '@bridge/kernel';
import {
  dayNumber,
  genericMapping,
  importArchive,
  MISSING_SHARE_MAX,
  type OperatorRecordMapping,
  type ImportOptions,
} from '@bridge/archive';
import { readFileSync } from 'node:fs';
import {
  optional,
  unreadable,
  CommandUsageError,
  type CtlCommand,
  type CommandInput,
} from '../command.ts';
import { complain, progress, watched } from '../terminal.ts';
import { BadRecordFile } from './bad-record-file.ts';
import { progressReporter } from './import-progress.ts';
import { importTable } from './import-table.ts';
import { refusalResult, withArchive } from './with-archive.ts';

function whole(given: CommandInput, flag: string): number | undefined {
  const text = optional(given, flag);
  if (text === undefined) return undefined;
  if (!/^[0-9]{1,9}$/.test(text)) throw new CommandUsageError(`--${flag} must be a number.`);
  return Number(text);
}

/** Returns the date of --date. Throws CommandUsageError for a date that no calendar has. */
function fileDate(given: CommandInput): string | undefined {
  const date = optional(given, 'date');
  if (date !== undefined && dayNumber(date) === null)
    throw new CommandUsageError('--date must be a date of the form 2026-01-31.');
  return date;
}

function mappingOf(file: string | undefined): OperatorRecordMapping | undefined {
  if (file === undefined) return undefined;
  const read = genericMapping.safeParse(jsonIn(file));
  if (!read.success) {
    const why = read.error.issues
      .map((issue) => `${issue.path.join('.')}: ${issue.message}`)
      .join('; ');
    throw new CommandUsageError(`${file} is not a mapping: ${why}`);
  }
  return read.data;
}

/** Reads a mapping file as JSON. Throws CommandUsageError. */
function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw unreadable(file, 'a mapping', error);
  }
}

/** Returns the maximum share (0 to 1) of a source's records that the import may remove; undefined without --delete-missing. */
function removedShare({ values }: CommandInput): number | undefined {
  if (values['delete-missing'] !== true) {
    if (values['yes'] === true)
      throw new CommandUsageError(
        '--yes is valid only with --delete-missing, which removes records.',
      );
    return undefined;
  }
  if (values['swap'] === true)
    throw new CommandUsageError(
      '--swap removes everything that is not in the files; leave --delete-missing out.',
    );
  if (values['limit'] !== undefined)
    throw new CommandUsageError('--delete-missing needs whole files; leave --limit out.');
  return values['yes'] === true ? 1 : MISSING_SHARE_MAX;
}

function optionsOf(given: CommandInput): ImportOptions {
  const { values, positionals } = given;
  if (positionals.length === 0)
    throw new CommandUsageError('Give the files, folders or patterns to import.');
  if (values['swap'] === true && values['merge'] === true)
    throw new CommandUsageError('--swap and --merge exclude each other.');
  const removeMissing = removedShare(given);
  const source = optional(given, 'source');
  const mapping = mappingOf(optional(given, 'map'));
  const limit = whole(given, 'limit');
  const showChanges = whole(given, 'show-changes');
  const date = fileDate(given);
  const maxBad = whole(given, 'max-bad');
  return {
    paths: positionals,
    ...(source === undefined ? {} : { source }),
    ...(mapping === undefined ? {} : { mapping }),
    ...(limit === undefined ? {} : { limit }),
    ...(showChanges === undefined ? {} : { showChanges }),
    ...(date === undefined ? {} : { date }),
    ...(removeMissing === undefined ? {} : { removeMissing }),
    ...(maxBad === undefined ? {} : { maxBad: maxBad / 100 }),
    dryRun: values['dry-run'] === true,
    resume: values['resume'] === true,
    force: values['force'] === true,
    mode: values['swap'] === true ? 'swap' : 'merge',
  };
}

/** `ctl archive import`: imports files with records into the archive that `surf.search` searches. */
export const archiveImport: CtlCommand = {
  name: 'archive import',
  about:
    'Imports files into the archive: .json, .ndjson, .csv, .xml, .tar, each also .gz or .zst. The format is detected from the content, not from the name.',
  usage: '<file|folder|pattern>… [flags]',
  argumentsMax: Infinity,
  options: {
    source: { type: 'string' },
    map: { type: 'string' },
    limit: { type: 'string' },
    date: { type: 'string' },
    'max-bad': { type: 'string' },
    'show-changes': { type: 'string' },
    report: { type: 'string' },
    'delete-missing': { type: 'boolean' },
    yes: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    resume: { type: 'boolean' },
    force: { type: 'boolean' },
    swap: { type: 'boolean' },
    merge: { type: 'boolean' },
  },
  help: [
    [
      '--source NAME',
      'a name of archive sources, generic with --map, or a name of your own for a file of a standard format (Dublin Core, LIDO, MARCXML, EDM, Linked Art, IIIF); detected by the content when absent',
    ],
    ['--map FILE', 'mapping of a format of your own, as JSON'],
    ['--swap', 'replaces the whole archive with these files; --merge (default) adds them to it'],
    [
      '--delete-missing',
      'removes what these sources have in the archive and not in these files, which must be whole',
    ],
    ['--yes', 'with --delete-missing: also removes more than 10 % of a source'],
    ['--dry-run', 'counts what would be new, changed and removed, and writes nothing'],
    ['--resume', 'continues a killed run'],
    ['--report FILE', 'writes each bad record as a JSON line; replaces an older report'],
    ['--limit N', 'at most N records of each file'],
    ['--max-bad PERCENT', 'share of bad records that is not a failure (5)'],
    ['--show-changes N', 'shows N cleaned values, before and after'],
    ['--date YYYY-MM-DD', 'date of the content, for records without one'],
    ['--force', 'also replaces newer records'],
  ],
  run: async (given) => {
    const options = optionsOf(given);
    const file = optional(given, 'report');
    const report = file === undefined ? undefined : new BadRecordFile(file);
    try {
      return await withArchive(given.settings, async ({ target }) => {
        const onEvent = progressReporter(report, given.json);
        const result = await importArchive(options, { target, clock: systemClock, onEvent });
        if (watched()) progress('');
        const problem = report?.problem ?? null;
        if (problem !== null) complain(problem);
        return {
          json: result,
          text: importTable(result),
          ok: result.exit === 0 && problem === null,
        };
      });
    } catch (error) {
      return refusalResult(error);
    } finally {
      report?.close();
    }
  },
};
