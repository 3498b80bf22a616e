import { blobsModule } from '@bridge/blobs';
import { adoptDatabase } from '@bridge/builder';
import { LIMITS } from '@bridge/contracts';
import type { CtlCommand } from '../command.ts';
import { withTool } from '../open-tool.ts';
import { SCHEMAS } from './migrate.ts';

const adoptedBlobs = blobsModule('tool');

/**
 * `ctl adopt`: accepts a restored database that is older than its blob store, or a blob store that another database used.
 * Without it the product refuses to start with them.
 */
export const adopt: CtlCommand = {
  name: 'adopt',
  about:
    'Accepts a restored database that is older than its blob store, or the blob store of another database.',
  run: ({ settings }) =>
    withTool(settings, [adoptedBlobs], async ({ db, running }) => {
      // A restored database may have an older schema, so the missing migrations run first.
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
          `Sweeps are stopped for ${LIMITS.adoptedSweepsHeldDays} days, so the newer database can still be restored.`,
          'Keys and members that were removed since are valid again: remove them once more.',
        ].join('\n'),
      };
    }),
};
