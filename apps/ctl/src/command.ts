import type { Settings } from '@bridge/kernel';
import type { ParseArgsOptionsConfig } from 'node:util';

/** A command with wrong arguments. The program shows the usage and exits with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The arguments of a command. */
export interface CommandInput {
  readonly settings: Settings;
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
  readonly json: boolean;
}

/** The output of a command: `json` for a program, `text` for a person. `ok: false` exits with 1. */
export interface CommandResult {
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
  run(given: CommandInput): Promise<CommandResult>;
}

/** A UsageError about a file that the command line names. `use`: the expected content. */
export function unreadable(file: string, use: string, error: unknown): UsageError {
  const reason = error instanceof Error ? error.message : String(error);
  return new UsageError(`${file} cannot be read as ${use}: ${reason}`);
}

/** A flag's text. Throws a UsageError that names a missing flag. */
export function required(given: CommandInput, flag: string): string {
  const value = given.values[flag];
  if (typeof value !== 'string' || value === '') throw new UsageError(`--${flag} is missing.`);
  return value;
}

/** A flag's text; undefined without the flag. */
export function optional(given: CommandInput, flag: string): string | undefined {
  const value = given.values[flag];
  return typeof value === 'string' ? value : undefined;
}
