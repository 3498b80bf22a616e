import { hash } from 'node:crypto';
import type { OperatorRecordMapping } from '../sources/generic.ts';
import { ImportRefusedError } from './refusal.ts';
import type { ImportFileContentKind } from './sniff.ts';

/**
 * Throws ImportRefusedError when the operator named an unknown source but the file is of a known one: the name is probably
 * misspelled.
 */
export function refuseOtherFormat(
  file: string,
  collection: string,
  content: ImportFileContentKind,
): void {
  if (content.kind === 'references' && content.collection !== undefined) return;
  throw new ImportRefusedError(
    'unknown_source',
    `There is no source "${collection}", and ${file} is of ${originOf(content).name}: "archive sources" lists the names.`,
  );
}

/**
 * Returns the text that is hashed with each record text: file date and hash of the mapping. So records of a changed mapping are
 * imported again.
 */
export function originOfHashes(stamp: number, mapping: OperatorRecordMapping | undefined): string {
  if (mapping === undefined) return String(stamp);
  return `${stamp} ${hash('sha1', JSON.stringify(mapping), 'hex')}`;
}

/** Returns the source name and the dataset of a file's records. */
export function originOf(content: ImportFileContentKind): {
  readonly name: string;
  readonly dataset: string;
} {
  if (content.kind === 'names') return content.authority;
  const name = content.sources.map((source) => source.name).join('+');
  return { name, dataset: content.sources[0]?.dataset ?? '' };
}
