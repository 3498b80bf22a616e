import { KeyUseBroadcaster } from './key-uses.ts';
import type { LiveDeps } from './live-account.ts';
import { LiveEventStreams } from './live-streams.ts';
import { openWatchedAccounts } from './watched-accounts.ts';

/** The live events of this gateway: the consoles’ streams, and the reports of key uses that the streams send. */
export interface GatewayLiveEvents {
  readonly streams: LiveEventStreams;
  readonly uses: KeyUseBroadcaster;
  close(): Promise<void>;
}

/** Opens the streams of live events and the reports of key uses that they show. */
export function openLive(deps: LiveDeps): GatewayLiveEvents {
  const { driver } = deps.bus;
  const { watched, close } = openWatchedAccounts(driver, deps);
  const streams = new LiveEventStreams(deps, watched);
  const uses = new KeyUseBroadcaster(driver, watched, deps.clock);
  return {
    streams,
    uses,
    close: async () => {
      uses.close();
      await Promise.all([streams.close(), close()]);
    },
  };
}
