import type { DatabaseClient } from '@bridge/db';
import {
  BridgeError,
  isBridgeError,
  type RandomIdGenerator,
  type ProcessSettings,
} from '@bridge/kernel';
import { z } from 'zod';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import { insertOwner } from '../auth/owner.store.ts';
import { hashPassword } from '../auth/password.ts';
import { email, enteredPassword, newPassword, ownerName } from './owner-fields.ts';
import { okReply } from './errors.ts';
import type { HttpExchange, HttpRouteHandler, HttpRoute, HttpRouteReply } from './exchange.ts';
import { checkOwnerRequest, type OwnerSessionDeps } from './owner-route.ts';
import { emptyBody } from './params.ts';
import { readJson } from './read-json.ts';

const signIn = z.strictObject({ email, password: enteredPassword });
const passwordChange = z.strictObject({
  currentPassword: enteredPassword,
  newPassword,
  revokeOtherSessions: z.literal(true).optional(),
});
const signUpForm = z.strictObject({ email, name: ownerName, password: newPassword });

/** Dependencies of sign-in and sign-up. */
export interface AuthRouteDeps extends OwnerSessionDeps {
  readonly db: DatabaseClient;
  readonly ids: RandomIdGenerator;
  readonly limiter: RateLimiter;
  readonly settings: ProcessSettings;
}

/** Returns the data of an owner that the owner’s own browser receives: e-mail address and name. */
export function publicOwner({ email: address, name }: { email: string; name: string }): object {
  return { email: address, name };
}

/** Returns the routes of sign-in, sign-out, password change and sign-up. Spec: accounts.sign-up-closed. */
export function authRoutes(deps: AuthRouteDeps): readonly HttpRoute[] {
  const { sessions, guard, clock, limiter } = deps;
  const withOwnerCheck =
    (handle: (exchange: HttpExchange) => Promise<HttpRouteReply>): HttpRouteHandler =>
    async (exchange) => {
      checkOwnerRequest(guard, exchange);
      return handle(exchange);
    };
  const signInHandler = withOwnerCheck(async (exchange) => {
    const form = await readJson(exchange, signIn, clock);
    const agent = exchange.request.headers['user-agent'];
    const { value: owner, cookies } = await sessions.signIn(form, exchange.address, agent);
    return okReply(exchange.requestId, { user: publicOwner(owner) }, { cookies });
  });
  const signOut = withOwnerCheck(async (exchange) => {
    await readJson(exchange, emptyBody, clock);
    const { cookies } = await sessions.signOut(exchange.request.headers.cookie);
    return okReply(exchange.requestId, {}, { cookies });
  });
  const getSession = withOwnerCheck(async ({ requestId, request: { headers } }) => {
    const { value: owner, cookies } = await sessions.current(headers.cookie);
    const signup = deps.settings.BRIDGE_SIGNUP;
    return okReply(
      requestId,
      { user: owner === null ? null : publicOwner(owner), signup },
      { cookies },
    );
  });
  const changePassword = withOwnerCheck(async (exchange) => {
    const form = await readJson(exchange, passwordChange, clock);
    const { cookie, 'user-agent': agent } = exchange.request.headers;
    const { cookies } = await sessions.changePassword(cookie, form, exchange.address, agent);
    return okReply(exchange.requestId, {}, { cookies });
  });
  const signUp = withOwnerCheck(async (exchange) => {
    if (deps.settings.BRIDGE_SIGNUP !== 'open') throw new BridgeError('not_found', {});
    const form = await readJson(exchange, signUpForm, clock);
    limiter.takeSignUp(exchange.address);
    const passwordHash = await hashPassword(form.password);
    // The answer does not depend on whether the e-mail address is taken, so it does not reveal who has an account.
    await insertOwner(deps.db, deps.ids, { ...form, passwordHash }).catch((error: unknown) => {
      if (!isBridgeError(error, 'invalid_input')) throw error;
    });
    return okReply(exchange.requestId, {});
  });

  return [
    { path: '/api/auth/sign-in/email', methods: { POST: signInHandler } },
    { path: '/api/auth/sign-out', methods: { POST: signOut } },
    { path: '/api/auth/get-session', methods: { GET: getSession } },
    { path: '/api/auth/change-password', methods: { POST: changePassword } },
    { path: '/api/auth/sign-up/email', methods: { POST: signUp } },
  ];
}
