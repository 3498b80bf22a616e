import { defineService } from '../service.ts';
import { activity, activityLines, chainVerify, refusals } from './account/activity.ts';
import { auditRead } from './account/audit-read.ts';
import {
  conversation,
  ownerMessage,
  pairingEnd,
  pairingOpen,
  pairings,
} from './account/conversation.ts';
import { creditsBalance } from './account/credits-balance.ts';
import { creditsGrant, creditsHold, creditsRefund, creditsRelease } from './account/credits.ts';
import { attentionHide, home } from './account/home.ts';
import { creditsLedger } from './account/ledger.ts';
import { liveFeed } from './account/live-feed.ts';
import { nodeHeartbeat } from './account/node-heartbeat.ts';
import { pairedChat } from './account/paired-chat.ts';
import { relayInbox } from './account/relay-inbox.ts';
import { relayMessage } from './account/relay-message.ts';
import { mallOverview } from './account/mall-overview.ts';
import {
  webhookChange,
  webhookCreate,
  webhookDelete,
  webhookDeliveries,
  webhookRedeliver,
  webhookRotate,
  webhooksList,
  webhookTest,
} from './account/webhooks.ts';

/**
 * Actions and messages of the account service: journal (audit log), credits, mailbox, running agent programs (nodes) and
 * webhooks.
 */
export const ACCOUNT = defineService('account', {
  auditRead,
  creditsBalance,
  relayMessage,
  relayInbox,
  mallOverview,
  nodeHeartbeat,
  pairedChat,
  // From here on: messages between services, which agents cannot call.
  conversation,
  ownerMessage,
  pairingOpen,
  pairingEnd,
  pairings,
  webhooksList,
  webhookCreate,
  webhookChange,
  webhookRotate,
  webhookDelete,
  webhookTest,
  webhookDeliveries,
  webhookRedeliver,
  creditsHold,
  creditsRelease,
  creditsGrant,
  creditsRefund,
  creditsLedger,
  liveFeed,
  activity,
  activityLines,
  refusals,
  chainVerify,
  home,
  attentionHide,
});
