import { systemClock } from '@bridge/kernel';
import {
  genericMapping,
  importArchive,
  ImportRefusal,
  type GenericMapping,
  type ImportEvent,
  type ImportOptions,
  type ImportResult,
} from '@bridge/archive';
import { createWriteStream, readFileSync, type WriteStream } from 'node:fs';
import { optional, WrongUse, type Command, type Given } from '../command.ts';
import { complain, progress, watched } from '../terminal.ts';
import { withArchive } from './with-archive.ts';

function number(text: string): string {
  return Number(text).toLocaleString('en');
}

/** One line that moves where a person watches, JSON lines elsewhere. */
function teller(report: WriteStream | undefined, json: boolean): (event: ImportEvent) => void {
  return (event) => {
    if (event.event === 'bad') {
      report?.write(`${JSON.stringify(event.record)}\n`);
      return;
    }
    if (!watched() || json) {
      complain(JSON.stringify(event));
      return;
    }
    if (event.event === 'progress') {
      const { source, read, expected, percent, perSecond, bad, etaSeconds } = event;
      progress(
        `  ${source.padEnd(10)} ${number(String(read))}/${number(String(expected))}  ${Math.round(percent)} %  ${number(String(Math.round(perSecond)))}/s  bad ${bad}  eta ${Math.round(etaSeconds)} s`,
      );
    } else if (event.event === 'refused') complain(`\n  ${event.file}: ${event.sentence}`);
    else if (event.event === 'change') complain(`\n  ${JSON.stringify(event.change)}`);
    else if (event.event === 'step') progress(`  ${event.step}…`);
    else complain(`\n  ${event.event}: ${event.file}`);
  };
}

function table({ sources, refused, documents, seconds }: ImportResult): string {
  const head = [
    'source',
    'read',
    'new',
    'changed',
    'unchanged',
    'bad',
    'image',
    'years',
    'free',
    'seconds',
    'docs/s',
  ];
  const rows = sources.map((one) =>
    [
      one.source,
      one.read,
      one.added,
      one.changed,
      one.unchanged,
      one.bad,
      one.withImage,
      one.withYears,
      one.withFreeMedia,
      one.seconds.toFixed(1),
      one.seconds > 0 ? Math.round(one.read / one.seconds) : 0,
    ].map(String),
  );
  const widths = head.map((name, at) =>
    Math.max(name.length, ...rows.map((row) => (row[at] ?? '').length)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ');
  const reasons = sources.flatMap(({ source, reasons: why }) =>
    Object.entries(why).map(([reason, n]) => `  ${source}: ${n} × ${reason}`),
  );
  return [
    line(head),
    ...rows.map(line),
    ...reasons,
    ...refused.map(({ file, sentence }) => `  ${file}: ${sentence}`),
    documents === null
      ? `Nothing was written (${seconds.toFixed(1)} s).`
      : `The archive holds ${documents.toLocaleString('en')} references (${seconds.toFixed(1)} s).`,
  ].join('\n');
}

function whole(given: Given, flag: string): number | undefined {
  const text = optional(given, flag);
  if (text === undefined) return undefined;
  if (!/^[0-9]{1,9}$/.test(text)) throw new WrongUse(`--${flag} must be a number.`);
  return Number(text);
}

function mappingOf(file: string | undefined): GenericMapping | undefined {
  if (file === undefined) return undefined;
  const read = genericMapping.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!read.success) {
    const why = read.error.issues
      .map((issue) => `${issue.path.join('.')}: ${issue.message}`)
      .join('; ');
    throw new WrongUse(`${file} is not a mapping: ${why}`);
  }
  return read.data;
}

function optionsOf(given: Given): ImportOptions {
  const { values, positionals } = given;
  if (positionals.length === 0)
    throw new WrongUse('Name the files, folders or patterns to import.');
  if (values['swap'] === true && values['merge'] === true)
    throw new WrongUse('--swap and --merge exclude each other.');
  const source = optional(given, 'source');
  const mapping = mappingOf(optional(given, 'map'));
  const limit = whole(given, 'limit');
  const showChanges = whole(given, 'show-changes');
  const date = optional(given, 'date');
  const maxBad = whole(given, 'max-bad');
  return {
    paths: positionals,
    ...(source === undefined ? {} : { source }),
    ...(mapping === undefined ? {} : { mapping }),
    ...(limit === undefined ? {} : { limit }),
    ...(showChanges === undefined ? {} : { showChanges }),
    ...(date === undefined ? {} : { date }),
    ...(maxBad === undefined ? {} : { maxBad: maxBad / 100 }),
    dryRun: values['dry-run'] === true,
    resume: values['resume'] === true,
    force: values['force'] === true,
    mode: values['swap'] === true ? 'swap' : 'merge',
  };
}

/** Puts a museum's files into the archive. */
export const archiveImport: Command = {
  name: 'archive import',
  about:
    'Imports files into the archive: .json, .ndjson, .csv, .tar, each also .gz; told by content, not by name.',
  usage: '<file|folder|pattern>… [flags]',
  options: {
    source: { type: 'string' },
    map: { type: 'string' },
    limit: { type: 'string' },
    date: { type: 'string' },
    'max-bad': { type: 'string' },
    'show-changes': { type: 'string' },
    report: { type: 'string' },
    'dry-run': { type: 'boolean' },
    resume: { type: 'boolean' },
    force: { type: 'boolean' },
    swap: { type: 'boolean' },
    merge: { type: 'boolean' },
  },
  help: [
    [
      '--source NAME',
      'one of archive sources, or generic with --map; told from the content when absent',
    ],
    ['--map FILE', 'mapping of an own format, JSON'],
    ['--swap', 'what is imported replaces everything; --merge (default) adds to it'],
    ['--dry-run', 'reads, maps and reports, writes nothing'],
    ['--resume', 'goes on where a killed run stopped'],
    ['--report FILE', 'writes each bad record as a JSON line'],
    ['--limit N', 'at most N records of each file'],
    ['--max-bad PERCENT', 'bad share that is still no failure (5)'],
    ['--show-changes N', 'shows N cleaned values, before and after'],
    ['--date YYYY-MM-DD', 'date of the content, for records without one'],
    ['--force', 'writes also over newer records'],
  ],
  run: async (given) => {
    const options = optionsOf(given);
    const file = optional(given, 'report');
    const report = file === undefined ? undefined : createWriteStream(file);
    try {
      return await withArchive(given.settings, async ({ target }) => {
        const onEvent = teller(report, given.json);
        const result = await importArchive(options, { target, clock: systemClock, onEvent });
        if (watched()) progress('');
        return { json: result, text: table(result), ok: result.exit === 0 };
      });
    } catch (error) {
      if (!(error instanceof ImportRefusal)) throw error;
      return {
        json: { ok: false, code: error.code, sentence: error.message },
        text: error.message,
        ok: false,
      };
    } finally {
      report?.end();
    }
  },
};
