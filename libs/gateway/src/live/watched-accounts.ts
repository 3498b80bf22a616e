import { onHint, sendHint, type BusDriver } from '@bridge/bus';
import { hintWatch, LIVE } from '@bridge/contracts';
import type { Clock, Ids, Logger } from '@bridge/kernel';

/** Streams of an account at another gateway, until the word of that gateway is too old. */
interface WatchElsewhere {
  readonly streams: number;
  readonly until: number;
}

/**
 * Which accounts a console watches, at this gateway and at others. Gateways tell one another every 10 s, so that uses of keys
 * are sent for watched accounts only, and that all gateways together hold one limit of streams. Spec: live.idle.
 */
export class WatchedAccounts {
  readonly #driver: BusDriver;
  readonly #clock: Clock;
  readonly #gateway: string;
  readonly #own = new Map<string, number>();
  /** By account, then by gateway. */
  readonly #elsewhere = new Map<string, Map<string, WatchElsewhere>>();

  constructor(driver: BusDriver, clock: Clock, ids: Ids) {
    this.#driver = driver;
    this.#clock = clock;
    this.#gateway = ids.make('gw');
  }

  /** Streams of an account, here and at other gateways. */
  streamsOf(accountId: string): number {
    let streams = this.#own.get(accountId) ?? 0;
    const now = this.#clock.monotonic();
    for (const watch of this.#elsewhere.get(accountId)?.values() ?? [])
      if (watch.until > now) streams += watch.streams;
    return streams;
  }

  /** True while a console watches the account anywhere. */
  isWatched(accountId: string): boolean {
    if (this.#own.size === 0 && this.#elsewhere.size === 0) return false;
    return this.streamsOf(accountId) > 0;
  }

  /** Sets the number of streams at this gateway, and tells the others. */
  setOwn(accountId: string, streams: number): void {
    if (streams === 0) this.#own.delete(accountId);
    else this.#own.set(accountId, streams);
    this.#tell(accountId, streams);
  }

  /** Tells the others of all accounts that are watched here, and forgets what is too old. */
  tellAll(): void {
    for (const [accountId, streams] of this.#own) this.#tell(accountId, streams);
    const now = this.#clock.monotonic();
    for (const [accountId, gateways] of this.#elsewhere) {
      for (const [gateway, { until }] of gateways) if (until <= now) gateways.delete(gateway);
      if (gateways.size === 0) this.#elsewhere.delete(accountId);
    }
  }

  #tell(accountId: string, streams: number): void {
    sendHint(this.#driver, hintWatch, {
      account_id: accountId,
      gateway: this.#gateway,
      streams,
    });
  }

  /** Takes the word of a gateway; its own comes back too. */
  hear(accountId: string, gateway: string, streams: number): void {
    if (gateway === this.#gateway) return;
    const gateways = this.#elsewhere.get(accountId) ?? new Map<string, WatchElsewhere>();
    if (streams === 0) gateways.delete(gateway);
    else gateways.set(gateway, { streams, until: this.#clock.monotonic() + LIVE.watchedForMs });
    if (gateways.size === 0) this.#elsewhere.delete(accountId);
    else this.#elsewhere.set(accountId, gateways);
  }
}

/** Opens the knowledge of watched accounts, which all gateways share. */
export function openWatchedAccounts(
  driver: BusDriver,
  { clock, ids, log }: { readonly clock: Clock; readonly ids: Ids; readonly log: Logger },
): { readonly watched: WatchedAccounts; close(): Promise<void> } {
  const watched = new WatchedAccounts(driver, clock, ids);
  const timer = setInterval(() => watched.tellAll(), LIVE.watchMs);
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
