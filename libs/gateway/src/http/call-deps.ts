import type { Links } from '@bridge/contracts';
import { isBridgeError, type Clock, type Logger } from '@bridge/kernel';
import type { BodyBudget } from '../admission/body-budget.ts';
import type { OpenDoor } from '../admission/open-door.ts';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import type { RefusalCounts } from '../admission/refusal-counts.ts';
import { authenticate } from '../auth/authenticate.ts';
import type { Principal } from '../dispatch.ts';
import type { Dispatch } from '../dispatch/make-dispatch.ts';
import type { KeyRights } from '../keys/key-rights.ts';
import type { KeyUsage } from '../keys/key-usage.ts';
import type { CallReader } from '../read/call-reader.ts';
import type { Exchange } from './exchange.ts';
import type { OriginGuard } from './origin-guard.ts';

/** What routes with a key work with. */
export interface CallDeps {
  readonly rights: KeyRights;
  readonly clock: Clock;
  readonly log: Logger;
  readonly links: Links;
  readonly guard: OriginGuard;
  readonly limiter: RateLimiter;
  readonly budget: BodyBudget;
  readonly door: OpenDoor;
  readonly reader: CallReader;
  readonly dispatch: Dispatch;
  readonly usage: KeyUsage;
  readonly refusals: RefusalCounts;
}

/** Looks the key up; guesses are counted per address. Throws the 401 codes, ambiguous_credentials and rate_limited. */
export async function principalOf(deps: CallDeps, exchange: Exchange): Promise<Principal> {
  const from = deps.clock.monotonic();
  try {
    const principal = await authenticate(deps.rights, exchange.request);
    deps.door.noteDatabaseMs(deps.clock.monotonic() - from);
    exchange.noted.account = principal.accountId;
    if (principal.keyId !== null) exchange.noted.keyId = principal.keyId;
    return principal;
  } catch (error) {
    if (isBridgeError(error, 'key_invalid') || isBridgeError(error, 'key_malformed'))
      deps.limiter.failedKey(exchange.address);
    throw error;
  }
}
