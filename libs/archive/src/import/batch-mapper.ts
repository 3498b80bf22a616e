import { PackedDocuments } from '@bridge/search/documents';
import type { Source } from '../sources/source.ts';
import { sourceNamed } from '../sources/sources.ts';
import { type Made, Mapper } from './mapper.ts';
import type { FileNotice, MappedBatch, MappingStart } from './mapping-protocol.ts';
import { Originals } from './originals.ts';
import type { TextBatchBytes } from './text-batch.ts';

async function sourcesOf({ sources, mapping }: FileNotice): Promise<Source[]> {
  if (mapping === null) return sources.flatMap((name) => sourceNamed(name) ?? []);
  // Loaded only where it is wanted: it brings the schema of mappings with it.
  const { genericSource } = await import('../sources/generic.ts');
  return [genericSource(mapping)];
}

/** Maps batches of texts to documents, in whichever thread it lives. */
export class BatchMapper {
  readonly #mapper: Mapper;
  /** Nothing is mapped before the file is known that it is of. */
  #opened: Promise<unknown> = Promise.resolve();
  /**
   * Room for the batches, used in turn: one is still packed while the next is mapped. Buffers of their own would each
   * wait for a collection.
   */
  readonly #free: Made[] = [];

  constructor({ showChanges, yearMax }: MappingStart) {
    this.#mapper = new Mapper(showChanges, yearMax);
  }

  /** What comes from now on is of this file. */
  open(file: FileNotice): void {
    const opened = Promise.all([sourcesOf(file), this.#opened]).then(([sources]) =>
      this.#mapper.open({ ...file, sources }),
    );
    // Whoever maps is told what went wrong.
    opened.catch(() => undefined);
    this.#opened = opened;
  }

  /** The documents of these texts, in buffers that can be moved. */
  async map(batch: TextBatchBytes): Promise<MappedBatch> {
    await this.#opened;
    const made = this.#free.pop() ?? {
      documents: PackedDocuments.empty(),
      originals: new Originals(),
    };
    const told = this.#mapper.map(batch, made);
    const documents = made.documents.copy();
    const originals = documents.length === 0 ? new Uint8Array(0) : await made.originals.packed();
    this.#free.push(made);
    return { ...told, documents, originals, buffer: batch.bytes.buffer };
  }
}
