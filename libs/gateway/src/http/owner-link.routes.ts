import { z } from 'zod';
import { choosePasswordByLink, enterByLink } from '../auth/owner-link.ts';
import { publicOwner, type AuthRouteDeps } from './auth.routes.ts';
import { okReply } from './errors.ts';
import type { HttpRoute } from './exchange.ts';
import { email, newPassword, ownerName } from './owner-fields.ts';
import { checkOwnerRequest } from './owner-route.ts';
import { readJson } from './read-json.ts';

const token = z.string().regex(/^[A-Za-z0-9_-]{20,100}$/);
const welcomeForm = z.strictObject({ token, email, name: ownerName, password: newPassword });
const passwordForm = z.strictObject({ token, password: newPassword });

/**
 * Returns the routes that accept the token of a one-time link: to sign up, and to choose a new password.
 * Spec: accounts.owner-link, accounts.new-password.
 */
export function ownerLinkRoutes(deps: AuthRouteDeps): readonly HttpRoute[] {
  const { db, ids, sessions, guard, clock, limiter } = deps;
  return [
    {
      path: '/api/console/welcome',
      methods: {
        POST: async (exchange) => {
          checkOwnerRequest(guard, exchange);
          const form = await readJson(exchange, welcomeForm, clock);
          limiter.takeSignUp(exchange.address);
          const owner = await enterByLink(db, ids, form);
          return okReply(exchange.requestId, { user: publicOwner(owner) }, { status: 201 });
        },
      },
    },
    {
      path: '/api/console/new-password',
      methods: {
        POST: async (exchange) => {
          checkOwnerRequest(guard, exchange);
          const form = await readJson(exchange, passwordForm, clock);
          limiter.takeSignUp(exchange.address);
          const { email: address } = await choosePasswordByLink(db, form);
          const { value: owner, cookies } = await sessions.signInWithNewPassword(
            { email: address, password: form.password },
            exchange.request.headers['user-agent'],
          );
          return okReply(exchange.requestId, { user: publicOwner(owner) }, { cookies });
        },
      },
    },
  ];
}
