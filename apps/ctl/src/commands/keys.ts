import type { KeyRecord } from '@bridge/contracts';
import { openOwnerTool, type KeyWithSecret, type OwnerAdministration } from '@bridge/gateway';
import { WORLDS_MIGRATIONS } from '@bridge/worlds';
import {
  OWNER_HELP,
  optional,
  required,
  CommandUsageError,
  type CtlCommand,
  type CommandInput,
  type CtlCommandResult,
} from '../command.ts';
import { withTool } from '../open-tool.ts';

function withOwners(
  given: CommandInput,
  work: (tool: OwnerAdministration) => Promise<CtlCommandResult>,
): Promise<CtlCommandResult> {
  return withTool(given.settings, [], async ({ base, db }) => {
    // To limit a key to Worlds, its creation reads the view of World rights, which the migrations of schema `worlds` create.
    await db.ensureSchema({ schema: 'worlds', migrations: WORLDS_MIGRATIONS });
    return work(await openOwnerTool({ db, ids: base.ids, settings: base.settings }));
  });
}

function made({ key, secret }: KeyWithSecret): CtlCommandResult {
  return {
    json: { ok: true, key, secret },
    text: `${secret}\n${describe(key)}\nCopy it now: it is not shown again.`,
  };
}

function describe(key: KeyRecord): string {
  const until =
    key.expires_at === null ? 'never expires' : `expires ${key.expires_at.slice(0, 10)}`;
  const used =
    key.last_used_at === null
      ? 'never used'
      : `last used ${key.last_used_at} for ${describeAction(key.last_used_action)}`;
  const where = key.worlds === null ? 'all Worlds' : key.worlds.join(', ');
  return `${key.key_id}  ${key.status.padEnd(7)}  ${key.start}…${key.last4}  ${key.name}\n  ${key.scopes.join(' ')}\n  ${where}; ${until}; ${used}`;
}

/** The gateway stores `unknown` for a call whose action does not exist. */
function describeAction(action: string | null): string {
  return action === null || action === 'unknown' ? 'an unknown action' : action;
}

function list(text: string | undefined): readonly string[] | undefined {
  return text
    ?.split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function days(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'never') return null;
  if (!/^[0-9]{1,3}$/.test(text))
    throw new CommandUsageError('--expires-in-days is a number from 1 to 365, or never.');
  return Number(text);
}

/** Removes undefined members from the input of an operation, so that the gateway applies its defaults for them. */
function given<T extends object>(members: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
}

/** `ctl keys create`: creates a key, with which an agent works in an owner's account, and prints its secret. */
export const keysCreate: CtlCommand = {
  name: 'keys create',
  about: 'Makes a key and shows its secret, which is not shown again.',
  usage:
    '--name N [--owner E] [--preset read|draft | --scopes a,b] [--worlds w,…] [--expires-in-days n|never] [--audit-all]',
  options: {
    owner: { type: 'string' },
    name: { type: 'string' },
    preset: { type: 'string' },
    scopes: { type: 'string' },
    worlds: { type: 'string' },
    'expires-in-days': { type: 'string' },
    'audit-all': { type: 'boolean' },
  },
  help: [
    OWNER_HELP,
    ['--name N', 'what the key is for'],
    ['--preset read|draft', 'ready-made scopes; draft by default, never with publish or clear'],
    ['--scopes a,b', 'single scopes, as builder.get,builder.publish'],
    ['--worlds w,…', 'only these Worlds; all by default'],
    ['--expires-in-days n|never', '90 by default, at most 365'],
    ['--audit-all', 'audit.read shows all of the account, not only what this key did'],
  ],
  run: (asked) => {
    const request = given({
      name: required(asked, 'name'),
      preset: optional(asked, 'preset'),
      scopes: list(optional(asked, 'scopes')),
      worlds: list(optional(asked, 'worlds')),
      expires_in_days: days(optional(asked, 'expires-in-days')),
      audit_all: asked.values['audit-all'] === true ? true : undefined,
    });
    return withOwners(asked, async (tool) =>
      made(await tool.keysCreate(optional(asked, 'owner'), request)),
    );
  },
};

/** `ctl keys list`: lists the keys of an owner with rights, expiry and last use. */
export const keysList: CtlCommand = {
  name: 'keys list',
  about: 'Lists the keys of an owner: rights, expiry, last use. Never a secret.',
  usage: '[--owner E]',
  options: { owner: { type: 'string' } },
  help: [OWNER_HELP],
  run: (asked) =>
    withOwners(asked, async (tool) => {
      const keys = await tool.keysList(optional(asked, 'owner'));
      return {
        json: { ok: true, keys },
        text: keys.length === 0 ? 'No key.' : keys.map(describe).join('\n'),
      };
    }),
};

function keyIdOf(asked: CommandInput): string {
  const [keyId] = asked.positionals;
  if (keyId === undefined) throw new CommandUsageError('Name the key: its id begins with key_.');
  return keyId;
}

/** `ctl keys revoke`: revokes a key, so that the next call with it is refused. */
export const keysRevoke: CtlCommand = {
  name: 'keys revoke',
  about: 'Revokes a key: the next call with it is refused.',
  usage: '<key_id>',
  argumentsMax: 1,
  run: (asked) =>
    withOwners(asked, async (tool) => {
      const key = await tool.keysRevoke(keyIdOf(asked));
      return { json: { ok: true, key }, text: describe(key) };
    }),
};

/** `ctl keys rotate`: creates a key with the rights of an old one, which expires within 24 hours, and prints its secret. */
export const keysRotate: CtlCommand = {
  name: 'keys rotate',
  about: 'Makes a successor with the same rights; the old key works for 24 hours more at most.',
  usage: '<key_id>',
  argumentsMax: 1,
  run: (asked) => withOwners(asked, async (tool) => made(await tool.keysRotate(keyIdOf(asked)))),
};
