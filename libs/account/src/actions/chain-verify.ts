import type { ACCOUNT } from '@bridge/contracts';
import type { ServiceCallHandler } from '@bridge/bus';
import { chainCheckOf } from '../chain-check.store.ts';
import { checkChain } from '../check-chain.ts';
import type { AccountDeps } from '../deps.ts';
import { ownerAccountOf } from '../owner-account-of.ts';

/**
 * Verifies a slice of the hash chain of an account’s journal (audit log), in which each row contains the hash of the row
 * before. The caller repeats it until `to` (the last verified row) equals `seq` (the journal’s last row).
 */
export function chainVerify({ db }: AccountDeps): ServiceCallHandler<typeof ACCOUNT.chainVerify> {
  return async ({ from }, call) => {
    const { head, ...row } = await checkChain(db, ownerAccountOf(call), from);
    return { ...chainCheckOf(row), seq: head };
  };
}
