import { blobsModule } from '@bridge/blobs';
import { adoptDatabase } from '@bridge/builder';
import { LIMITS } from '@bridge/contracts';
import type { Command } from '../command.ts';
import { withTool } from '../open-tool.ts';
import { SCHEMAS } from './migrate.ts';

const adoptedBlobs = blobsModule('tool');

/** Continues with a database that is older than the mark in its blob store. */
export const adopt: Command = {
  name: 'adopt',
  about: 'Goes on with an older database that was put back, or with a store of another database.',
  usage: '',
  options: {},
  help: [],
  run: ({ settings }) =>
    withTool(settings, [adoptedBlobs], async ({ db, running }) => {
      // A restored database may also have an older schema.
      for (const schema of SCHEMAS) await db.ensureSchema(schema);
      const { found, restored, nextPageId } = await adoptDatabase({
        db,
        blobs: running.get(adoptedBlobs),
      });
      const json = { ok: true, found, restored, next_page_id: nextPageId };
      if (found === 'current')
        return { json, text: 'The database is the newest one; nothing was changed.' };
      return {
        json,
        text: [
          `Adopted. New websites get ids from ${nextPageId}; objects restored from the trash: ${restored}.`,
          `Sweeps are held for ${LIMITS.adoptedSweepsHeldDays} days, so the newer database can still be put back.`,
          'Keys and members that were removed since are valid again: remove them once more.',
        ].join('\n'),
      };
    }),
};
