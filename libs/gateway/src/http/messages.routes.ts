import { ACCOUNT } from '@bridge/contracts';
import { BridgeError } from '@bridge/kernel';
import { z } from 'zod';
import type { HttpRoute } from './exchange.ts';
import type { OwnerRouteFactory } from './owner-routes.ts';
import { emptyBody, listQuery } from './params.ts';

const MESSAGES = '/api/console/messages';
const PAIRING = '/api/console/pairing';

const conversationQuery = z.strictObject({
  with: ACCOUNT.conversation.input.shape.with.default(null),
  ...listQuery,
});
const doneRequest = z.strictObject({
  ids: ACCOUNT.relayInbox.input.shape.ack_ids.unwrap().min(1),
});

/**
 * Returns the routes by which an owner reads, writes and acknowledges messages, and opens, lists and ends paired sessions
 * (chats with one agent that joins by a code). Spec: relay.owner, pairing.owner.
 */
export function messageRoutes(owner: OwnerRouteFactory): readonly HttpRoute[] {
  return [
    owner.get(MESSAGES, { query: conversationQuery }, ({ ask, query }) =>
      ask(ACCOUNT.conversation, query),
    ),
    owner.change(MESSAGES, ACCOUNT.ownerMessage),
    owner.post(`${MESSAGES}/done`, { body: doneRequest }, async ({ ask, body: { ids } }) => {
      const { waiting } = await ask(ACCOUNT.relayInbox, { ack_ids: ids, limit: 1 });
      return { waiting };
    }),
    owner.get(PAIRING, {}, ({ ask }) => ask(ACCOUNT.pairings, {})),
    owner.post(PAIRING, { body: emptyBody }, ({ ask }) => ask(ACCOUNT.pairingOpen, {})),
    owner.post(`${PAIRING}/:session_id/end`, { body: emptyBody }, async ({ ask, at }) => {
      const { changed } = await ask(ACCOUNT.pairingEnd, at);
      if (!changed) throw new BridgeError('no_paired_session', {});
      return at;
    }),
  ];
}
