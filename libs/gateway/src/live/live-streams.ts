import { onHint, type BusDriver, type BusSubscription } from '@bridge/bus';
import { hintJournal, hintMessage, hintPresence, hintUse, LIVE } from '@bridge/contracts';
import { BridgeError, sampledGauge } from '@bridge/kernel';
import { AccountLiveStreams, type LiveStreamDeps } from './live-account.ts';
import { eventText, LiveEventStream } from './live-stream.ts';
import type { AccountsWithLiveStreams } from './watched-accounts.ts';

const openStreams = sampledGauge('live_streams', 'Consoles that receive live events.', []);
/** Seconds after which a client may try again that was refused because too many streams are open. */
const RETRY_AFTER_S = 5;

/**
 * The streams of live events at this gateway. The gateway subscribes to hints (bus messages about changes of journals,
 * mailbox messages, nodes or key uses) only while a stream is open. Spec: live.idle.
 */
export class LiveEventStreams {
  readonly #deps: LiveStreamDeps;
  readonly #driver: BusDriver;
  readonly #watched: AccountsWithLiveStreams;
  readonly #accounts = new Map<string, AccountLiveStreams>();
  #subscriptions: readonly BusSubscription[] = [];
  #count = 0;
  #isClosed = false;
  readonly #unexpose = openStreams.add({}, () => this.#count);

  constructor(deps: LiveStreamDeps, watched: AccountsWithLiveStreams) {
    this.#deps = deps;
    this.#driver = deps.bus.driver;
    this.#watched = watched;
  }

  /**
   * Opens a stream that begins after row `after` of the journal (audit log); null begins at its end. Throws rate_limited when
   * the account already has its maximum number of streams, and service_unavailable while the process stops.
   */
  open(accountId: string, after: number | null): LiveEventStream {
    if (this.#isClosed) throw new BridgeError('service_unavailable', {}, { retryAfterS: 1 });
    const max = LIVE.streamsPerAccountMax;
    if (this.#watched.streamsOf(accountId) >= max) {
      const limit = `${max} streams of events per account`;
      throw new BridgeError('rate_limited', { limit }, { retryAfterS: RETRY_AFTER_S });
    }
    if (this.#count === 0) this.#subscribe();
    const account = this.#accounts.get(accountId) ?? new AccountLiveStreams(this.#deps, accountId);
    this.#accounts.set(accountId, account);
    const stream = new LiveEventStream(after, () => this.#remove(accountId, account, stream));
    this.#count += 1;
    account.add(stream);
    this.#watched.setOwn(accountId, account.streams.size);
    return stream;
  }

  #remove(accountId: string, account: AccountLiveStreams, stream: LiveEventStream): void {
    account.remove(stream);
    this.#count -= 1;
    this.#watched.setOwn(accountId, account.streams.size);
    if (account.streams.size === 0) this.#accounts.delete(accountId);
    if (this.#count === 0) void this.#unsubscribe();
  }

  #subscribe(): void {
    const { log } = this.#deps;
    const wake = ({ account_id }: { readonly account_id: string }): void =>
      this.#accounts.get(account_id)?.wake();
    this.#subscriptions = [
      onHint(this.#driver, hintJournal, log, wake),
      onHint(this.#driver, hintPresence, log, wake),
      onHint(this.#driver, hintMessage, log, ({ account_id, to }) =>
        this.#accounts.get(account_id)?.send(eventText('message', { to })),
      ),
      onHint(this.#driver, hintUse, log, ({ account_id, key_id, uses }) => {
        const account = this.#accounts.get(account_id);
        for (const use of uses) account?.send(eventText('use', { key_id, ...use }));
      }),
    ];
  }

  async #unsubscribe(): Promise<void> {
    const subscriptions = this.#subscriptions;
    this.#subscriptions = [];
    await Promise.all(subscriptions.map((one) => one.drain()));
  }

  /** Ends all streams because the process stops. Their clients reconnect to another gateway. */
  endAll(): void {
    this.#isClosed = true;
    for (const account of this.#accounts.values())
      for (const stream of account.streams) stream.end();
  }

  async close(): Promise<void> {
    this.endAll();
    this.#unexpose();
    await this.#unsubscribe();
  }
}
