import { isBridgeError, SettingsError, ProgramStartError } from '@bridge/kernel';
import { parseArgs } from 'node:util';
import { CommandUsageError, type CtlCommand } from './command.ts';
import { explainError } from './explain-error.ts';
import { complain, print } from './terminal.ts';
import { describeProduct, toolSettings } from './tool-settings.ts';

const FAILED = 1;
const WRONG_USE = 2;
const HELP: ReadonlySet<string> = new Set(['--help', '-h', 'help']);

function listing(commands: readonly CtlCommand[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    'npm run ctl -- <command> [--json] [--help]',
    '',
    ...commands.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`),
    '',
    'Commands work while the product runs and while it does not. Exit codes: 0 (done), 1 (failed), 2 (wrong flags).',
  ].join('\n');
}

function usage({ name, about, usage: args = '', help = [] }: CtlCommand): string {
  const flags: readonly (readonly [string, string])[] = [
    ...help,
    ['--data DIR', 'folder of the product (BRIDGE_DATA); ./data by default'],
    [
      '--url URL',
      'address of the product (BRIDGE_BASE_URL); by default of the one that runs on the folder',
    ],
    ['--json', 'print the result as JSON'],
  ];
  const width = Math.max(...flags.map(([flag]) => flag.length));
  return [
    `npm run ctl -- ${name} ${args}`.trimEnd(),
    '',
    about,
    '',
    ...flags.map(([flag, meaning]) => `  ${flag.padEnd(width)}  ${meaning}`),
  ].join('\n');
}

async function allCommands(): Promise<readonly CtlCommand[]> {
  return (await import('./commands/index.ts')).COMMANDS;
}

/**
 * Loads the commands whose name may begin with `word`. For `archive`, loads the archive commands only: the code of the others
 * would take half of the memory of an import.
 */
async function commandsFor(word: string | undefined): Promise<readonly CtlCommand[]> {
  if (word !== 'archive') return await allCommands();
  return (await import('./commands/archive-commands.ts')).ARCHIVE_COMMANDS;
}

/** Finds the command that the first one or two arguments name, or undefined; `rest` has the other arguments. */
function find(
  args: readonly string[],
  commands: readonly CtlCommand[],
): { readonly command: CtlCommand; readonly rest: readonly string[] } | undefined {
  for (const words of [2, 1]) {
    const name = args.slice(0, words).join(' ');
    const command = commands.find((one) => one.name === name);
    if (command !== undefined && args.length >= words) return { command, rest: args.slice(words) };
  }
  return undefined;
}

function explain(error: unknown, command: CtlCommand, json: boolean): number {
  if (error instanceof CommandUsageError || error instanceof SettingsError) {
    complain(error instanceof SettingsError ? error.problems.join('\n') : error.message);
    return WRONG_USE;
  }
  if (isBridgeError(error)) {
    const said = explainError(error, command);
    if (json) print(JSON.stringify({ ok: false, error: said.json }));
    else complain(said.text);
    return FAILED;
  }
  if (error instanceof ProgramStartError) complain(error.message);
  else complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return FAILED;
}

/** Runs the `ctl` command that `args` name. Returns the exit code: 0 (done), 1 (failed) or 2 (wrong arguments). */
export async function ctl(args: readonly string[]): Promise<number> {
  const found = find(args, await commandsFor(args[0]));
  if (found === undefined) {
    const words = args.filter((arg) => !HELP.has(arg));
    const all = await allCommands();
    const group = all.filter(({ name }) => name.startsWith(`${words[0] ?? ''} `));
    const isGroup = words.length === 1 && group.length > 0;
    const asked = words.length === 0 || (isGroup && words.length < args.length);
    if (!asked)
      complain(
        isGroup
          ? `“${words.join(' ')}” needs one more word:\n`
          : `There is no command “${args.join(' ')}”.\n`,
      );
    (asked ? print : complain)(listing(group.length > 0 ? group : all));
    return asked ? 0 : WRONG_USE;
  }
  const { command, rest } = found;
  let json = false;
  try {
    const { values, positionals } = parse(command, rest);
    if (values['help'] === true) {
      print(usage(command));
      return 0;
    }
    json = values['json'] === true;
    const further = positionals[command.argumentsMax ?? 0];
    if (further !== undefined)
      throw new CommandUsageError(`“${further}” is one argument too many.`);
    const settings = toolSettings({ data: text(values['data']), url: text(values['url']) });
    if (!json) complain(describeProduct(settings));
    const said = await command.run({
      settings,
      values,
      positionals,
      json,
    });
    print(json ? JSON.stringify(said.json, null, 2) : said.text);
    return said.ok === false ? FAILED : 0;
  } catch (error) {
    const code = explain(error, command, json);
    if (error instanceof CommandUsageError) complain(`\n${usage(command)}`);
    return code;
  }
}

function text(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function parse(command: CtlCommand, rest: readonly string[]) {
  try {
    return parseArgs({
      args: [...rest],
      allowPositionals: true,
      options: {
        ...command.options,
        data: { type: 'string' },
        url: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }) as {
      readonly values: Readonly<Record<string, string | boolean | undefined>>;
      readonly positionals: readonly string[];
    };
  } catch (error) {
    throw new CommandUsageError(error instanceof Error ? error.message : 'Wrong flags.');
  }
}
