import { handlersOf } from '@bridge/bus';
import { activity, activityLines, refusals } from './actions/activity.ts';
import { auditRead } from './actions/audit-read.ts';
import { chainVerify } from './actions/chain-verify.ts';
import { creditsBalance } from './actions/credits-balance.ts';
import { conversation } from './actions/conversation.ts';
import { nodeHeartbeat } from './actions/node-heartbeat.ts';
import { ownerMessage } from './actions/owner-message.ts';
import { pairedChat } from './actions/paired-chat.ts';
import { pairingEnd, pairingOpen, pairings } from './actions/pairing.ts';
import { creditsHold, creditsRelease } from './actions/credits-hold.ts';
import { creditsLedger } from './actions/credits-ledger.ts';
import { creditsGrant, creditsRefund } from './actions/credits-operate.ts';
import { attentionHide, home } from './actions/home.ts';
import { liveFeed } from './actions/live-feed.ts';
import { relayInbox } from './actions/relay-inbox.ts';
import { relayMessage } from './actions/relay-message.ts';
import { mallOverview } from './actions/mall-overview.ts';
import { webhookDeliveries, webhookRedeliver } from './actions/webhook-deliveries.ts';
import {
  webhookChange,
  webhookCreate,
  webhookDelete,
  webhookRotate,
  webhooksList,
  webhookTest,
} from './actions/webhooks.ts';
import type { AccountDeps } from './deps.ts';

/** The handlers of all actions and messages in ACCOUNT, the contract of this service on the bus, under the same names. */
export const accountHandlers = handlersOf<'account', AccountDeps>({
  auditRead,
  creditsBalance,
  relayMessage,
  relayInbox,
  mallOverview,
  nodeHeartbeat,
  pairedChat,
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
