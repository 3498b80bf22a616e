import type { Settings } from '@bridge/kernel';

/** The file that queries are appended to. */
export const LOG_FILE = 'queries.jsonl';

/** The log files among the names of a folder, the oldest first. */
export function logFileNames(names: readonly string[]): string[] {
  const rotated = names.filter((name) => /^queries-[0-9TZ]+\.jsonl$/.test(name)).sort();
  return names.includes(LOG_FILE) ? [...rotated, LOG_FILE] : rotated;
}

/** The folder of the query log; null when queries are not logged. */
export function queryLogFolder({ BRIDGE_SEARCH_LOG: log }: Settings): string | null {
  return log === 'off' ? null : log.slice('file:'.length);
}
