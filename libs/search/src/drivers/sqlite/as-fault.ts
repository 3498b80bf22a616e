import { SearchFault } from '../../search-fault.ts';

/** SQLite's codes of a disk without room, and of a write that failed, as behind a quota. */
const FULL = 13;
const WRITE_FAILED = 778;

/** SQLite's codes of a file that is damaged, that is no database, or that cannot be read. */
const DAMAGED: Readonly<Record<number, string>> = {
  10: 'it cannot be read',
  11: 'its pages do not fit together',
  26: 'it is no database',
};

/** What a failed read says of the file; null when the file is not the reason. */
export function damageOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  return DAMAGED[((error as { errcode?: number }).errcode ?? 0) & 0xff] ?? null;
}

/** Turns SQLite's failures into sentences for the operator. */
export function asFault(cause: unknown): unknown {
  if (cause instanceof SearchFault || !(cause instanceof Error)) return cause;
  const code = (cause as { errcode?: number }).errcode ?? 0;
  const primary = code & 0xff;
  if (primary === FULL || code === WRITE_FAILED || /ENOSPC|EDQUOT|EFBIG/.test(cause.message)) {
    return new SearchFault(
      'disk_full',
      'The disk takes no more: it is full, or a quota is; the index that serves is untouched. Free space and run the import again with --resume.',
      { cause },
    );
  }
  if (primary === 5 || primary === 6) {
    return new SearchFault(
      'building',
      'Another import is running on this index; wait until it ends.',
      { cause },
    );
  }
  if (primary === 11 || primary === 26) {
    return new SearchFault(
      'damaged',
      'The file of the new index is damaged; run the import again without --resume.',
      { cause },
    );
  }
  return cause;
}
