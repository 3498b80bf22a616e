import { type ArchiveRecord, shellWord } from '@bridge/archive';
import {
  type CountedLoggedQuery,
  queryLogFolder,
  type QueryLogSummary,
  readQueryLog,
} from '@bridge/surf';
import {
  type CtlCommand,
  type CommandInput,
  checkOutput,
  optional,
  unreadable,
  CommandUsageError,
  writeOutput,
} from '../command.ts';
import { progress, watched } from '../terminal.ts';
import { withArchive } from './with-archive.ts';

const TOP = 50;
const TOP_MAX = 1_000;
/** Number of search hits that `--export` writes for each query, so that a person can grade them. */
const CANDIDATES = 12;

/** `ctl archive queries`: shows the queries of the query log, or exports them so that a person can grade their hits. */
export const archiveQueries: CtlCommand = {
  name: 'archive queries',
  about:
    'Shows the queries of the query log (BRIDGE_SEARCH_LOG), those without results first, and exports them to be graded.',
  usage: '[file|folder]… [flags]',
  argumentsMax: Infinity,
  options: {
    top: { type: 'string' },
    export: { type: 'string' },
    force: { type: 'boolean' },
  },
  help: [
    ['--top N', `number of queries, 1 to ${TOP_MAX} (${TOP})`],
    [
      '--export FILE',
      'writes them as archive eval reads them, each with its first hits as candidates: move those that fit to "relevant" with a grade',
    ],
    ['--force', 'replaces an export that exists'],
  ],
  run: async (given) => {
    const top = topOf(given);
    const summary = await summaryOf(given);
    const queries = summary.queries.slice(0, top);
    const file = optional(given, 'export');
    if (file === undefined)
      return { json: { ...summary, queries }, text: queriesText(summary, queries) };
    if (queries.length === 0) throw new CommandUsageError('The log holds no query to export.');
    checkOutput(given, 'export', file);
    return await withArchive(given.settings, async (tool) => {
      const lines = await tool.searching((searchWith) => gradingLines(queries, searchWith()));
      writeOutput(given, 'export', file, lines);
      return {
        json: { file, queries: queries.length },
        text: [
          `${file} has ${queries.length} queries. For each, move the candidates that answer it to "relevant" and add`,
          '"grade": 3 for an answer, 2 mostly, 1 in part. Queries without a graded record are left out.',
          `Then: npm run ctl -- archive eval ${shellWord(file)}`,
        ].join('\n'),
      };
    });
  },
};

function topOf(given: CommandInput): number {
  const top = Number(optional(given, 'top') ?? TOP);
  if (!Number.isInteger(top) || top < 1 || top > TOP_MAX)
    throw new CommandUsageError(`--top must be a number from 1 to ${TOP_MAX}.`);
  return top;
}

async function summaryOf({ settings, positionals }: CommandInput): Promise<QueryLogSummary> {
  const folder = queryLogFolder(settings);
  const paths = positionals.length > 0 ? positionals : folder === null ? [] : [folder];
  if (paths.length === 0)
    throw new CommandUsageError(
      'Queries are not logged. Set BRIDGE_SEARCH_LOG=file:<folder> for the product and this command, or give log files.',
    );
  try {
    return await readQueryLog(paths);
  } catch (error) {
    throw unreadable(paths.join(', '), 'a query log (it is written with the first query)', error);
  }
}

function queriesText(
  { searches, files, unreadable: bad }: QueryLogSummary,
  queries: readonly CountedLoggedQuery[],
): string {
  const count = (number: number): string => number.toLocaleString('en');
  return [
    `${count(searches)} searches in ${files} files${bad === 0 ? '' : `, and ${count(bad)} lines that cannot be read`}`,
    '',
    '   times   results  last        query',
    ...queries.map(
      ({ query, times, results, last }) =>
        `${count(times).padStart(8)}  ${count(results).padStart(8)}  ${last.slice(0, 10)}  ${printableQuery(query)}`,
    ),
  ].join('\n');
}

/** Returns a query without control characters, which could change the terminal's output. */
function printableQuery(query: string): string {
  return query.replace(/[\p{C}\s]+/gu, ' ').trim();
}

async function gradingLines(
  queries: readonly CountedLoggedQuery[],
  search: (query: string, limit: number) => Promise<readonly ArchiveRecord[]>,
): Promise<string> {
  const lines: string[] = [];
  for (const [at, { query, times, results }] of queries.entries()) {
    if (watched()) progress(`  ${at + 1}/${queries.length}`);
    const hits = await search(query, CANDIDATES);
    const candidates = hits.map(({ source, sourceId, title }) => ({ source, id: sourceId, title }));
    const type = results === 0 ? 'without results' : 'frequent';
    lines.push(
      JSON.stringify({ qid: `log-${at + 1}`, query, type, times, relevant: [], candidates }),
    );
  }
  if (watched()) progress('');
  return `${lines.join('\n')}\n`;
}
