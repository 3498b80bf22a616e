import type { Settings } from '@bridge/kernel';
import type { ParseArgsOptionsConfig } from 'node:util';

/** A command called wrongly: the program ends with 2 and shows its usage. */
export class WrongUse extends Error {
  override readonly name = 'WrongUse';
}

/** What a command was given. */
export interface Given {
  readonly settings: Settings;
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
  readonly json: boolean;
}

/** What a command says: `json` for a program, `text` for a person, and whether what it checked is well. */
export interface Said {
  readonly json: unknown;
  readonly text: string;
  readonly ok?: boolean;
}

/** One command of the terminal. */
export interface Command {
  /** One or two words: `keys create`. */
  readonly name: string;
  readonly about: string;
  /** Arguments after the name, as they are typed. */
  readonly usage: string;
  /** Flags besides --json and --help, each with its line of help. */
  readonly options: ParseArgsOptionsConfig;
  readonly help: readonly (readonly [flag: string, meaning: string])[];
  run(given: Given): Promise<Said>;
}

/** A flag's text, or WrongUse that names it. */
export function required(given: Given, flag: string): string {
  const value = given.values[flag];
  if (typeof value !== 'string' || value === '') throw new WrongUse(`--${flag} is missing.`);
  return value;
}

/** A flag's text, undefined when it was not given. */
export function optional(given: Given, flag: string): string | undefined {
  const value = given.values[flag];
  return typeof value === 'string' ? value : undefined;
}
