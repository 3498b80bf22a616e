import { hash } from 'node:crypto';
import type { GenericMapping } from '../sources/generic.ts';
import { ImportRefusal } from './refusal.ts';
import type { FileContent } from './sniff.ts';

/** Refuses the name of a new collection for a file whose source is known: the name is probably misspelled. */
export function refuseOtherFormat(file: string, collection: string, content: FileContent): void {
  if (content.kind === 'references' && content.collection !== undefined) return;
  throw new ImportRefusal(
    'unknown_source',
    `There is no source "${collection}", and ${file} is of ${originOf(content).name}: "archive sources" lists the names.`,
  );
}

/** With a changed mapping the same texts are other records. */
export function originOfHashes(stamp: number, mapping: GenericMapping | undefined): string {
  if (mapping === undefined) return String(stamp);
  return `${stamp} ${hash('sha1', JSON.stringify(mapping), 'hex')}`;
}

/** Name and dataset of a file's records. */
export function originOf(content: FileContent): {
  readonly name: string;
  readonly dataset: string;
} {
  if (content.kind === 'names') return content.authority;
  const name = content.sources.map((source) => source.name).join('+');
  return { name, dataset: content.sources[0]?.dataset ?? '' };
}
