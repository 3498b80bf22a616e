import type { WORLDS } from '@bridge/contracts';
import { accountOf, type ServiceCallHandler } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';
import type { WorldsDeps } from '../deps.ts';
import { changeWorld } from '../world-change.ts';
import { removeMember } from '../member.store.ts';

/** Ends the membership of the calling account in a World. The account keeps its drafts. */
export function leave({ db }: WorldsDeps): ServiceCallHandler<typeof WORLDS.leave> {
  return async ({ word }, call) =>
    changeWorld(db, {
      action: 'worlds.leave',
      word,
      call,
      apply: async (tx, role) => {
        if (role === 'founder') {
          const message = 'the founder cannot leave the World';
          throw new BridgeError('invalid_input', {
            issues: [{ path: 'word', rule: 'founder', message }],
          });
        }
        return { changed: await removeMember(tx, word, accountOf(call)) };
      },
    });
}
