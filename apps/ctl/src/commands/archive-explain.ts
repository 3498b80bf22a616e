import { EXPLAIN_HITS, type ScoreExplanation } from '@bridge/surf';
import { type CtlCommand, CommandUsageError } from '../command.ts';
import { withArchive } from './with-archive.ts';

/** The printed name of each component of a record's score for a query. */
const PART_NAMES: Readonly<Record<string, string>> = {
  fit: 'how well the parts fit',
  coverage: 'share of the query',
  title: 'title',
  phrase: 'words in their order',
  head: 'the thing named',
  form: 'form',
  quality: 'quality of the record',
};
/**
 * The printed name of each kind of query unit (a part of a query that a record matches or not). Other kinds are printed
 * unchanged.
 */
const KIND_NAMES: Readonly<Record<string, string>> = {
  creator: 'maker',
  both: 'maker or word',
  people: 'nation',
  accession: 'number',
};

/** Formats the interpretation of a query: filters, corrected words, omitted words. It is the same for all records. */
function parseLines({ filters, leftOut, corrected, thing }: ScoreExplanation['parse']): string[] {
  const pairs = (all: Readonly<Record<string, string>>, sign: string): string =>
    Object.entries(all)
      .map(([name, value]) => `${name}${sign}${value}`)
      .join(', ');
  return [
    ...(Object.keys(filters).length === 0 ? [] : [`conditions   ${pairs(filters, ': ')}`]),
    ...(Object.keys(corrected).length === 0 ? [] : [`corrected    ${pairs(corrected, ' to ')}`]),
    ...(leftOut.length === 0 ? [] : [`left out     ${leftOut.join(', ')}`]),
    ...(thing === null ? [] : [`thing        ${thing}`]),
  ];
}

function evidenceLines({ units }: ScoreExplanation): string[] {
  const width = Math.max(4, ...units.map(({ text }) => text.length));
  return units.map(
    ({ text, kind, weight, field, words, worth, evidence }) =>
      `  ${text.padEnd(width)}  ${(KIND_NAMES[kind] ?? kind).padEnd(13)} weight ${weight.toFixed(2)}  ${field === null ? 'not found' : `${field}: ${words} (${worth.toFixed(2)})`}${evidence === '' ? '' : `  ${evidence}`}`,
  );
}

function scoreLine({ score, parts }: ScoreExplanation): string {
  const named = Object.entries(parts)
    .filter(([, value]: [string, number]) => value !== 0)
    .map(([name, value]: [string, number]) => `${PART_NAMES[name] ?? name} ${value.toFixed(3)}`);
  return `score        ${score.toFixed(3)}: ${named.join(', ')}`;
}

function sameWorkLines({ sameAs }: ScoreExplanation): string[] {
  return sameAs.length === 0 ? [] : [`same work    ${sameAs.join(', ')} (probably)`];
}

function recordText(explanation: ScoreExplanation): string {
  const { id, place, parse, record } = explanation;
  return [
    `${id}  ${record.title}`,
    `place        ${place ?? `not among the first ${EXPLAIN_HITS}`}`,
    scoreLine(explanation),
    ...sameWorkLines(explanation),
    ...(parse.isExcluded ? ['excluded     the query excludes this record'] : []),
    ...parseLines(parse),
    'parts of the query',
    ...evidenceLines(explanation),
  ].join('\n');
}

function hitsText(explanations: readonly ScoreExplanation[]): string {
  const [first] = explanations;
  if (first === undefined) return 'The query has no result.';
  const hits = explanations.map((one) => {
    const { id, place, record } = one;
    const makers = record.creators.map(({ name }) => name);
    const about = [record.title, ...makers, record.date.text].filter((text) => text !== '');
    return [
      `${place}  ${id}  ${about.join(', ')}`,
      scoreLine(one),
      ...sameWorkLines(one),
      ...evidenceLines(one),
    ].join('\n');
  });
  return [...parseLines(first.parse), ...hits].join('\n\n');
}

/**
 * Returns the error text for an unknown record id. In ids of the archive, characters other than letters, digits and `-` became
 * `_`, so the text suggests the id in this form.
 */
function noRecord(id: string): string {
  const known = id.replace(/[^A-Za-z0-9_:-]/g, '_');
  const hint =
    known === id || /[^ -~]/.test(id)
      ? 'surf.search returns the ids of records, such as moma:79802.'
      : `Ids have “_” for other characters: try ${known}.`;
  return `There is no record ${id}. ${hint}`;
}

/** `ctl archive explain`: explains the score of one record for a query, or the scores of the query's first hits. */
export const archiveExplain: CtlCommand = {
  name: 'archive explain',
  about: 'Explains the first hits of a query, or the place of one record.',
  usage: '"<query>" [<id>]',
  argumentsMax: 2,
  run: async ({ settings, positionals }) => {
    const [query, id = null] = positionals;
    if (query === undefined)
      throw new CommandUsageError(
        'Give the query in quotes, optionally followed by the id of a record.',
      );
    return withArchive(settings, async (tool) => {
      const explanations = await tool.explain(query, id);
      if (id === null) return { json: { explanations }, text: hitsText(explanations) };
      const [explanation] = explanations;
      return explanation === undefined
        ? { json: { ok: false }, text: noRecord(id), ok: false }
        : { json: explanation, text: recordText(explanation) };
    });
  },
};
