import { PackedDocuments } from '@bridge/search/documents';
import { parentPort, workerData } from 'node:worker_threads';
import { sourceNamed } from '../sources/sources.ts';
import type { Source } from '../sources/source.ts';
import { type Made, Mapper } from './mapper.ts';
import type {
  FileNotice,
  MappedBatch,
  MappingCall,
  MappingReply,
  MappingStart,
} from './mapping-protocol.ts';
import { Originals } from './originals.ts';
import type { TextBatchBytes } from './text-batch.ts';

// Parsing and mapping are half of an import's work: here they go on while the next records are read and the last written.
const { showChanges, yearMax } = workerData as MappingStart;
const mapper = new Mapper(showChanges, yearMax);

async function sourcesOf({ sources, mapping }: FileNotice): Promise<Source[]> {
  if (mapping === null) return sources.flatMap((name) => sourceNamed(name) ?? []);
  // Loaded only where it is wanted: it brings the schema of mappings with it.
  const { genericSource } = await import('../sources/generic.ts');
  return [genericSource(mapping)];
}

/**
 * Room for the batches, used in turn: one is still packed while the next is mapped. Buffers of their own would each wait
 * for a collection.
 */
const free: Made[] = [];

async function mapped(batch: TextBatchBytes): Promise<MappingReply> {
  const made = free.pop() ?? { documents: PackedDocuments.empty(), originals: new Originals() };
  const told = mapper.map(batch, made);
  const { buffer } = batch.bytes;
  const documents = made.documents.copy();
  const originals = documents.length === 0 ? new Uint8Array(0) : await made.originals.packed();
  free.push(made);
  return { ok: true, mapped: { ...told, documents, originals, buffer } };
}

/** What was asked before is answered before; packing one batch goes on beside the mapping of the next. */
let before: Promise<unknown> = Promise.resolve();
/** Nothing is mapped before the file is known that it is of. */
let opened: Promise<unknown> = Promise.resolve();

parentPort?.on('message', (call: MappingCall) => {
  if (call.op === 'file') {
    const { file } = call;
    opened = Promise.all([opened, sourcesOf(file)]).then(([, sources]) =>
      mapper.open({ ...file, sources }),
    );
    return;
  }
  const reply = opened
    .then(() => mapped(call.batch))
    .catch((error: unknown): MappingReply => {
      return { ok: false, message: error instanceof Error ? error.message : String(error) };
    });
  opened = opened.catch(() => undefined);
  before = Promise.all([before, reply]).then(([, said]) => {
    parentPort?.postMessage(said, said.ok ? movedOf(said.mapped) : []);
  });
});

function movedOf({ documents, originals, buffer }: MappedBatch): ArrayBuffer[] {
  return [documents.buffer, originals.buffer, buffer];
}
