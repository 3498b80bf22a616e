import type { ProcessSettings } from '@bridge/kernel';

/** The file to which queries are appended. */
export const LOG_FILE = 'queries.jsonl';

/** Returns the names in a folder that are log files, oldest first. */
export function logFileNames(names: readonly string[]): string[] {
  const rotated = names.filter((name) => /^queries-[0-9TZ]+\.jsonl$/.test(name)).sort();
  return names.includes(LOG_FILE) ? [...rotated, LOG_FILE] : rotated;
}

/** Returns the folder of the query log; null when the operator has not enabled it. */
export function queryLogFolder({ BRIDGE_SEARCH_LOG: log }: ProcessSettings): string | null {
  return log === 'off' ? null : log.slice('file:'.length);
}
