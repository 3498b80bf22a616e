import { evaluate, readJudged, SOURCES, type Evaluation } from '@bridge/archive';
import { EXPLAIN_HITS, type Explanation } from '@bridge/surf';
import { WrongUse, type Command } from '../command.ts';
import { withArchive } from './archive-index.ts';

/** Lists what the importer knows. */
export const archiveSources: Command = {
  name: 'archive sources',
  about: 'Lists the collections whose files archive import knows.',
  usage: '',
  options: {},
  help: [],
  run: async () => {
    const sources = SOURCES.map(({ name, institution }) => ({ name, institution }));
    return {
      json: { sources },
      text: sources.map(({ name, institution }) => `${name.padEnd(12)} ${institution}`).join('\n'),
    };
  },
};

/** Says what the archive holds. */
export const archiveStats: Command = {
  name: 'archive stats',
  about: 'Says what the archive holds and which version serves.',
  usage: '',
  options: {},
  help: [],
  run: ({ settings }) =>
    withArchive(settings, async (operator) => {
      const stats = await operator.stats();
      if (stats === null) return { json: { stats }, text: 'The archive is empty.' };
      const lines = [
        `version      ${stats.version}, built ${new Date(stats.builtAt).toISOString()}`,
        `before       ${stats.previous ?? 'none'}`,
        `references   ${stats.documents.toLocaleString('en')}`,
        ...(stats.trouble === null ? [] : [`damaged      ${stats.trouble}`]),
        ...stats.sources.map(
          (one) => `  ${one.source.padEnd(11)}${one.documents.toLocaleString('en')}`,
        ),
        ...(stats.files.length === 0 ? [] : ['files']),
        ...stats.files.map(
          (one) =>
            `  ${one.name}  ${one.source}, ${one.read.toLocaleString('en')} read, ${one.bad} bad, ${new Date(one.at).toISOString().slice(0, 10)}, ${one.sha256.slice(0, 12)}`,
        ),
      ];
      return { json: { stats }, text: lines.join('\n') };
    }),
};

/** Lets the version before serve again. */
export const archiveRollback: Command = {
  name: 'archive rollback',
  about: 'Lets the version that served before the last import serve again.',
  usage: '',
  options: {},
  help: [],
  run: ({ settings }) =>
    withArchive(settings, async (operator) => {
      const done = await operator.rollback();
      return {
        json: { ok: done },
        text: done ? 'The version before serves again.' : 'There is no version to go back to.',
        ok: done,
      };
    }),
};

function evaluationText(evaluation: Evaluation): string {
  const { queries, ndcg, mrr, recall, zeroRate, p50Ms, p95Ms, types, worst } = evaluation;
  return [
    `${queries} queries: nDCG@12 ${ndcg.toFixed(3)}, MRR ${mrr.toFixed(3)}, recall@50 ${recall.toFixed(3)}, without a result ${(zeroRate * 100).toFixed(1)} %`,
    `p50 ${p50Ms.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms`,
    '',
    ...types.map(
      (one) => `${one.type.padEnd(24)} ${String(one.queries).padStart(3)}  ${one.ndcg.toFixed(3)}`,
    ),
    '',
    'The ten worst:',
    ...worst.map((one) => `${one.ndcg.toFixed(3)}  ${one.type.padEnd(20)} ${one.query}`),
  ].join('\n');
}

/** Judges the search. */
export const archiveEval: Command = {
  name: 'archive eval',
  about: 'Judges the search by queries with graded answers, one JSON per line.',
  usage: '<queries.jsonl>',
  options: {},
  help: [],
  run: async ({ settings, positionals }) => {
    const [file] = positionals;
    if (file === undefined) throw new WrongUse('Name the file of judged queries.');
    const queries = await readJudged(file);
    return withArchive(settings, async (operator) => {
      const evaluation = await evaluate(queries, (query) => operator.judge(query));
      return { json: evaluation, text: evaluationText(evaluation) };
    });
  },
};

function explanationText({ id, place, score, parts, units, record, sameAs }: Explanation): string {
  const spoken = Object.entries(parts)
    .map(([name, value]: [string, number]) => `${name} ${value.toFixed(3)}`)
    .join(', ');
  const width = Math.max(4, ...units.map(({ text }) => text.length));
  return [
    `${id}  ${record.title}`,
    `place        ${place ?? `not among the first ${EXPLAIN_HITS}`}`,
    `score        ${score.toFixed(3)} = ${spoken}`,
    ...(sameAs.length === 0 ? [] : [`same work    ${sameAs.join(', ')} (probably)`]),
    'parts of the query',
    ...units.map(
      ({ text, kind, weight, field, words, worth }) =>
        `  ${text.padEnd(width)}  ${kind.padEnd(9)} weight ${weight.toFixed(2)}  ${field === null ? 'not found' : `${field}: ${words} (${worth.toFixed(2)})`}`,
    ),
  ].join('\n');
}

/** Says why a record is where it is. */
export const archiveExplain: Command = {
  name: 'archive explain',
  about: 'Says why a record is where it is for a query.',
  usage: '"<query>" <id>',
  options: {},
  help: [],
  run: async ({ settings, positionals }) => {
    const [query, id] = positionals;
    if (query === undefined || id === undefined)
      throw new WrongUse('Give the query in quotes, and the id of a record.');
    return withArchive(settings, async (operator) => {
      const explanation = await operator.explain(query, id);
      return explanation === null
        ? { json: { ok: false }, text: `There is no record ${id}.`, ok: false }
        : { json: explanation, text: explanationText(explanation) };
    });
  },
};
