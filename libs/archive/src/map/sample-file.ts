import { basename } from 'node:path';
import { openFile, parsedRecordsOf } from '../import/open-file.ts';
import type { RecordReadProblem } from '../import/record-text.ts';
import { ImportRefusedError, shellWord } from '../import/refusal.ts';
import { contentOf } from '../import/sniff.ts';
import { isObject, type RawRecord } from '../sources/source.ts';

/** Maximum number of records of a file from which a mapping is proposed. */
export const SAMPLE_RECORDS_MAX = 500;

/** The first records of a file, from which a mapping is proposed. */
export interface SampledFile {
  /** Name of the file without its folder. */
  readonly name: string;
  readonly records: readonly RawRecord[];
  /** Number of records that could not be parsed, among the first SAMPLE_RECORDS_MAX. */
  readonly unreadable: number;
  /** Name of the built-in source that recognises the file, which then needs no mapping; null for other files. */
  readonly knownSource: string | null;
}

/** Reads the first records of a table or JSON file. Throws ImportRefusedError when no record can be read. */
export async function sampleFile(path: string): Promise<SampledFile> {
  const file = await openFile(path, { kind: 'references', sources: [] });
  const records: RawRecord[] = [];
  let unreadable = 0;
  let problem: RecordReadProblem | undefined;
  try {
    for await (const parsed of parsedRecordsOf(file)) {
      if (parsed.raw === null) unreadable += 1;
      else records.push(parsed.raw);
      problem ??= parsed.problem;
      if (records.length + unreadable >= SAMPLE_RECORDS_MAX) break;
    }
  } finally {
    file.close();
  }
  const [first] = records;
  if (first === undefined)
    throw new ImportRefusedError(
      'empty',
      `${path} holds no record that can be read${problem === undefined ? '' : ` (${problem})`}. A table needs the same number of cells in each row; a JSON file is a list of records, or has one record on each line.`,
    );
  if (records.length === 1) refuseEnvelope(first, path);
  return { name: basename(path), records, unreadable, knownSource: knownSource(first, path) };
}

/** Throws ImportRefusedError when the only record of a file is an object with the list of records in one of its members. */
function refuseEnvelope(only: RawRecord, path: string): void {
  const member = Object.keys(only).find((name) => {
    const value = only[name];
    return Array.isArray(value) && value.length > 1 && value.every(isObject);
  });
  if (member === undefined || Object.keys(only).length > ENVELOPE_MEMBERS_MAX) return;
  throw new ImportRefusedError(
    'unknown_shape',
    `${path} is one object, whose member “${member}” holds the records. Take the list out, for example with: jq -c '.${member}[]' ${shellWord(path)} > records.ndjson`,
  );
}

/** Maximum number of members of an object around the list of records; an object with more members is itself a record. */
const ENVELOPE_MEMBERS_MAX = 6;

function knownSource(first: RawRecord, path: string): string | null {
  try {
    const content = contentOf({
      path,
      columns: Object.keys(first),
      raw: first,
      collection: undefined,
    });
    return content.kind === 'references'
      ? (content.sources[0]?.name ?? null)
      : content.authority.name;
  } catch (error) {
    if (error instanceof ImportRefusedError) return null;
    throw error;
  }
}
