import { randomIds, readSettings, silentLogger, systemClock, type Base } from '@bridge/kernel';

/**
 * What every module may use, for a test that opens one: real clock and ids, a silent log, and the
 * default settings with those given on top. Give a fake clock or ids in the second argument.
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
