import { evaluate, judge, readJudged, SOURCES, type Evaluation } from '@bridge/archive';
import { systemClock } from '@bridge/kernel';
import { EXPLAIN_HITS, type Explanation } from '@bridge/surf';
import { WrongUse, type Command } from '../command.ts';
import type { ArchiveStatus } from './archive-tool.ts';
import { withArchive } from './with-archive.ts';

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
    ...stats.sources.map((one) => `  ${one.source.padEnd(11)}${number(one.documents)}`),
    ...(stats.files.length === 0 ? [] : ['files']),
    ...stats.files.map(
      (one) =>
        `  ${one.name}  ${one.source}, ${number(one.read)} read, ${one.bad} bad, ${day(one.at)}, ${one.sha256.slice(0, 12)}`,
    ),
    ...(replicas.length < 2 ? [] : ['replicas']),
    ...(replicas.length < 2 ? [] : replicas.map(replicaLine)),
  ].join('\n');
}

function replicaLine({ replica, version, trouble }: ArchiveStatus['replicas'][number]): string {
  return `  ${replica}  ${version ?? 'nothing'}${trouble === null ? '' : `: ${trouble}`}`;
}

/** Lets the version before serve again. */
export const archiveRollback: Command = {
  name: 'archive rollback',
  about: 'Lets the version that served before the last import serve again.',
  usage: '',
  options: {},
  help: [],
  run: ({ settings }) =>
    withArchive(settings, async (tool) => {
      const done = await tool.rollback();
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
    return withArchive(settings, async (tool) => {
      const evaluation = await tool.searching((search) =>
        evaluate(queries, (query) => judge(query, search, systemClock)),
      );
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
    return withArchive(settings, async (tool) => {
      const explanation = await tool.explain(query, id);
      return explanation === null
        ? { json: { ok: false }, text: `There is no record ${id}.`, ok: false }
        : { json: explanation, text: explanationText(explanation) };
    });
  },
};
