import type { Handlers } from '@bridge/bus';
import type { ImportDesk } from './import-desk.ts';
import type { Operator } from './operator.ts';
import { readDocuments, said } from './wire.ts';

/** Answers what only an operator may ask. */
export function operatorHandlers(
  operator: Operator,
  desk: ImportDesk,
): Omit<Handlers<'surf'>, 'search'> {
  return {
    stats: () => said(async () => asObject(await operator.stats())),
    rollback: () => said(() => operator.rollback()),
    explain: ({ query, id }) => said(async () => asObject(await operator.explain(query, id))),
    judge: (query) => said(() => operator.judge(query)),
    importBegin: ({ mode, resume }) => said(() => desk.begin(mode, resume)),
    importStatus: () => said(() => desk.status()),
    importHashes: ({ run, from }) => said(() => desk.hashes(run, from)),
    importBatch: ({ run, documents, blob, checkpoint, force }) =>
      said(async () =>
        desk.put({
          run,
          documents: await readDocuments(documents),
          blob: blob === null ? null : { name: blob.name, bytes: Buffer.from(blob.data, 'base64') },
          checkpoint,
          force,
        }),
      ),
    importEnd: ({ run, part, parts, data }) => said(() => desk.end(run, part, parts, data)),
    importStop: ({ run, keep }) => said(() => desk.stop(run, keep)),
  };
}

function asObject(value: object | null): Record<string, unknown> | null {
  return value === null ? null : { ...value };
}
