import {
  type ArchiveReport,
  reportHtml,
  type SourceReport,
  type ValueCount,
} from '@bridge/archive';
import {
  type CtlCommand,
  checkOutput,
  optional,
  CommandUsageError,
  writeOutput,
} from '../command.ts';
import { progress, watched } from '../terminal.ts';
import { withArchive } from './with-archive.ts';

const BAR_CHARS = 20;
const SHOWN_CHARS = 90;

/** `ctl archive report`: reports the filled fields, rights, languages, duplicates and problems of each source. */
export const archiveReport: CtlCommand = {
  name: 'archive report',
  about:
    'Reports for each source how many records have each field, their rights and languages, duplicates, and the 20 most frequent problems.',
  usage: '[source]… [--html FILE]',
  argumentsMax: Infinity,
  options: { html: { type: 'string' }, force: { type: 'boolean' } },
  help: [
    ['--html FILE', 'writes the report also as one page without scripts or other files'],
    ['--force', 'replaces a page that exists'],
  ],
  run: async (given) => {
    const file = optional(given, 'html');
    if (file !== undefined) checkOutput(given, 'html', file);
    return await withArchive(given.settings, async (tool) => {
      const report = await tool.report((records) => {
        if (watched()) progress(`  ${countText(records)} records`);
      });
      if (watched()) progress('');
      if (report === null) return { json: { ok: false }, text: 'The archive is empty.', ok: false };
      const sources = chosenSources(report, given.positionals);
      const chosen = {
        ...report,
        sources,
        records: sources.reduce((sum, one) => sum + one.records, 0),
      };
      if (file !== undefined) writeOutput(given, 'html', file, reportHtml(chosen));
      const written = file === undefined ? '' : `\n\n${file} was written.`;
      return { json: chosen, text: `${reportText(chosen)}${written}` };
    });
  },
};

function chosenSources(
  { sources }: ArchiveReport,
  names: readonly string[],
): readonly SourceReport[] {
  const missing = names.find((name) => sources.every(({ source }) => source !== name));
  if (missing !== undefined)
    throw new CommandUsageError(
      `The archive holds no records of “${missing}”. It holds ${sources.map(({ source }) => source).join(', ')}.`,
    );
  return names.length === 0 ? sources : sources.filter(({ source }) => names.includes(source));
}

function countText(count: number): string {
  return count.toLocaleString('en');
}

function reportText({ version, records, sources }: ArchiveReport): string {
  return [
    `version ${version}, ${countText(records)} records`,
    ...sources.flatMap((source) => ['', ...sourceLines(source)]),
  ].join('\n');
}

function sourceLines(report: SourceReport): string[] {
  const { source, records, fields, rights, languages, duplicates, repeated, problems } = report;
  return [
    `${source}  ${countText(records)} records`,
    ' fields with a value',
    ...bars(fields, records),
    ' rights',
    ...bars(rights, records),
    ' languages',
    ...bars(languages, records),
    ` duplicates: ${countText(duplicates)} records repeat title, makers, date and medium of another`,
    ...repeated.map(
      ({ id, title, count }) => `  ${countText(count)} × ${shownReport(title)}  (${id})`,
    ),
    ' most frequent problems',
    ...problems.flatMap((problem) => [
      ...bars([problem], records),
      `    ${problem.hint}`,
      ...problem.examples.map(
        ({ id, text }) => `    ${id}${text === '' ? '' : `: ${shownReport(text)}`}`,
      ),
    ]),
  ];
}

function bars(rows: readonly ValueCount[], all: number): string[] {
  return rows.map(({ name, count }) => {
    const share = all === 0 ? 0 : count / all;
    const bar = '█'.repeat(Math.round(Math.min(1, share) * BAR_CHARS)).padEnd(BAR_CHARS, '·');
    return `  ${bar}  ${(100 * share).toFixed(1).padStart(5)} %  ${countText(count).padStart(9)}  ${shownReport(name)}`;
  });
}

/** Returns at most SHOWN_CHARS characters of a value, without control characters, which could change terminal output. */
function shownReport(text: string): string {
  return text.replace(/[\p{C}\s]+/gu, ' ').slice(0, SHOWN_CHARS);
}
