import { hash } from 'node:crypto';
import type { OperatorRecordMapping } from '../sources/generic.ts';
import { ImportRefusedError } from './refusal.ts';
import type { ImportFileContent } from './sniff.ts';

/**
 * Throws ImportRefusedError when the operator names a new collection but the file belongs to a known source: the name is probably a
 * misspelled source.
 */
export function refuseOtherFormat(
  file: string,
  collection: string,
  content: ImportFileContent,
): void {
  if (content.kind === 'references' && content.collection !== undefined) return;
  throw new ImportRefusedError(
    'unknown_source',
    `There is no source "${collection}", and ${file} is of ${originOf(content).name}: "archive sources" lists the names.`,
  );
}

/** Returns the text that is hashed with record texts: file date and mapping, because a changed mapping gives other records. */
export function originOfHashes(stamp: number, mapping: OperatorRecordMapping | undefined): string {
  if (mapping === undefined) return String(stamp);
  return `${stamp} ${hash('sha1', JSON.stringify(mapping), 'hex')}`;
}

/** Returns the source name and the dataset of a file's records. */
export function originOf(content: ImportFileContent): {
  readonly name: string;
  readonly dataset: string;
} {
  if (content.kind === 'names') return content.authority;
  const name = content.sources.map((source) => source.name).join('+');
  return { name, dataset: content.sources[0]?.dataset ?? '' };
}
