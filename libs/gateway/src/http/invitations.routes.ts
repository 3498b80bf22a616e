import type { Bus } from '@bridge/bus';
import { WORLDS } from '@bridge/contracts';
import type { Db } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import { z } from 'zod';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import { hashOfToken, invitationToken } from '../auth/invitation-token.ts';
import { findOwnerNames } from '../auth/owner.store.ts';
import { ownerPrincipal } from '../dispatch/call-context.ts';
import { makeServiceCaller } from './call-service.ts';
import { okReply } from './errors.ts';
import type { Route } from './exchange.ts';
import { asOwner, type OwnerDeps } from './owner-route.ts';
import { emptyBody, worldParams } from './params.ts';
import { checked, readJson } from './read-json.ts';

const invitationLink = z.strictObject({ token: invitationToken });
const invitationAnswer = invitationLink.extend({ accept: z.boolean() });

/** Dependencies of the routes of invitations. */
export interface InvitationRouteDeps extends OwnerDeps {
  readonly db: Db;
  readonly bus: Bus;
  readonly limiter: RateLimiter;
}

/**
 * Returns the routes by which an invited owner reads and answers an invitation, and a member leaves a World. The token is in
 * the body, so that no URL and no log contains it. Spec: worlds.acceptance. ADR 025.
 */
export function invitationRoutes(deps: InvitationRouteDeps): readonly Route[] {
  const { clock, db, limiter } = deps;
  const call = makeServiceCaller(deps.bus);

  const read = asOwner(deps, async (exchange, { account_id: own }) => {
    const world = checked(worldParams, exchange.params);
    const { token } = await readJson(exchange, invitationLink, clock);
    limiter.takeRead(ownerPrincipal(own));
    const input = { ...world, token_hash: hashOfToken(token) };
    const { title, invitations } = await call(WORLDS.invitations, exchange, own, input);
    const [row] = invitations;
    if (row === undefined) throw new BridgeError('not_found', {});
    const { role, invited_by, expires_at } = row;
    const founder = (await findOwnerNames(db, [invited_by])).get(invited_by) ?? '';
    const invitation = { ...world, title, role, invited_by: founder, expires_at };
    return okReply(exchange.requestId, { invitation });
  });

  const respond = asOwner(deps, async (exchange, { account_id: own }) => {
    const world = checked(worldParams, exchange.params);
    const { token, accept } = await readJson(exchange, invitationAnswer, clock);
    limiter.takeChange(ownerPrincipal(own));
    const input = { ...world, token_hash: hashOfToken(token), accept };
    const { role } = await call(WORLDS.invitationAnswer, exchange, own, input);
    return okReply(exchange.requestId, { ...world, role });
  });

  const leave = asOwner(deps, async (exchange, { account_id: own }) => {
    const world = checked(worldParams, exchange.params);
    await readJson(exchange, emptyBody, clock);
    limiter.takeChange(ownerPrincipal(own));
    await call(WORLDS.leave, exchange, own, world);
    return okReply(exchange.requestId, world);
  });

  return [
    { path: '/api/console/invitations/:word', methods: { POST: respond } },
    { path: '/api/console/invitations/:word/read', methods: { POST: read } },
    { path: '/api/console/worlds/:word/leave', methods: { POST: leave } },
  ];
}
