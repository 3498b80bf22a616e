import type { Bus } from '@bridge/bus';
import { WORLDS, word } from '@bridge/contracts';
import type { Db } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import { z } from 'zod';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import { hashOfToken, invitationToken } from '../auth/invitation-token.ts';
import { ownerNames } from '../auth/owner.store.ts';
import { ownerPrincipal } from '../dispatch/call-context.ts';
import { askOf } from './ask-service.ts';
import { okReply } from './errors.ts';
import type { Route } from './exchange.ts';
import { asOwner, type OwnerDeps } from './owner-route.ts';
import { checked, readJson } from './read-json.ts';

const worldParams = z.object({ word });
const link = z.strictObject({ token: invitationToken });
const answer = link.extend({ accept: z.boolean() });
const nothing = z.strictObject({});

/** What the routes of the invited work with. */
export interface InvitationRouteDeps extends OwnerDeps {
  readonly db: Db;
  readonly bus: Bus;
  readonly limiter: RateLimiter;
}

/**
 * Reading and answering the invitation of a link, and leaving a World, for the signed-in owner. The token comes in the
 * body, so it stands in no address and in no log. Spec: worlds.acceptance. ADR 025.
 */
export function invitationRoutes(deps: InvitationRouteDeps): readonly Route[] {
  const { clock, db, limiter } = deps;
  const ask = askOf(deps.bus);

  const read = asOwner(deps, async (exchange, { account_id: own }) => {
    const place = checked(worldParams, exchange.params);
    const { token } = await readJson(exchange, link, clock);
    limiter.takeRead(ownerPrincipal(own));
    const asked = { ...place, token_hash: hashOfToken(token) };
    const { title, invitations } = await ask(WORLDS.invitations, exchange, own, asked);
    const [found] = invitations;
    if (found === undefined) throw new BridgeError('not_found', {});
    const { role, invited_by, expires_at } = found;
    const founder = (await ownerNames(db, [invited_by])).get(invited_by) ?? '';
    const invitation = { ...place, title, role, invited_by: founder, expires_at };
    return okReply(exchange.requestId, { invitation });
  });

  const respond = asOwner(deps, async (exchange, { account_id: own }) => {
    const place = checked(worldParams, exchange.params);
    const { token, accept } = await readJson(exchange, answer, clock);
    limiter.takeChange(ownerPrincipal(own));
    const asked = { ...place, token_hash: hashOfToken(token), accept };
    const { role } = await ask(WORLDS.invitationAnswer, exchange, own, asked);
    return okReply(exchange.requestId, { ...place, role });
  });

  const leave = asOwner(deps, async (exchange, { account_id: own }) => {
    const place = checked(worldParams, exchange.params);
    await readJson(exchange, nothing, clock);
    limiter.takeChange(ownerPrincipal(own));
    await ask(WORLDS.leave, exchange, own, place);
    return okReply(exchange.requestId, place);
  });

  return [
    { path: '/api/console/invitations/:word', methods: { POST: respond } },
    { path: '/api/console/invitations/:word/read', methods: { POST: read } },
    { path: '/api/console/worlds/:word/leave', methods: { POST: leave } },
  ];
}
