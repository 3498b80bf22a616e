import { handlersOf } from '@bridge/bus';
import { auditRead } from './actions/audit-read.ts';
import { creditsBalance } from './actions/credits-balance.ts';
import { relayInbox } from './actions/relay-inbox.ts';
import { relayMessage } from './actions/relay-message.ts';
import type { AccountDeps } from './deps.ts';

/** The handlers of all entries of ACCOUNT, by the same names. */
export const accountHandlers = handlersOf<'account', AccountDeps>({
  auditRead,
  creditsBalance,
  relayMessage,
  relayInbox,
});
