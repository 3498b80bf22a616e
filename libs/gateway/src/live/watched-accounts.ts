import { onHint, sendHint, type BusDriver } from '@bridge/bus';
import { hintWatch, LIVE } from '@bridge/contracts';
import type { Clock, RandomIdGenerator, Logger } from '@bridge/kernel';

/** The number of open live streams of an account at another gateway. It expires unless that gateway broadcasts it again. */
interface StreamCountAtOtherGateway {
  readonly streams: number;
  readonly until: number;
}

/**
 * The accounts with an open live stream at any gateway. Each gateway broadcasts its counts every 10 s, so that key uses
 * are sent only for watched accounts, and the limit of streams holds for all gateways together. Spec: live.idle.
 */
export class AccountsWithLiveStreams {
  readonly #driver: BusDriver;
  readonly #clock: Clock;
  readonly #gateway: string;
  readonly #own = new Map<string, number>();
  /** The numbers of open streams at other gateways: by account, then by gateway. */
  readonly #elsewhere = new Map<string, Map<string, StreamCountAtOtherGateway>>();

  constructor(driver: BusDriver, clock: Clock, ids: RandomIdGenerator) {
    this.#driver = driver;
    this.#clock = clock;
    this.#gateway = ids.make('gw');
  }

  /** Returns the number of open live streams of an account at all gateways. */
  streamsOf(accountId: string): number {
    let streams = this.#own.get(accountId) ?? 0;
    const now = this.#clock.monotonic();
    for (const watch of this.#elsewhere.get(accountId)?.values() ?? [])
      if (watch.until > now) streams += watch.streams;
    return streams;
  }

  /** True while a console of the account has an open stream at any gateway. */
  isWatched(accountId: string): boolean {
    if (this.#own.size === 0 && this.#elsewhere.size === 0) return false;
    return this.streamsOf(accountId) > 0;
  }

  /** Sets the number of an account’s streams at this gateway and broadcasts it. */
  setOwn(accountId: string, streams: number): void {
    if (streams === 0) this.#own.delete(accountId);
    else this.#own.set(accountId, streams);
    this.#broadcast(accountId, streams);
  }

  /** Broadcasts this gateway’s numbers of open streams per account, and removes expired numbers of other gateways. */
  broadcastAll(): void {
    for (const [accountId, streams] of this.#own) this.#broadcast(accountId, streams);
    const now = this.#clock.monotonic();
    for (const [accountId, gateways] of this.#elsewhere) {
      for (const [gateway, { until }] of gateways) if (until <= now) gateways.delete(gateway);
      if (gateways.size === 0) this.#elsewhere.delete(accountId);
    }
  }

  #broadcast(accountId: string, streams: number): void {
    sendHint(this.#driver, hintWatch, {
      account_id: accountId,
      gateway: this.#gateway,
      streams,
    });
  }

  /** Stores the number of open streams that a gateway has broadcast for an account. Ignores this gateway’s own broadcasts. */
  hear(accountId: string, gateway: string, streams: number): void {
    if (gateway === this.#gateway) return;
    const gateways = this.#elsewhere.get(accountId) ?? new Map<string, StreamCountAtOtherGateway>();
    if (streams === 0) gateways.delete(gateway);
    else gateways.set(gateway, { streams, until: this.#clock.monotonic() + LIVE.watchedForMs });
    if (gateways.size === 0) this.#elsewhere.delete(accountId);
    else this.#elsewhere.set(accountId, gateways);
  }
}

/** Starts the exchange of the numbers of open live streams per account, which the gateways send each other over the bus. */
export function openWatchedAccounts(
  driver: BusDriver,
  {
    clock,
    ids,
    log,
  }: { readonly clock: Clock; readonly ids: RandomIdGenerator; readonly log: Logger },
): { readonly watched: AccountsWithLiveStreams; close(): Promise<void> } {
  const watched = new AccountsWithLiveStreams(driver, clock, ids);
  const timer = setInterval(() => watched.broadcastAll(), LIVE.watchMs);
  timer.unref();
  const hints = onHint(driver, hintWatch, log, ({ account_id, gateway, streams }) =>
    watched.hear(account_id, gateway, streams),
  );
  return {
    watched,
    close: async () => {
      clearInterval(timer);
      await hints.drain();
    },
  };
}
