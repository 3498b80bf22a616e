import type { PublicLinkBuilder } from '@bridge/contracts';
import { isBridgeError, type Clock, type Logger } from '@bridge/kernel';
import type { BodyBudget } from '../admission/body-budget.ts';
import type { AdmissionController } from '../admission/open-admission.ts';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import { authenticate } from '../auth/authenticate.ts';
import type { Principal } from '../dispatch.ts';
import type { CallDispatcher } from '../dispatch/make-dispatch.ts';
import type { KeyCallRecorders } from '../keys/call-records.ts';
import type { KeyRightsReader } from '../keys/key-rights.ts';
import type { OkOrErrorCode } from '../live/key-uses.ts';
import type { CallBodyParser } from '../read/call-reader.ts';
import type { HttpExchange } from './exchange.ts';
import type { OriginGuard } from './origin-guard.ts';

/** Dependencies of the routes that authenticate with a key. */
export interface AgentRouteDeps extends KeyCallRecorders {
  readonly rights: KeyRightsReader;
  readonly clock: Clock;
  readonly log: Logger;
  readonly links: PublicLinkBuilder;
  readonly guard: OriginGuard;
  readonly limiter: RateLimiter;
  readonly budget: BodyBudget;
  readonly admission: AdmissionController;
  readonly reader: CallBodyParser;
  readonly dispatch: CallDispatcher;
}

function userAgentOf({ request }: HttpExchange): string | undefined {
  return request.headers['user-agent'];
}

/**
 * Records the outcome of a key’s call: refusals by minute, calls by hour, and the live event for open consoles.
 * @param action the name of an action, method or surface, never a text of the client
 * @param client the name that the calling program gives itself, as sent; it is cleaned before it is shown
 */
export function recordOutcome(
  { refusals, hours, uses }: KeyCallRecorders,
  exchange: HttpExchange,
  principal: Principal,
  action: string,
  code: OkOrErrorCode,
  client: unknown = userAgentOf(exchange),
): void {
  if (code !== 'ok') refusals.count(principal, action, code);
  hours.count(principal, action, code === 'ok');
  uses.report(principal, action, code, client);
}

/**
 * Authenticates a request. Unknown and malformed keys count against the rate of the client’s address. Throws the 401 codes,
 * ambiguous_credentials and rate_limited.
 */
export async function findPrincipal(
  deps: AgentRouteDeps,
  exchange: HttpExchange,
): Promise<Principal> {
  try {
    const principal = await authenticate(deps.rights, exchange.request, (right, code) =>
      // Reports the use of a revoked or expired key, so that its owner sees that a client still sends it.
      deps.uses.report(
        { accountId: right.account_id, keyId: right.key_id },
        'key',
        code,
        userAgentOf(exchange),
      ),
    );
    exchange.facts.account = principal.accountId;
    if (principal.keyId !== null) exchange.facts.keyId = principal.keyId;
    return principal;
  } catch (error) {
    if (isBridgeError(error, 'key_invalid') || isBridgeError(error, 'key_malformed'))
      deps.limiter.takeFailedKey(exchange.address);
    throw error;
  }
}
