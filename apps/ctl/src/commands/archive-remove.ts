import { rehearseRemoval, type SourceRemovalResult, removeSource } from '@bridge/archive';
import { CommandUsageError, type CtlCommand } from '../command.ts';
import { progress, watched } from '../terminal.ts';
import { refusalResult, withArchive } from './with-archive.ts';

/** `ctl archive remove`: removes all records of a source from the archive. */
export const archiveRemove: CtlCommand = {
  name: 'archive remove',
  about: 'Removes all records of one source from the archive; archive rollback brings them back.',
  usage: '<source> [--dry-run]',
  argumentsMax: 1,
  options: { 'dry-run': { type: 'boolean' } },
  help: [['--dry-run', 'counts what would be removed, and writes nothing']],
  run: async ({ settings, positionals, values }) => {
    const [source] = positionals;
    if (source === undefined)
      throw new CommandUsageError('Give one source; archive stats lists those of the archive.');
    try {
      return await withArchive(settings, async ({ target }) => {
        const result =
          values['dry-run'] === true
            ? await rehearseRemoval(source, target)
            : await removeSource(source, target, (records) => {
                if (watched()) progress(`  ${source}  ${records.toLocaleString('en')} removed`);
              });
        if (watched()) progress('');
        return { json: result, text: removalText(result) };
      });
    } catch (error) {
      return refusalResult(error);
    }
  },
};

function removalText({ source, removed, version, documents }: SourceRemovalResult): string {
  const [gone, rest] = [removed, documents].map((count) => count.toLocaleString('en'));
  return version === null
    ? `Nothing was written. Without the ${gone} records of ${source} the archive would hold ${rest} references.`
    : `${gone} records of ${source} were removed. The archive holds ${rest} references; archive rollback brings the others back.`;
}
