import { SOURCES } from '@bridge/archive';
import { EXPLAIN_HITS, type Explanation } from '@bridge/surf';
import { type Command, UsageError } from '../command.ts';
import type { ArchiveStatus } from './archive-tool.ts';
import { withArchive } from './with-archive.ts';

/** Lists the known sources. */
export const archiveSources: Command = {
  name: 'archive sources',
  about: 'Lists the collections whose files archive import reads.',
  usage: '',
  options: {},
  help: [],
  run: async () => {
    const sources = SOURCES.map(({ name, institution }) => ({ name, institution }));
    return {
      json: { sources },
      text: columns(sources.map(({ name, institution }) => [name, institution])).join('\n'),
    };
  },
};

/** Shows the content of the archive. */
export const archiveStats: Command = {
  name: 'archive stats',
  about: 'Shows the content of the archive and the serving version.',
  usage: '',
  options: {},
  help: [],
  run: ({ settings }) =>
    withArchive(settings, async (tool) => {
      const status = await tool.status();
      const { stats, replicas, trouble } = status;
      if (stats === null && trouble !== null)
        return { json: { ok: false, sentence: trouble }, text: trouble, ok: false };
      return { json: { stats, replicas }, text: statsText(status) };
    }),
};

function statsText({ stats, trouble, replicas }: ArchiveStatus): string {
  if (stats === null) return 'The archive is empty.';
  const number = (count: number): string => count.toLocaleString('en');
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
  return [
    `version      ${stats.version}, built ${new Date(stats.builtAt).toISOString()}`,
    `before       ${stats.previous ?? 'none'}`,
    `references   ${number(stats.documents)}`,
    ...(trouble === null ? [] : [`trouble      ${trouble}`]),
    ...columns(stats.sources.map((one) => [`  ${one.source}`, number(one.documents)])),
    ...(stats.files.length === 0 ? [] : ['files']),
    ...stats.files.map(
      (one) =>
        `  ${one.name}  ${one.source}, ${number(one.read)} read, ${one.bad} bad, ${day(one.at)}, ${one.sha256.slice(0, 12)}`,
    ),
    ...(replicas.length < 2 ? [] : ['replicas']),
    ...(replicas.length < 2 ? [] : replicas.map(replicaLine)),
  ].join('\n');
}

/** Lines of a name and a text, the texts in one column. */
function columns(rows: readonly (readonly [name: string, text: string])[]): string[] {
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `${name.padEnd(width)}  ${text}`);
}

function replicaLine({ replica, version, trouble }: ArchiveStatus['replicas'][number]): string {
  return `  ${replica}  ${version ?? 'nothing'}${trouble === null ? '' : `: ${trouble}`}`;
}

/** Serves the previous version again. */
export const archiveRollback: Command = {
  name: 'archive rollback',
  about: 'Serves the version before the last import again.',
  usage: '',
  options: {},
  help: [],
  run: ({ settings }) =>
    withArchive(settings, async (tool) => {
      const done = await tool.rollback();
      return {
        json: { ok: done },
        text: done ? 'The previous version serves again.' : 'There is no previous version.',
        ok: done,
      };
    }),
};

/** The names of the parts of a score, for an archivist. */
const PART_NAMES: Readonly<Record<string, string>> = {
  fit: 'how well the parts fit',
  coverage: 'share of the query',
  title: 'title',
  phrase: 'words in their order',
  head: 'the thing named',
  form: 'form',
  quality: 'quality of the record',
};
/** Labels for kinds of query units; a kind without a label is printed as it is. */
const KIND_NAMES: Readonly<Record<string, string>> = {
  creator: 'maker',
  both: 'maker or word',
  people: 'nation',
  accession: 'number',
};

function parseLines({
  filters,
  leftOut,
  corrected,
  thing,
  isExcluded,
}: Explanation['parse']): string[] {
  const pairs = (all: Readonly<Record<string, string>>, sign: string): string =>
    Object.entries(all)
      .map(([name, value]) => `${name}${sign}${value}`)
      .join(', ');
  return [
    ...(isExcluded ? ['excluded     the query excludes this record'] : []),
    ...(Object.keys(filters).length === 0 ? [] : [`conditions   ${pairs(filters, ': ')}`]),
    ...(Object.keys(corrected).length === 0 ? [] : [`corrected    ${pairs(corrected, ' to ')}`]),
    ...(leftOut.length === 0 ? [] : [`left out     ${leftOut.join(', ')}`]),
    ...(thing === null ? [] : [`thing        ${thing}`]),
  ];
}

function explanationText(explanation: Explanation): string {
  const { id, place, score, parts, parse, units, record, sameAs } = explanation;
  const spoken = Object.entries(parts)
    .filter(([, value]: [string, number]) => value !== 0)
    .map(([name, value]: [string, number]) => `${PART_NAMES[name] ?? name} ${value.toFixed(3)}`)
    .join(', ');
  const width = Math.max(4, ...units.map(({ text }) => text.length));
  return [
    `${id}  ${record.title}`,
    `place        ${place ?? `not among the first ${EXPLAIN_HITS}`}`,
    `score        ${score.toFixed(3)}: ${spoken}`,
    ...(sameAs.length === 0 ? [] : [`same work    ${sameAs.join(', ')} (probably)`]),
    ...parseLines(parse),
    'parts of the query',
    ...units.map(
      ({ text, kind, weight, field, words, worth }) =>
        `  ${text.padEnd(width)}  ${(KIND_NAMES[kind] ?? kind).padEnd(13)} weight ${weight.toFixed(2)}  ${field === null ? 'not found' : `${field}: ${words} (${worth.toFixed(2)})`}`,
    ),
  ].join('\n');
}

/** An id holds letters, digits, `-` and `_`; any other character of the source's own id is `_`. */
function noRecord(id: string): string {
  const known = id.replace(/[^A-Za-z0-9_:-]/g, '_');
  const hint =
    known === id
      ? 'surf.search returns the ids of records, such as moma:79802.'
      : `Ids have “_” for other characters: try ${known}.`;
  return `There is no record ${id}. ${hint}`;
}

/** Explains the place of a record. */
export const archiveExplain: Command = {
  name: 'archive explain',
  about: 'Explains the place of a record for a query.',
  usage: '"<query>" <id>',
  options: {},
  help: [],
  run: async ({ settings, positionals }) => {
    const [query, id] = positionals;
    if (query === undefined || id === undefined)
      throw new UsageError('Give the query in quotes and the id of a record, such as moma:79802.');
    return withArchive(settings, async (tool) => {
      const explanation = await tool.explain(query, id);
      return explanation === null
        ? { json: { ok: false }, text: noRecord(id), ok: false }
        : { json: explanation, text: explanationText(explanation) };
    });
  },
};
