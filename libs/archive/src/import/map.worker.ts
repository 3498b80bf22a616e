import { parentPort, workerData } from 'node:worker_threads';
import { BatchMapper } from './batch-mapper.ts';
import type { MappedBatch, MappingCall, MappingReply, MappingStart } from './mapping-protocol.ts';

// Parsing and mapping are half of an import's work: here they go on while the next records are read and the last written.
const mapper = new BatchMapper(workerData as MappingStart);

/** What was asked before is answered before; packing one batch goes on beside the mapping of the next. */
let before: Promise<unknown> = Promise.resolve();

parentPort?.on('message', (call: MappingCall) => {
  if (call.op === 'file') {
    mapper.open(call.file);
    return;
  }
  const reply = mapper.map(call.batch).then(
    (mapped): MappingReply => ({ ok: true, mapped }),
    (error: unknown): MappingReply => ({
      ok: false,
      message: error instanceof Error ? error.message : String(error),
    }),
  );
  before = Promise.all([before, reply]).then(([, said]) => {
    parentPort?.postMessage(said, said.ok ? movedOf(said.mapped) : []);
  });
});

function movedOf({ documents, originals, buffer }: MappedBatch): ArrayBuffer[] {
  return [documents.buffer, originals.buffer, buffer];
}
