import type { AnswerDeps } from '../answer.ts';

/** What both doors use. */
export interface DoorDeps extends AnswerDeps {
  /** Sent with every answer besides its own, flat. */
  readonly headers: readonly string[];
  /** True once the process is ending: answers then close their connection. */
  readonly draining: () => boolean;
}

/** A connection without traffic is closed after this: a slow reader keeps no bytes for ever. */
export const SOCKET_IDLE_MS_MAX = 30_000;
/** A kept-alive connection; longer than proxies keep theirs, so that they close first. */
export const KEEP_ALIVE_MS = 65_000;
