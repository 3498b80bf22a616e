import { KeyUseBroadcaster } from './key-uses.ts';
import type { LiveStreamDeps } from './live-account.ts';
import { LiveEventStreams } from './live-streams.ts';
import { openWatchedAccounts } from './watched-accounts.ts';

/**
 * The live events of this gateway: the event streams of open consoles, and the broadcaster of the key uses that the streams
 * show.
 */
export interface LiveEventStreamsAndBroadcaster {
  readonly streams: LiveEventStreams;
  readonly uses: KeyUseBroadcaster;
  close(): Promise<void>;
}

/** Opens the event streams of consoles and the broadcaster of the key uses that the streams show. */
export function openLive(deps: LiveStreamDeps): LiveEventStreamsAndBroadcaster {
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
