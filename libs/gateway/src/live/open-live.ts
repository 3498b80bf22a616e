import { KeyUses } from './key-uses.ts';
import type { LiveDeps } from './live-account.ts';
import { LiveStreams } from './live-streams.ts';
import { openWatchedAccounts } from './watched-accounts.ts';

/** The live events of this gateway: the consoles’ streams, and the reports of key uses that the streams send. */
export interface LiveEventParts {
  readonly streams: LiveStreams;
  readonly uses: KeyUses;
  close(): Promise<void>;
}

/** Opens the streams of live events and the reports of key uses that they show. */
export function openLive(deps: LiveDeps): LiveEventParts {
  const { driver } = deps.bus;
  const { watched, close } = openWatchedAccounts(driver, deps);
  const streams = new LiveStreams(deps, watched);
  const uses = new KeyUses(driver, watched, deps.clock);
  return {
    streams,
    uses,
    close: async () => {
      uses.close();
      await Promise.all([streams.close(), close()]);
    },
  };
}
