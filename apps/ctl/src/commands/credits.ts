import { ACCOUNT_MIGRATIONS, grantCredits, readBalance, refundCredits } from '@bridge/account';
import { LIMITS } from '@bridge/contracts';
import { openOwnerTool } from '@bridge/gateway';
import {
  OWNER_HELP,
  optional,
  required,
  CommandUsageError,
  type CtlCommand,
  type CommandInput,
  type CtlCommandResult,
} from '../command.ts';
import { withTool, type CommandDatabaseAndModules } from '../open-tool.ts';

/** Calls `work` with the database and the account of the owner that `--owner` names. The product may run or not. */
function withAccount(
  asked: CommandInput,
  work: (tool: CommandDatabaseAndModules, accountId: string) => Promise<CtlCommandResult>,
): Promise<CtlCommandResult> {
  return withTool(asked.settings, [], async (tool) => {
    await tool.db.ensureSchema({ schema: 'account', migrations: ACCOUNT_MIGRATIONS });
    const owners = await openOwnerTool({
      db: tool.db,
      ids: tool.base.ids,
      settings: tool.base.settings,
    });
    return work(tool, await owners.accountOf(optional(asked, 'owner')));
  });
}

function amountOf(asked: CommandInput): number {
  const text = required(asked, 'amount');
  const amount = /^[0-9]{1,10}$/.test(text) ? Number(text) : 0;
  if (amount < 1 || amount > LIMITS.creditsEntryMax)
    throw new CommandUsageError(`--amount is a number from 1 to ${LIMITS.creditsEntryMax}.`);
  return amount;
}

function sentence({ balance, held }: { readonly balance: number; readonly held: number }): string {
  return `${balance} credits can be spent, ${held} are held for calls in progress.`;
}

/** `ctl credits grant`: adds credits to the account of an owner. A repeated reference (`--ref`) adds nothing. */
export const creditsGrant: CtlCommand = {
  name: 'credits grant',
  about: 'Adds credits to the account of an owner, once for each reference.',
  usage: '--amount N --ref R [--owner E]',
  options: {
    owner: { type: 'string' },
    amount: { type: 'string' },
    ref: { type: 'string' },
  },
  help: [
    OWNER_HELP,
    ['--amount N', 'credits to add'],
    ['--ref R', 'reference such as an invoice number; a repeated reference adds nothing'],
  ],
  run: (asked) => {
    const grant = { amount: amountOf(asked), ref: required(asked, 'ref') };
    if (grant.ref.length > LIMITS.creditsRefCharsMax)
      throw new CommandUsageError(`--ref has at most ${LIMITS.creditsRefCharsMax} characters.`);
    return withAccount(asked, async ({ db, base }, accountId) => {
      const operator = { surface: 'ctl', requestId: base.ids.make('req') };
      const booked = await grantCredits(db, accountId, grant, operator);
      const what = booked.unchanged ? 'This reference added credits before.' : 'Added.';
      return {
        json: { ok: true, account_id: accountId, ...booked },
        text: `${what} ${sentence(booked)}`,
      };
    });
  },
};

/** `ctl credits refund`: returns the credits of one paid call to the owner's account. */
export const creditsRefund: CtlCommand = {
  name: 'credits refund',
  about: 'Refunds the credits of one paid call; a repeated refund changes nothing.',
  usage: '<hold_id> [--owner E]',
  argumentsMax: 1,
  options: { owner: { type: 'string' } },
  help: [OWNER_HELP],
  run: (asked) => {
    const [holdId] = asked.positionals;
    if (holdId === undefined)
      throw new CommandUsageError('Name the hold: its id begins with hold_.');
    return withAccount(asked, async ({ db, base }, accountId) => {
      const operator = { surface: 'ctl', requestId: base.ids.make('req') };
      const booked = await refundCredits(db, accountId, holdId, operator);
      const what = booked.unchanged
        ? 'Nothing to refund: no credits are spent under this id.'
        : 'Refunded.';
      return {
        json: { ok: true, account_id: accountId, ...booked },
        text: `${what} ${sentence(booked)}`,
      };
    });
  },
};

/** `ctl credits show`: shows the credits of an owner's account: spendable, held for running calls, and spent in 30 days. */
export const creditsShow: CtlCommand = {
  name: 'credits show',
  about: 'Shows the credits of an owner’s account.',
  usage: '[--owner E]',
  options: { owner: { type: 'string' } },
  help: [OWNER_HELP],
  run: (asked) =>
    withAccount(asked, async ({ db }, accountId) => {
      const { balance, held, spent_30d } = await readBalance(db, accountId);
      return {
        json: { ok: true, account_id: accountId, balance, held, spent_30d },
        text: `${sentence({ balance, held })} ${spent_30d} were spent on the last 30 days.`,
      };
    }),
};
