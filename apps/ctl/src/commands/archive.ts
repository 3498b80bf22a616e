import { systemClock } from '@bridge/kernel';
import { Archive, evaluate, readJudged, SOURCES, type Evaluation } from '@bridge/surf';
import { WrongUse, type Command } from '../command.ts';
import { withIndex } from './archive-index.ts';

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
    withIndex(settings, async (index) => {
      const info = await index.info();
      if (info === null) return { json: { info }, text: 'The archive is empty.' };
      const lines = [
        `version      ${info.version}, built ${new Date(info.builtAt).toISOString()}`,
        `before       ${info.previous ?? 'none'}`,
        `references   ${info.documents.toLocaleString('en')}`,
        ...info.sources.map(
          (one) => `  ${one.source.padEnd(11)}${one.documents.toLocaleString('en')}`,
        ),
      ];
      return { json: { info }, text: lines.join('\n') };
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
    withIndex(settings, async (index) => {
      const done = await index.rollback();
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
    return withIndex(settings, async (index) => {
      const evaluation = await evaluate(queries, new Archive(index), systemClock);
      return { json: evaluation, text: evaluationText(evaluation) };
    });
  },
};
