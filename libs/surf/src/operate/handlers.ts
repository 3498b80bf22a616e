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
    import_begin: ({ mode, resume }) => said(() => desk.begin(mode, resume)),
    import_status: () => said(() => desk.status()),
    import_hashes: ({ run, from }) => said(() => desk.hashes(run, from)),
    import_batch: ({ run, documents, blob, checkpoint, force }) =>
      said(async () =>
        desk.put({
          run,
          documents: await readDocuments(documents),
          blob: blob === null ? null : { name: blob.name, bytes: Buffer.from(blob.data, 'base64') },
          checkpoint,
          force,
        }),
      ),
    import_end: ({ run, part, parts, data }) => said(() => desk.end(run, part, parts, data)),
    import_stop: ({ run, keep }) => said(() => desk.stop(run, keep)),
  };
}

function asObject(value: object | null): Record<string, unknown> | null {
  return value === null ? null : { ...value };
}
