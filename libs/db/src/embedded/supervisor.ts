import { ProgramStartError, type Clock, type Logger } from '@bridge/kernel';
import { setTimeout as delay } from 'node:timers/promises';
import { DiskFullError, reportsFullDisk } from './folder-error.ts';
import type { RunningPostmaster } from './postmaster.ts';

/**
 * First pause before a restart, ms. The pauses double up to RESTART_PAUSE_MS_MAX, which is short enough that Postgres runs
 * within 5 s after disk space is free.
 */
const RESTART_PAUSE_MS_MIN = 100;
const RESTART_PAUSE_MS_MAX = 2_000;
/**
 * Maximum number of consecutive failures; at one more the supervisor gives up. A failure is an unexpected end of Postgres or a
 * failed start. An end after a run of more than 10 s begins a new count.
 */
const FAILURES_MAX = 6;
const STEADY_MS = 10_000;

/** The dependencies of a PostgresSupervisor, which restarts an embedded Postgres. */
export interface SupervisorDependencies {
  readonly clock: Clock;
  readonly log: Logger;
  /** Receives a sentence for the operator whenever Postgres ends, runs again, or cannot run because of a full disk. */
  readonly tell: (sentence: string) => void;
}

/**
 * Restarts an embedded Postgres, with growing pauses, when it ends without `stop`. On a full disk it retries without limit;
 * after more than FAILURES_MAX other consecutive failures `failed` resolves with the last reason.
 */
export class PostgresSupervisor {
  readonly #start: () => Promise<RunningPostmaster>;
  readonly #deps: SupervisorDependencies;
  readonly #stopping = new AbortController();
  readonly #watching: Promise<void>;
  #current: RunningPostmaster;
  #startedAt: number;
  #downSince: number | null = null;
  #isDiskFull = false;
  #failures = 0;
  #fail: (reason: ProgramStartError) => void = () => undefined;
  /** Resolves when the supervisor has given up; pending otherwise. */
  readonly failed: Promise<ProgramStartError>;

  /** @param start starts Postgres again in the same folder and on the same port */
  constructor(
    running: RunningPostmaster,
    start: () => Promise<RunningPostmaster>,
    deps: SupervisorDependencies,
  ) {
    this.#start = start;
    this.#deps = deps;
    this.#current = running;
    this.#startedAt = deps.clock.monotonic();
    this.failed = new Promise((resolve) => (this.#fail = resolve));
    this.#watching = this.#watch();
  }

  get pid(): number {
    return this.#current.pid;
  }

  /** Time at which Postgres ended, in ms of the monotonic clock; null while it runs. */
  get downSince(): number | null {
    return this.#downSince;
  }

  /** True while Postgres cannot run because its disk is full. */
  get isDiskFull(): boolean {
    return this.#isDiskFull;
  }

  async stop(how: 'fast' | 'smart'): Promise<void> {
    this.#stopping.abort();
    await this.#current.stop(how);
    await this.#watching;
  }

  async #watch(): Promise<void> {
    for (;;) {
      await this.#current.ended;
      if (this.#stopping.signal.aborted) return;
      const { clock } = this.#deps;
      this.#downSince = clock.monotonic();
      if (this.#downSince - this.#startedAt > STEADY_MS) this.#failures = 0;
      this.#note(reportsFullDisk(this.#current.log()));
      const next = await this.#startAgain();
      if (next === null) return;
      this.#current = next;
      this.#startedAt = clock.monotonic();
      const seconds = ((this.#startedAt - this.#downSince) / 1_000).toFixed(1);
      this.#downSince = null;
      this.#isDiskFull = false;
      this.#report(`Postgres runs again, after ${seconds} s.`);
    }
  }

  /**
   * Tries to start Postgres, with growing pauses, until it runs. Returns null when the supervisor was stopped or has given up.
   */
  async #startAgain(): Promise<RunningPostmaster | null> {
    let reason = 'It ended soon after each start.';
    for (let pauseMs = RESTART_PAUSE_MS_MIN; ; pauseMs = nextPause(pauseMs)) {
      if (this.#failures > FAILURES_MAX) return this.#giveUp(reason);
      if (!(await this.#pause(pauseMs))) return null;
      try {
        const next = await this.#start();
        if (!this.#stopping.signal.aborted) return next;
        await next.stop('fast');
        return null;
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
        this.#note(error instanceof DiskFullError);
      }
    }
  }

  #giveUp(reason: string): null {
    this.#fail(
      new ProgramStartError(
        `Postgres ended and could not be started again (${FAILURES_MAX} tries): ${reason}`,
      ),
    );
    return null;
  }

  /** Updates the failure count and reports a full disk once. A full disk is not counted as a failure. */
  #note(isDiskFull: boolean): void {
    const isNews = isDiskFull && !this.#isDiskFull;
    this.#isDiskFull = isDiskFull;
    if (!isDiskFull) this.#failures += 1;
    if (isNews) {
      this.#report(
        'Postgres ended because its disk is full: free some space, and it starts again by itself.',
      );
    } else if (!isDiskFull && this.#failures === 1) {
      this.#report('Postgres ended and is started again.');
    }
  }

  #report(sentence: string): void {
    this.#deps.log.error({ pid: this.pid, failures: this.#failures, sentence }, 'postgres_ended');
    this.#deps.tell(sentence);
  }

  /** Waits before the next attempt to start Postgres. Returns false when the supervisor was stopped meanwhile. */
  async #pause(ms: number): Promise<boolean> {
    await delay(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    return !this.#stopping.signal.aborted;
  }
}

function nextPause(ms: number): number {
  return Math.min(2 * ms, RESTART_PAUSE_MS_MAX);
}
