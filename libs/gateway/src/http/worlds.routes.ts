import {
  accountId,
  BUILDER,
  LIMITS,
  PUBLIC_PATHS,
  WORLDS,
  type PublicLinkBuilder,
} from '@bridge/contracts';
import type { DatabaseClient } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import { z } from 'zod';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import { hashOfToken, invitationToken, makeInvitationToken } from '../auth/invitation-token.ts';
import { findOwnerNames } from '../auth/owner.store.ts';
import { ownerPrincipal } from '../dispatch/call-context.ts';
import type { HttpRoute } from './exchange.ts';
import { email } from './owner-fields.ts';
import type { OwnerRouteFactory } from './owner-routes.ts';
import { bodySchema, emptyBody } from './params.ts';

const WORLD = '/api/console/worlds/:word';
const SHARED_WORLD = `${PUBLIC_PATHS.bridge}/worlds/:word` as const;
const MEMBERS = `${SHARED_WORLD}/members` as const;
const OFFER_ANSWER = `${WORLD}/hand-over/answer`;

const dashboard = z.strictObject({
  title: z.string().min(1).max(LIMITS.dashboardTitleCharsMax),
  text: z.string().max(LIMITS.dashboardTextCharsMax),
});
/**
 * Schema of a change of the members of a World (a public identity): an e-mail address to invite, or the account of a present
 * member, with the role. With `role` null, the invitation or membership ends.
 */
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
const invitationLink = z.strictObject({ token: invitationToken });
const invitationAnswer = invitationLink.extend({ accept: z.boolean() });
/**
 * Default properties of the reply to every change of a World’s members. They are the same for every e-mail address, so that
 * the founder learns nothing about an account before it accepts the invitation.
 */
const INVITED = { status: 'invited', accept_url: null, expires_at: null } as const;

/** Dependencies of the routes of Worlds (public identities), their members and invitations. */
export interface WorldsRouteDeps {
  readonly db: DatabaseClient;
  readonly links: PublicLinkBuilder;
  readonly limiter: RateLimiter;
}

/**
 * Returns the routes by which a member lists the members of a World (a public identity), and its founder invites and changes
 * them.
 */
function memberRoutes(owner: OwnerRouteFactory, { db, links, limiter }: WorldsRouteDeps) {
  return [
    owner.get(MEMBERS, {}, async ({ accountId: own, ask, at }) => {
      const { members } = await ask(WORLDS.membersList, at);
      const isFounder = members.some(
        ({ account_id, role }) => account_id === own && role === 'founder',
      );
      const { invitations } = isFounder
        ? await ask(WORLDS.invitations, { ...at, token_hash: null })
        : { invitations: [] };
      const names = await findOwnerNames(
        db,
        members.map((one) => one.account_id),
      );
      const named = members.map((one) => ({ ...one, name: names.get(one.account_id) ?? '' }));
      const open = invitations.map(({ email: address, role, invited_at, expires_at }) => {
        return { email: address, role, status: 'invited', invited_at, expires_at };
      });
      return { members: named, invitations: open };
    }),
    owner.post(MEMBERS, { body: member, rate: null }, async ({ accountId: own, ask, at, body }) => {
      const { email: address, member: account, role } = body;
      if (address === undefined || role === null) limiter.takeChange(ownerPrincipal(own));
      else limiter.takeInvitation(ownerPrincipal(own));
      if (address === undefined) {
        await ask(WORLDS.membersSet, { ...at, member: account ?? '', role });
        return { ...at, ...INVITED };
      }
      const { token, hash } = makeInvitationToken();
      const input = { ...at, email: address, role, token_hash: hash };
      const { expires_at } = await ask(WORLDS.invite, input);
      const accept_url = expires_at === null ? null : links.invitation(at.word, token);
      return { ...at, ...INVITED, accept_url, expires_at };
    }),
  ];
}

/**
 * Returns the routes by which an invited owner reads and answers an invitation to a World (a public identity). The token is
 * in the body, so that no URL and no log contains it. Spec: worlds.acceptance. ADR 025.
 */
function invitationRoutes(owner: OwnerRouteFactory, { db }: WorldsRouteDeps) {
  return [
    owner.post(
      '/api/console/invitations/:word/read',
      { body: invitationLink, rate: 'read' },
      async ({ ask, at, body: { token } }) => {
        const input = { ...at, token_hash: hashOfToken(token) };
        const { title, invitations } = await ask(WORLDS.invitations, input);
        const [row] = invitations;
        if (row === undefined) throw new BridgeError('not_found', {});
        const { role, invited_by, expires_at } = row;
        const founder = (await findOwnerNames(db, [invited_by])).get(invited_by) ?? '';
        return { invitation: { ...at, title, role, invited_by: founder, expires_at } };
      },
    ),
    owner.post(
      '/api/console/invitations/:word',
      { body: invitationAnswer },
      async ({ ask, at, body: { token, accept } }) => {
        const input = { ...at, token_hash: hashOfToken(token), accept };
        return { ...at, role: (await ask(WORLDS.invitationAnswer, input)).role };
      },
    ),
  ];
}

/**
 * Returns the routes by which a founder manages a World (a public identity) and its members, and a member joins and leaves
 * it.
 * Spec: worlds.dashboard, worlds.invitation, worlds.handed-over, worlds.taken-off, overview.left-out.
 */
export function worldsRoutes(
  owner: OwnerRouteFactory,
  deps: WorldsRouteDeps,
): readonly HttpRoute[] {
  return [
    owner.post(SHARED_WORLD, { body: dashboard }, async ({ ask, at, body }) => {
      await ask(WORLDS.dashboardSet, { ...at, ...body });
      return { ...at, ...body };
    }),
    ...memberRoutes(owner, deps),
    ...invitationRoutes(owner, deps),
    owner.post(`${WORLD}/leave`, { body: emptyBody }, async ({ ask, at }) => {
      await ask(WORLDS.leave, at);
      return at;
    }),
    owner.change(`${WORLD}/hand-over`, WORLDS.handOver),
    owner.post(
      OFFER_ANSWER,
      { body: bodySchema(OFFER_ANSWER, WORLDS.handOverAnswer.input) },
      async ({ ask, at, body }) => {
        const { role } = await ask(WORLDS.handOverAnswer, { ...at, ...body });
        return { ...at, role };
      },
    ),
    owner.change(`${WORLD}/listed`, WORLDS.listedSet),
    owner.change(`${WORLD}/off`, BUILDER.worldOff),
  ];
}
