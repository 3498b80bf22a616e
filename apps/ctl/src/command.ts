import type { ProcessSettings } from '@bridge/kernel';
import { accessSync, constants, existsSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ParseArgsOptionsConfig } from 'node:util';

/** Thrown for a command line with wrong arguments. `ctl` then prints the usage of the command and exits with 2. */
export class CommandUsageError extends Error {
  override readonly name = 'CommandUsageError';
}

/** The input of a command: the settings, and the parsed flags (`values`) and arguments (`positionals`). */
export interface CommandInput {
  readonly settings: ProcessSettings;
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
  readonly json: boolean;
}

/** The output of a command: `json` is printed with --json, else `text`. With `ok: false`, `ctl` exits with 1. */
export interface CtlCommandResult {
  readonly json: unknown;
  readonly text: string;
  readonly ok?: boolean;
}

/** A command of `ctl`, the command line of the operator, such as `keys create`. */
export interface CtlCommand {
  /** The name as typed on the command line, one or two words: `keys create`. */
  readonly name: string;
  readonly about: string;
  /** The arguments after the name, as the help shows them: `<key_id> [--owner E]`. */
  readonly usage?: string;
  /** Maximum number of arguments that are no flags, such as the id of a key; 0 when absent. */
  readonly argumentsMax?: number;
  /** The flags of the command, without those that every command has (`--data`, `--url`, `--json`, `--help`). */
  readonly options?: ParseArgsOptionsConfig;
  /** The lines of the command's help, one for each flag. */
  readonly help?: readonly (readonly [flag: string, meaning: string])[];
  run(given: CommandInput): Promise<CtlCommandResult>;
}

/** Makes the error for a file that cannot be read. `use` names the content that is expected, as in `a mapping`. */
export function unreadable(file: string, use: string, error: unknown): CommandUsageError {
  const reason = error instanceof Error ? error.message : String(error);
  return new CommandUsageError(`${file} cannot be read as ${use}: ${reason}`);
}

/** The line in the help of the flag `--owner`, which selects the account that a command works on. */
export const OWNER_HELP = [
  '--owner E',
  'e-mail of the owner; not needed while there is only one owner',
] as const;

/**
 * Writes `text` to `file`. Throws CommandUsageError when the file exists and `--force` is missing; the message then suggests another
 * path for `--<flag>`.
 */
export function writeOutput(given: CommandInput, flag: string, file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: given.values['force'] === true ? 'w' : 'wx' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw outputExists(flag, file);
    throw notWritable(file, error);
  }
}

function outputExists(flag: string, file: string): CommandUsageError {
  return new CommandUsageError(
    `${file} exists. Give --force to replace it, or --${flag} with another name.`,
  );
}

function notWritable(file: string, error: unknown): CommandUsageError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new CommandUsageError(`${file} cannot be written (${code}).`);
}

/**
 * Checks before long work that `writeOutput` can write to `file` afterwards, so that the work is not lost. Throws
 * CommandUsageError.
 */
export function checkOutput(given: CommandInput, flag: string, file: string): void {
  const exists = existsSync(file);
  if (exists && given.values['force'] !== true) throw outputExists(flag, file);
  try {
    accessSync(exists ? file : dirname(file), constants.W_OK);
  } catch (error) {
    throw notWritable(file, error);
  }
}

/** Returns the text of a flag. Throws CommandUsageError when the flag is missing or empty. */
export function required(given: CommandInput, flag: string): string {
  const value = given.values[flag];
  if (typeof value !== 'string' || value === '')
    throw new CommandUsageError(`--${flag} is missing.`);
  return value;
}

/** Returns the text of a flag, or undefined when the flag is missing. */
export function optional(given: CommandInput, flag: string): string | undefined {
  const value = given.values[flag];
  return typeof value === 'string' ? value : undefined;
}
