import { SearchEngineError } from '../../search-engine-error.ts';

/** SQLite result codes of a full disk and of a failed write (for example when a quota is exceeded). */
const FULL = 13;
const WRITE_FAILED = 778;

/** SQLite result codes of an unreadable or damaged file, each with the end of a sentence for the operator about this file. */
const DAMAGED: Readonly<Record<number, string>> = {
  10: 'it cannot be read',
  11: 'its pages do not fit together',
  26: 'it is no database',
};

/**
 * Returns the end of a sentence that says how the file of a failed read is damaged; null when the file is not the cause of the
 * error.
 */
export function damageOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  return DAMAGED[codeOf(error) & 0xff] ?? null;
}

/** Returns SQLite's extended result code, which Node's types lack; 0 for other errors. */
function codeOf(error: Error): number {
  return 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0;
}

/** Converts SQLite errors to a SearchEngineError with a sentence for the operator; returns other errors unchanged. */
export function asSearchEngineError(cause: unknown): unknown {
  if (cause instanceof SearchEngineError || !(cause instanceof Error)) return cause;
  const code = codeOf(cause);
  const primary = code & 0xff;
  if (primary === FULL || code === WRITE_FAILED || /ENOSPC|EDQUOT|EFBIG/.test(cause.message)) {
    return new SearchEngineError(
      'disk_full',
      'The disk or its quota is full. The serving index is unchanged. Free space and run the import again with --resume.',
      { cause },
    );
  }
  if (primary === 5 || primary === 6) {
    return new SearchEngineError(
      'building',
      'Another import is running on this index. Wait until it ends.',
      { cause },
    );
  }
  if (primary === 11 || primary === 26) {
    return new SearchEngineError(
      'damaged',
      'The file of the new index is damaged. Run the import again without --resume.',
      { cause },
    );
  }
  return cause;
}
