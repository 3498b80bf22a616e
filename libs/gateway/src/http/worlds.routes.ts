import type { Bus } from '@bridge/bus';
import { accountId, LIMITS, PUBLIC_PATHS, WORLDS, type Links } from '@bridge/contracts';
import type { Db } from '@bridge/db';
import { z } from 'zod';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import { makeInvitationToken } from '../auth/invitation-token.ts';
import { findOwnerNames } from '../auth/owner.store.ts';
import { ownerPrincipal } from '../dispatch/call-context.ts';
import { makeServiceCaller } from './call-service.ts';
import { email } from './owner-fields.ts';
import { okReply } from './errors.ts';
import type { Route } from './exchange.ts';
import { asOwner, type OwnerDeps } from './owner-route.ts';
import { worldParams } from './params.ts';
import { checked, readJson } from './read-json.ts';

const dashboard = z.strictObject({
  title: z.string().min(1).max(LIMITS.dashboardTitleCharsMax),
  text: z.string().max(LIMITS.dashboardTextCharsMax),
});
/** Schema of a member: an e-mail address (invited or not), or an account of the list of members. */
const member = z
  .strictObject({
    email: email.optional(),
    member: accountId.optional(),
    role: z.enum(['contributor', 'viewer']).nullable(),
  })
  .refine((input) => (input.email === undefined) !== (input.member === undefined), {
    path: ['email'],
    message: 'name either an email or a member',
  });
/** The same reply for every address, so that the founder learns nothing about an account before it accepts. */
const INVITED = { status: 'invited', accept_url: null, expires_at: null } as const;

/** Dependencies of the routes by which a founder manages a World. */
export interface WorldsRouteDeps extends OwnerDeps {
  readonly db: Db;
  readonly bus: Bus;
  readonly links: Links;
  readonly limiter: RateLimiter;
}

/** Returns the routes by which a founder changes the dashboard and the members of a World. Spec: worlds.dashboard, worlds.invitation. */
export function worldsRoutes(deps: WorldsRouteDeps): readonly Route[] {
  const base = `${PUBLIC_PATHS.bridge}/worlds/:word`;
  const call = makeServiceCaller(deps.bus);

  const setDashboard = asOwner(deps, async (exchange, { account_id: own }) => {
    const world = checked(worldParams, exchange.params);
    const input = await readJson(exchange, dashboard, deps.clock);
    deps.limiter.takeChange(ownerPrincipal(own));
    await call(WORLDS.dashboardSet, exchange, own, { ...world, ...input });
    return okReply(exchange.requestId, { ...world, ...input });
  });

  const listMembers = asOwner(deps, async (exchange, { account_id: own }) => {
    const world = checked(worldParams, exchange.params);
    deps.limiter.takeRead(ownerPrincipal(own));
    const { members } = await call(WORLDS.membersList, exchange, own, world);
    const isFounder = members.some(
      ({ account_id, role }) => account_id === own && role === 'founder',
    );
    const { invitations } = isFounder
      ? await call(WORLDS.invitations, exchange, own, { ...world, token_hash: null })
      : { invitations: [] };
    const names = await findOwnerNames(
      deps.db,
      members.map((one) => one.account_id),
    );
    const named = members.map((one) => ({ ...one, name: names.get(one.account_id) ?? '' }));
    const open = invitations.map(({ email: address, role, invited_at, expires_at }) => {
      return { email: address, role, status: 'invited', invited_at, expires_at };
    });
    return okReply(exchange.requestId, { members: named, invitations: open });
  });

  const setMember = asOwner(deps, async (exchange, owner) => {
    const world = checked(worldParams, exchange.params);
    const { email: address, member: account, role } = await readJson(exchange, member, deps.clock);
    const principal = ownerPrincipal(owner.account_id);
    if (address === undefined || role === null) deps.limiter.takeChange(principal);
    else deps.limiter.takeInvitation(principal);
    if (address === undefined) {
      const input = { ...world, member: account ?? '', role };
      await call(WORLDS.membersSet, exchange, owner.account_id, input);
      return okReply(exchange.requestId, { ...world, ...INVITED });
    }
    const { token, hash } = makeInvitationToken();
    const input = { ...world, email: address, role, token_hash: hash };
    const { expires_at } = await call(WORLDS.invite, exchange, owner.account_id, input);
    const accept_url = expires_at === null ? null : deps.links.invitation(world.word, token);
    return okReply(exchange.requestId, { ...world, ...INVITED, accept_url, expires_at });
  });

  return [
    { path: base, methods: { POST: setDashboard } },
    { path: `${base}/members`, methods: { GET: listMembers, POST: setMember } },
  ];
}
