import { handlersOf } from '@bridge/bus';
import { creditsBalance } from './actions/credits-balance.ts';
import { relayInbox } from './actions/relay-inbox.ts';
import { relayMessage } from './actions/relay-message.ts';
import type { AccountDeps } from './deps.ts';

/** The handlers of all entries of ACCOUNT, by the same names. */
export const accountHandlers = handlersOf<'account', AccountDeps>({
  creditsBalance,
  relayMessage,
  relayInbox,
});
