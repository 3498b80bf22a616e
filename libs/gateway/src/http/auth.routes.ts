import type { Db } from '@bridge/db';
import { BridgeError, isBridgeError, type Ids, type Settings } from '@bridge/kernel';
import { z } from 'zod';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import { enterByLink } from '../auth/owner-link.ts';
import { insertOwner } from '../auth/owner.store.ts';
import { hashPassword } from '../auth/password.ts';
import { email, enteredPassword, newPassword, ownerName } from './email.ts';
import { okReply } from './errors.ts';
import type { Exchange, Handler, Route, FullReply } from './exchange.ts';
import { checkOwnerRequest, type OwnerDeps } from './owner-route.ts';
import { readJson } from './read-json.ts';

const signIn = z.strictObject({ email, password: enteredPassword });
const nothing = z.strictObject({});
const passwordChange = z.strictObject({
  currentPassword: enteredPassword,
  newPassword,
  revokeOtherSessions: z.literal(true).optional(),
});
const newOwner = z.strictObject({ email, name: ownerName, password: newPassword });
const welcome = newOwner.extend({ token: z.string().regex(/^[A-Za-z0-9_-]{20,100}$/) });

/** What sign-in and sign-up work with. */
export interface AuthRouteDeps extends OwnerDeps {
  readonly db: Db;
  readonly ids: Ids;
  readonly limiter: RateLimiter;
  readonly settings: Settings;
}

function shown({ email: address, name }: { email: string; name: string }): object {
  return { email: address, name };
}

/** Owners' sign-in, sign-out, password change, and the two ways to become one. Spec: accounts.sign-up-closed, accounts.owner-link. */
export function authRoutes(deps: AuthRouteDeps): readonly Route[] {
  const { sessions, guard, clock, limiter } = deps;
  const own =
    (handle: (exchange: Exchange) => Promise<FullReply>): Handler =>
    async (exchange) => {
      checkOwnerRequest(guard, exchange);
      return handle(exchange);
    };
  const enter = own(async (exchange) => {
    const asked = await readJson(exchange, signIn, clock);
    const { value: owner, cookies } = await sessions.signIn(asked, exchange.address);
    return okReply(exchange.requestId, { user: shown(owner) }, { cookies });
  });
  const leave = own(async (exchange) => {
    await readJson(exchange, nothing, clock);
    const { cookies } = await sessions.signOut(exchange.request.headers.cookie);
    return okReply(exchange.requestId, {}, { cookies });
  });
  const whose = own(async ({ requestId, request: { headers } }) => {
    const { value: owner, cookies } = await sessions.current(headers.cookie);
    const signup = deps.settings.BRIDGE_SIGNUP;
    return okReply(requestId, { user: owner === null ? null : shown(owner), signup }, { cookies });
  });
  const changePassword = own(async (exchange) => {
    const asked = await readJson(exchange, passwordChange, clock);
    const { cookie } = exchange.request.headers;
    const { cookies } = await sessions.changePassword(cookie, asked, exchange.address);
    return okReply(exchange.requestId, {}, { cookies });
  });
  const signUp = own(async (exchange) => {
    if (deps.settings.BRIDGE_SIGNUP !== 'open') throw new BridgeError('not_found', {});
    const asked = await readJson(exchange, newOwner, clock);
    limiter.signUp(exchange.address);
    const passwordHash = await hashPassword(asked.password);
    // The same answer whether the address was free or not: nobody can ask who is an owner here.
    await insertOwner(deps.db, deps.ids, { ...asked, passwordHash }).catch((error: unknown) => {
      if (!isBridgeError(error, 'invalid_input')) throw error;
    });
    return okReply(exchange.requestId, {});
  });
  const enterByToken = own(async (exchange) => {
    const asked = await readJson(exchange, welcome, clock);
    limiter.signUp(exchange.address);
    const owner = await enterByLink(deps.db, deps.ids, asked);
    return okReply(exchange.requestId, { user: shown(owner) }, { status: 201 });
  });

  return [
    { path: '/api/auth/sign-in/email', methods: { POST: enter } },
    { path: '/api/auth/sign-out', methods: { POST: leave } },
    { path: '/api/auth/get-session', methods: { GET: whose } },
    { path: '/api/auth/change-password', methods: { POST: changePassword } },
    { path: '/api/auth/sign-up/email', methods: { POST: signUp } },
    { path: '/api/console/welcome', methods: { POST: enterByToken } },
  ];
}
