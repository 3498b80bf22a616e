import { SOURCES } from '@bridge/archive';
import type { CtlCommand } from '../command.ts';
import type { ArchiveStatus } from './archive-tool.ts';
import { withArchive } from './with-archive.ts';

/** `ctl archive sources`: lists the museum sources whose files can be imported without a mapping. */
export const archiveSources: CtlCommand = {
  name: 'archive sources',
  about: 'Lists the collections whose files archive import reads.',
  run: async () => {
    const sources = SOURCES.map(({ name, institution }) => ({ name, institution }));
    return {
      json: { sources },
      text: columns(sources.map(({ name, institution }) => [name, institution])).join('\n'),
    };
  },
};

/** `ctl archive stats`: shows the serving version of the archive, its sources and the imported files. */
export const archiveStats: CtlCommand = {
  name: 'archive stats',
  about: 'Shows the content of the archive and the serving version.',
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
    `previous     ${stats.previous ?? 'none'}`,
    `references   ${number(stats.documents)}`,
    ...(trouble === null ? [] : [`problem      ${trouble}`]),
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

/** Formats pairs of a name and a text as lines in which all texts begin in the same column. */
function columns(rows: readonly (readonly [name: string, text: string])[]): string[] {
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `${name.padEnd(width)}  ${text}`);
}

function replicaLine({ replica, version, trouble }: ArchiveStatus['replicas'][number]): string {
  return `  ${replica}  ${version ?? 'nothing'}${trouble === null ? '' : `: ${trouble}`}`;
}

/** `ctl archive rollback`: makes the version of the archive before the last import serve again. */
export const archiveRollback: CtlCommand = {
  name: 'archive rollback',
  about: 'Serves the version before the last import again.',
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
