import type { ACCOUNT } from '@bridge/contracts';
import type { Handler } from '@bridge/bus';
import { chainCheckOf } from '../chain-check.store.ts';
import { checkChain } from '../check-chain.ts';
import type { AccountDeps } from '../deps.ts';
import { ownerAccountOf } from '../owner-account-of.ts';

/** Checks a slice of the chain of an account; the caller repeats it until `to` is `seq`. */
export function chainVerify({ db }: AccountDeps): Handler<typeof ACCOUNT.chainVerify> {
  return async ({ from }, call) => {
    const { head, ...row } = await checkChain(db, ownerAccountOf(call), from);
    return { ...chainCheckOf(row), seq: head };
  };
}
