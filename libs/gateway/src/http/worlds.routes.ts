import type { Bus } from '@bridge/bus';
import { WORLDS, LIMITS, PUBLIC_PATHS, word, accountId, type Links } from '@bridge/contracts';
import type { Db } from '@bridge/db';
import { z } from 'zod';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import { makeInvitationToken } from '../auth/invitation-token.ts';
import { ownerNames } from '../auth/owner.store.ts';
import { ownerPrincipal } from '../dispatch/call-context.ts';
import { askOf } from './ask-service.ts';
import { email } from './email.ts';
import { okReply } from './errors.ts';
import type { Route } from './exchange.ts';
import { asOwner, type OwnerDeps } from './owner-route.ts';
import { checked, readJson } from './read-json.ts';

const worldParams = z.object({ word });
const dashboard = z.strictObject({
  title: z.string().min(1).max(LIMITS.dashboardTitleCharsMax),
  text: z.string().max(LIMITS.dashboardTextCharsMax),
});
/** One of the two: an address, invited or not; or an account of the member list. */
const member = z
  .strictObject({
    email: email.optional(),
    member: accountId.optional(),
    role: z.enum(['contributor', 'viewer']).nullable(),
  })
  .refine((asked) => (asked.email === undefined) !== (asked.member === undefined), {
    path: ['email'],
    message: 'name either an email or a member',
  });
/** What every answer says: of the invited nothing is known to the founder before they accept. */
const INVITED = { status: 'invited', accept_url: null, expires_at: null } as const;

/** What the founder's routes work with. */
export interface WorldsRouteDeps extends OwnerDeps {
  readonly db: Db;
  readonly bus: Bus;
  readonly links: Links;
  readonly limiter: RateLimiter;
}

/** A World's dashboard and members, for its founder in person. Spec: worlds.dashboard, worlds.invitation. */
export function worldsRoutes(deps: WorldsRouteDeps): readonly Route[] {
  const base = `${PUBLIC_PATHS.bridge}/worlds/:word`;
  const ask = askOf(deps.bus);

  const setDashboard = asOwner(deps, async (exchange, { account_id: own }) => {
    const place = checked(worldParams, exchange.params);
    const asked = await readJson(exchange, dashboard, deps.clock);
    await ask(WORLDS.dashboardSet, exchange, own, { ...place, ...asked });
    return okReply(exchange.requestId, { ...place, ...asked });
  });

  const listMembers = asOwner(deps, async (exchange, { account_id: own }) => {
    const place = checked(worldParams, exchange.params);
    const { members } = await ask(WORLDS.membersList, exchange, own, place);
    const isFounder = members.some(
      ({ account_id, role }) => account_id === own && role === 'founder',
    );
    const { invitations } = isFounder
      ? await ask(WORLDS.invitations, exchange, own, { ...place, token_hash: null })
      : { invitations: [] };
    const names = await ownerNames(
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
    const place = checked(worldParams, exchange.params);
    const { email: address, member: account, role } = await readJson(exchange, member, deps.clock);
    const principal = ownerPrincipal(owner.account_id);
    if (address === undefined || role === null) deps.limiter.takeChange(principal);
    else deps.limiter.takeInvitation(principal);
    if (address === undefined) {
      const input = { ...place, member: account ?? '', role };
      await ask(WORLDS.membersSet, exchange, owner.account_id, input);
      return okReply(exchange.requestId, { ...place, ...INVITED });
    }
    const { token, hash } = makeInvitationToken();
    const input = { ...place, email: address, role, token_hash: hash };
    const { expires_at } = await ask(WORLDS.invite, exchange, owner.account_id, input);
    const accept_url = expires_at === null ? null : deps.links.invitation(place.word, token);
    return okReply(exchange.requestId, { ...place, ...INVITED, accept_url, expires_at });
  });

  return [
    { path: base, methods: { POST: setDashboard } },
    { path: `${base}/members`, methods: { GET: listMembers, POST: setMember } },
  ];
}
