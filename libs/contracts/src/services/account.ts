import { defineService } from '../service.ts';
import { auditRead } from './account/audit-read.ts';
import { creditsBalance } from './account/credits-balance.ts';
import { relayInbox } from './account/relay-inbox.ts';
import { relayMessage } from './account/relay-message.ts';

/** What belongs to an account and to no World or website: journal, credits, mailbox, presence, webhooks. */
export const ACCOUNT = defineService('account', {
  auditRead,
  creditsBalance,
  relayMessage,
  relayInbox,
});
