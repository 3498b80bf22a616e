import { blobsModule } from '@bridge/blobs';
import { namedObjectPages, verifyObjects, type DamagedBlobObject } from '@bridge/builder';
import type { CtlCommand } from '../command.ts';
import { withTool } from '../open-tool.ts';
import { complain, progress, watched } from '../terminal.ts';
import { SCHEMAS } from './migrate.ts';

const blobs = blobsModule('tool');
/** Number of read objects after which a line of progress is printed, when standard error is not a terminal. */
const LINE_EVERY = 10_000;

function showProgress(checked: number, damaged: number, before: number): void {
  const text = `${checked.toLocaleString('en')} objects read, ${damaged} damaged`;
  if (watched()) progress(text);
  else if (Math.floor(checked / LINE_EVERY) > Math.floor(before / LINE_EVERY)) complain(text);
}

function line({ page_id, what, object, reason }: DamagedBlobObject): string {
  return `website ${page_id}, ${what}: ${object}: ${reason}`;
}

/** `ctl blobs verify`: reads every object in the blob store that the database names, and checks its SHA-256. */
export const blobsVerify: CtlCommand = {
  name: 'blobs verify',
  about:
    'Reads every stored body, snapshot and archive and names those that are missing or altered.',
  run: ({ settings }) =>
    withTool(settings, [blobs], async ({ db, running }) => {
      // If the product has never run, its database has no tables yet, so they are created first.
      for (const schema of SCHEMAS) await db.ensureSchema(schema);
      const store = running.get(blobs);
      const damaged: DamagedBlobObject[] = [];
      let checked = 0;
      for await (const page of namedObjectPages(db)) {
        damaged.push(...(await verifyObjects(store, page)));
        showProgress(checked + page.length, damaged.length, checked);
        checked += page.length;
      }
      if (watched()) progress('');
      const ok = damaged.length === 0;
      return {
        json: { ok, checked, damaged },
        text: ok
          ? `All ${checked.toLocaleString('en')} objects are whole.`
          : [
              `${damaged.length} of ${checked.toLocaleString('en')} objects are damaged; put them back from a copy:`,
              ...damaged.map(line),
            ].join('\n'),
        ok,
      };
    }),
};
