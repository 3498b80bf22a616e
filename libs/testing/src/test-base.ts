import {
  randomIds,
  readSettings,
  silentLogger,
  systemClock,
  type CommonModuleDeps,
} from '@bridge/kernel';

/** Returns the base dependencies of a module: real clock and ids, a silent logger, default settings plus `settings`. */
export function testBase(
  settings: Readonly<Record<string, string>> = {},
  parts: Partial<CommonModuleDeps> = {},
): CommonModuleDeps {
  return {
    settings: readSettings(settings),
    log: silentLogger,
    clock: systemClock,
    ids: randomIds,
    stopping: new AbortController().signal,
    ...parts,
  };
}
