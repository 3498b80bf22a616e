import { randomIds, readSettings, silentLogger, systemClock, type Base } from '@bridge/kernel';

/**
 * The dependencies that every module receives, for a test that opens one: real clock and ids, a silent
 * log, and the default settings overridden by `settings`. The second argument may hold a fake clock or ids.
 */
export function testBase(
  settings: Readonly<Record<string, string>> = {},
  parts: Partial<Base> = {},
): Base {
  return {
    settings: readSettings(settings),
    log: silentLogger,
    clock: systemClock,
    ids: randomIds,
    stopping: new AbortController().signal,
    ...parts,
  };
}
