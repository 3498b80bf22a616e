import { errorBody, type ErrorBody, type ErrorCode } from '@bridge/contracts';
import type { BridgeError } from '@bridge/kernel';
import type { CtlCommand } from './command.ts';

/** Hints for the operator by error code, in place of those of the error catalogue that are written for callers of the API. */
const HINTS: Readonly<Partial<Record<ErrorCode, string>>> = {
  invalid_input: 'Correct what is named above; --help shows what the command takes.',
  not_found: 'npm run ctl -- keys list --owner E shows the keys of an owner with their ids.',
  world_not_found: 'Check the spelling: the console shows the Worlds of each owner.',
  world_forbidden: 'Name Worlds that this owner founded or contributes to: the console shows them.',
  quota_exceeded:
    'Revoke what is not used any more, or raise the quota in the file of BRIDGE_LIMITS.',
  service_unavailable: 'npm run ctl -- doctor names the part that is away.',
  content_damaged: 'npm run ctl -- blobs verify names every damaged object.',
  internal: 'Run the command again with BRIDGE_LOG=debug to see the cause.',
};

/** A problem with one member of the input of an operation, as the details of the error invalid_input contain it. */
interface InvalidInputIssue {
  readonly path: string;
  readonly message: string;
}

/** Converts an error of the catalogue to the output of `ctl`: `json` is printed with --json, else `text`. */
export function explainError(
  error: BridgeError,
  command: Pick<CtlCommand, 'options'>,
): {
  readonly json: Pick<ErrorBody, 'code' | 'message' | 'details'> & { readonly hint: string };
  readonly text: string;
} {
  const { code, message, hint: apiHint, details } = errorBody(error.code, error.details, '');
  const hint = HINTS[error.code] ?? apiHint;
  const issues = ((details as { readonly issues?: readonly InvalidInputIssue[] }).issues ?? []).map(
    ({ path, message: problem }) => `${argumentOf(command, path)}: ${problem}.`,
  );
  return {
    json: { code, message, hint, details },
    text: [...(issues.length === 0 ? [message] : issues), hint].join('\n'),
  };
}

/** Returns the flag for a member of the input: `--expires-in-days` for `expires_in_days`; its path if there is no such flag. */
function argumentOf({ options = {} }: Pick<CtlCommand, 'options'>, path: string): string {
  const flag = path.replace(/[.[].*/, '').replaceAll('_', '-');
  return Object.hasOwn(options, flag) ? `--${flag}` : path;
}
