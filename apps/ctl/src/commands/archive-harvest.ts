import {
  collectionNameOf,
  harvest,
  type HarvestEvent,
  HarvestError,
  type HarvestOptions,
  type HarvestResult,
  importArchive,
  ImportRefusedError,
  noteImported,
  shellWord,
} from '@bridge/archive';
import { systemClock } from '@bridge/kernel';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type CtlCommand,
  type CommandInput,
  type CtlCommandResult,
  optional,
  CommandUsageError,
} from '../command.ts';
import { complain, progress, watched } from '../terminal.ts';
import { harvestFetch } from './harvest-fetch.ts';
import { importTable } from './import-table.ts';
import { withArchive } from './with-archive.ts';

const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}Z)?$/;
const PREFIX = /^[\w.!~*'()-]{1,60}$/;

function checked(given: CommandInput, flag: string, form: RegExp, example: string): string | null {
  const text = optional(given, flag) ?? null;
  if (text !== null && !form.test(text))
    throw new CommandUsageError(`--${flag} must have the form ${example}.`);
  return text;
}

/** Returns the name of the folder for a harvest (OAI-PMH download), made from host, metadata prefix and set. */
function folderName(host: string, prefix: string, set: string | null): string {
  return [host, prefix, ...(set === null ? [] : [set])].join('-').replace(/[^\w.-]/g, '_');
}

function harvestOptionsOf(given: CommandInput): HarvestOptions & { readonly host: string } {
  const [address] = given.positionals;
  if (address === undefined)
    throw new CommandUsageError(
      'Give the address of one OAI-PMH interface, such as https://museum.example/oai.',
    );
  const host = URL.parse(address)?.host ?? '';
  if (host === '')
    throw new CommandUsageError(`${address} is no address: it begins with https:// or http://.`);
  const prefix = checked(given, 'prefix', PREFIX, 'oai_dc') ?? 'oai_dc';
  const set = optional(given, 'set') ?? null;
  const folder =
    optional(given, 'folder') ??
    join(given.settings.BRIDGE_DATA, 'harvest', folderName(host, prefix, set));
  return {
    address,
    host,
    prefix,
    set,
    folder,
    from: checked(given, 'from', DATE, '2026-01-31'),
    until: checked(given, 'until', DATE, '2026-01-31'),
    restart: given.values['restart'] === true,
  };
}

/** Prints a progress event of a harvest to standard error: on a terminal as an overwritten line, elsewhere as a JSON line. */
function report(event: HarvestEvent, json: boolean): void {
  if (!watched() || json) {
    complain(JSON.stringify(event));
    return;
  }
  const number = (count: number): string => count.toLocaleString('en');
  if (event.event === 'page') {
    const { page, records, listSize } = event;
    const of = listSize === null ? '' : ` of ${number(listSize)}`;
    progress(`  page ${number(page)}  ${number(records)}${of} records`);
  } else if (event.event === 'wait') progress(`  waits ${event.seconds} s: ${event.reason}`);
  else if (event.event === 'continued') complain(`  continues after page ${number(event.pages)}`);
  else if (event.event === 'restarted') complain('\n  the list begins again: its token expired');
  else complain(`  ${event.name}`);
}

function textOf(options: HarvestOptions, result: HarvestResult, source: string): string {
  const { repository, records, deleted, pages, from, files, deletedRecord } = result;
  const count = (n: number, unit: string): string =>
    `${n.toLocaleString('en')} ${unit}${n === 1 ? '' : 's'}`;
  const since = from === null ? '' : ` since ${from}`;
  return [
    records === 0
      ? `${repository}: no record changed${since}.`
      : `${repository}: ${count(records, 'record')} on ${count(pages, 'page')}${since}, ${deleted.toLocaleString('en')} of them deleted.`,
    ...(deletedRecord === 'persistent'
      ? []
      : [
          'The server does not report all deletions: now and then harvest with --restart and import with --delete-missing.',
        ]),
    files.length === 0
      ? 'There is nothing to import.'
      : `Import them: npm run ctl -- archive import ${shellWord(options.folder)} --source ${source}`,
  ].join('\n');
}

async function importHarvest(
  given: CommandInput,
  options: HarvestOptions,
  files: readonly string[],
  source: string,
): Promise<CtlCommandResult> {
  return await withArchive(given.settings, async ({ target }) => {
    const result = await importArchive({ paths: files, source }, { target, clock: systemClock });
    if (result.exit === 0) noteImported(options, source);
    return { json: result, text: importTable(result), ok: result.exit === 0 };
  });
}

async function run(given: CommandInput): Promise<CtlCommandResult> {
  const { host, ...options } = harvestOptionsOf(given);
  const contact = checked(given, 'contact', /^[!-~]{3,200}$/, 'name@museum.example');
  const result = await harvest(options, {
    fetch: harvestFetch(given.settings),
    clock: systemClock,
    wait: (ms) => wait(ms),
    userAgent: `agent-bridge harvest${contact === null ? '' : ` (${contact})`}`,
    onEvent: (event) => report(event, given.json),
  });
  if (watched()) progress('');
  const source = optional(given, 'source') ?? result.source ?? collectionNameOf(host);
  if (result.source !== null && result.source !== source)
    throw new CommandUsageError(
      `This harvest was imported as ${result.source}: under another name its records would be there twice, and deletions would not be applied. Leave out --source, or give another --folder.`,
    );
  const text = textOf(options, result, source);
  if (given.values['import'] !== true || result.files.length === 0)
    return { json: { ...result, folder: options.folder, source }, text };
  complain(text.split('\n').slice(0, -1).join('\n'));
  return await importHarvest(given, options, result.files, source);
}

/** `ctl archive harvest`: downloads the records of an OAI-PMH repository into files. */
export const archiveHarvest: CtlCommand = {
  name: 'archive harvest',
  about:
    'Harvests the records of an OAI-PMH interface into files: all the first time, then those that changed. Continues an interrupted harvest.',
  usage: '<address> [flags]',
  argumentsMax: 1,
  options: {
    prefix: { type: 'string' },
    set: { type: 'string' },
    from: { type: 'string' },
    until: { type: 'string' },
    folder: { type: 'string' },
    source: { type: 'string' },
    contact: { type: 'string' },
    import: { type: 'boolean' },
    restart: { type: 'boolean' },
  },
  help: [
    ['--import', 'imports what was harvested, deletions included'],
    [
      '--source NAME',
      'name of the collection in the archive; by default that of the earlier imports, else after the host',
    ],
    [
      '--prefix NAME',
      'format of the records: oai_dc (default), lido, marcxml, marc21, edm, as the server names it',
    ],
    ['--set NAME', 'one set of the repository'],
    ['--from DATE', 'records changed since this day; by default since the last whole harvest'],
    ['--until DATE', 'records changed until this day'],
    ['--folder DIR', 'folder of the files; by default one in the folder of the product'],
    ['--contact TEXT', 'who harvests, for the operator of the server: an e-mail address or a page'],
    ['--restart', 'harvests all records again'],
  ],
  run: async (given) => {
    try {
      return await run(given);
    } catch (error) {
      if (!(error instanceof HarvestError || error instanceof ImportRefusedError)) throw error;
      if (watched()) progress('');
      const { code, message } = error;
      return { json: { ok: false, code, sentence: message }, text: message, ok: false };
    }
  },
};
