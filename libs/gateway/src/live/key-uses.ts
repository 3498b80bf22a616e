import { sendHint, type BusDriver } from '@bridge/bus';
import { hintUse, LIVE, type ErrorCode, type KeyUse } from '@bridge/contracts';
import type { Clock } from '@bridge/kernel';
import type { Principal } from '../dispatch.ts';
import { clientName } from './client-name.ts';
import type { AccountsWithLiveStreams } from './watched-accounts.ts';

/** The outcome of a call: `ok` or the code of its error. */
export type OkOrErrorCode = ErrorCode | 'ok';

/** The uses of one agent key that were not sent to open consoles yet, by action and outcome. */
interface UnsentKeyUses {
  readonly accountId: string;
  readonly uses: Map<string, KeyUse>;
  readonly timer: NodeJS.Timeout;
}

/**
 * Sends the uses of keys to the open consoles of the account: the first use at once, further uses together, at most one
 * message per key and second. When no console of the account is open, a use costs one look-up in memory. Spec: live.use.
 */
export class KeyUseBroadcaster {
  readonly #driver: BusDriver;
  readonly #watched: AccountsWithLiveStreams;
  readonly #clock: Clock;
  readonly #pending = new Map<string, UnsentKeyUses>();

  constructor(driver: BusDriver, watched: AccountsWithLiveStreams, clock: Clock) {
    this.#driver = driver;
    this.#watched = watched;
    this.#clock = clock;
  }

  /**
   * @param action the name of an action, method or surface, never a text of the client
   * @param client the name that the calling program gives itself
   */
  report(
    { accountId, keyId }: Pick<Principal, 'accountId' | 'keyId'>,
    action: string,
    code: OkOrErrorCode,
    client: unknown,
  ): void {
    if (keyId === null || !this.#watched.isWatched(accountId)) return;
    const at = new Date(this.#clock.now()).toISOString();
    const use: KeyUse = { action, code, at, client: clientName(client) };
    const pending = this.#pending.get(keyId);
    if (pending === undefined) {
      this.#send(accountId, keyId, [use]);
      return;
    }
    const kind = `${action} ${code}`;
    if (pending.uses.has(kind) || pending.uses.size < LIVE.usesMax) pending.uses.set(kind, use);
  }

  /** Sends uses of a key, and collects further uses of this key for one second. */
  #send(accountId: string, keyId: string, uses: KeyUse[]): void {
    sendHint(this.#driver, hintUse, { account_id: accountId, key_id: keyId, uses });
    const timer = setTimeout(() => {
      const pending = this.#pending.get(keyId);
      this.#pending.delete(keyId);
      if (pending !== undefined && pending.uses.size > 0)
        this.#send(accountId, keyId, [...pending.uses.values()]);
    }, LIVE.useMs);
    timer.unref();
    this.#pending.set(keyId, { accountId, uses: new Map(), timer });
  }

  close(): void {
    for (const { timer } of this.#pending.values()) clearTimeout(timer);
    this.#pending.clear();
  }
}
