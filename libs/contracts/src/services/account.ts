import { defineService } from '../service.ts';
import { creditsBalance } from './account/credits-balance.ts';

/** What belongs to an account and to no World or website: journal, credits, mailbox, presence, webhooks. */
export const ACCOUNT = defineService('account', {
  creditsBalance,
});
