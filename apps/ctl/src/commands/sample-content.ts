import { blobsModule } from '@bridge/blobs';
import { sampleObjects, verifyObjects } from '@bridge/builder';
import { embeddedDatabase } from '@bridge/db';
import { randomIds, type ProcessSettings } from '@bridge/kernel';
import { withTool } from '../open-tool.ts';

const sampledBlobs = blobsModule('tool');
/** Number of drafts, and number of objects of snapshots, that one check reads. */
const SAMPLE = 25;

/**
 * Reads a random sample of the stored objects of websites and returns a sentence with their number. Throws an Error that names
 * the damaged ones. Reads nothing when the database is embedded and the product does not run.
 */
export async function sampleContent(settings: ProcessSettings): Promise<string> {
  if (embeddedDatabase(settings)?.holder === null) return 'is looked at while the product runs';
  return withTool(settings, [sampledBlobs], async ({ db, running }) => {
    const sample = await sampleObjects(db, randomIds.make('b').slice(2), SAMPLE);
    const damaged = await verifyObjects(running.get(sampledBlobs), sample);
    if (damaged.length > 0) {
      const names = damaged.map(({ page_id, object }) => `${object} of website ${page_id}`);
      throw new Error(
        `missing or altered: ${names.join(', ')}; npm run ctl -- blobs verify reads all`,
      );
    }
    return `${sample.length} stored objects were read, and are whole`;
  });
}
