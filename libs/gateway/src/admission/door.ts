import type { Clock } from '@bridge/kernel';
import { Places, type Room } from './places.ts';
import type { Policy } from './policy.ts';

/** What waits at the door, in the order in which it is given up: searches first, then reads; changes do not queue. */
export type DoorKind = 'search' | 'read' | 'change';

/**
 * Calls worked on at once. While this process is busy: on two cores so few do nine tenths of what 16 do, in three quarters of
 * the time. While it is not, they wait for parts that are far away: as many as a gateway answers in 10 ms.
 */
const ROOM: Room = { busy: 10, calm: 48 };
/** There is too much work for so long after a read was sent away. */
const OVER_MS = 1_000;
/** Then the newest is served at once, and who was not will not be: a longer wait serves nobody more. */
const OVER_WAIT_MS: Readonly<Record<DoorKind, number>> = { search: 1, read: 1, change: 0 };
/** Reads and searches that may wait for their turn: a burst of so many is done in the time that a read may wait. */
const WAITING_MAX = 128;
/** A burst may wait so long for its turn, as long as the line was empty a moment ago. */
const BURST_WAIT_MS: Readonly<Record<DoorKind, number>> = { search: 50, read: 200, change: 0 };
/** A line that has not been empty for so long is no burst but too much work. */
const STANDING_AFTER_MS = 100;
/** Then only what is served soon is worth its wait; the rest is told at once to come later. */
const STANDING_WAIT_MS: Readonly<Record<DoorKind, number>> = { search: 5, read: 40, change: 0 };
/** How often the strain is looked at. */
export const STRAIN_WINDOW_MS = 1_000;
/** With fewer calls inside a slow process is slow for another reason, and sending calls away would not make it faster. */
const CROWD_MIN = ROOM.busy;
/** Steps of shedding under strain: nothing, searches, reads too, changes too. What owners do with keys is never shed. */
const STEPS: readonly (readonly DoorKind[])[] = [
  [],
  ['search'],
  ['search', 'read'],
  ['search', 'read', 'change'],
];

/** How this process was in one window: p99 of the event loop's delay, and the longest read of a key. */
export interface Strain {
  readonly loopMs: number;
  readonly databaseMs: number;
}

interface Waiting {
  readonly kind: DoorKind;
  readonly since: number;
  enter(leave: (() => void) | null): void;
}

/**
 * Lets calls in as fast as they are done, and sends the rest away early and cheaply: a queue with controlled delay, which
 * takes a burst whole but never lets a line stand, so that what is let in stays fast. While there is too much work the
 * newest comes first: it is served at once, and the oldest, whose caller is about to give up, pays for the excess ("Fail at
 * Scale", ACM Queue 2015: adaptive LIFO). Under strain (event loop, database) kinds are refused outright, one step per
 * window, searches before reads before changes, and let in again the same way. Spec: operations.shedding.
 */
export class Door {
  readonly #clock: Clock;
  readonly #most: Policy['strain'];
  readonly #places: Places;
  #inside = 0;
  /** Most calls inside or waiting at once in this window. */
  #crowd = 0;
  /** Calls of a refused kind in this window. */
  #sentAway = 0;
  /** Reads before searches, each in order of arrival. */
  readonly #lines: Readonly<Record<'read' | 'search', Waiting[]>> = { read: [], search: [] };
  #emptyAt: number;
  /** Until then there is too much work. */
  #overUntil = Number.NEGATIVE_INFINITY;
  #step = 0;

  /** `isBusy` tells whether this process was busy of late. */
  constructor(clock: Clock, strain: Policy['strain'], isBusy: () => boolean) {
    this.#clock = clock;
    this.#places = new Places(ROOM, isBusy);
    this.#most = strain;
    this.#emptyAt = clock.monotonic();
  }

  /** Resolves with what to call when the work is done, or with null when the call is to come later. */
  enter(kind: DoorKind): (() => void) | null | Promise<(() => void) | null> {
    if (STEPS[this.#step]?.includes(kind) === true) {
      this.#sentAway += 1;
      return null;
    }
    // A change does not queue: its rates and the services' lanes bound it, and waiting would only age it.
    if (kind === 'change') return this.#begin();
    const now = this.#clock.monotonic();
    const waiting = this.waiting();
    if (waiting === 0 && !this.#places.areTaken(now)) return this.#beginAt(now);
    if (waiting >= WAITING_MAX) {
      this.#overUntil = now + OVER_MS;
      return null;
    }
    if (waiting === 0) this.#emptyAt = now;
    this.#crowd = Math.max(this.#crowd, this.#inside + waiting + 1);
    const entered = new Promise<(() => void) | null>((enter) => {
      this.#lines[kind].push({ kind, since: now, enter });
    });
    this.#letIn(now);
    return entered;
  }

  /** Lets in whom there is a place for, and sends away who has waited too long; called every few ms while somebody waits. */
  look(): void {
    const now = this.#clock.monotonic();
    // A place that is free is taken before anybody is sent away for having waited.
    this.#letIn(now);
    this.#expire(now);
  }

  #expire(now: number): void {
    const patience = this.#patienceMs(now);
    for (const kind of ['search', 'read'] as const) {
      const line = this.#lines[kind];
      while (line[0] !== undefined && now - line[0].since > patience[kind]) {
        line.shift()?.enter(null);
        // A search is worth less than its wait sooner than there is too much work.
        if (kind === 'read') this.#overUntil = now + OVER_MS;
      }
    }
  }

  /** Takes the strain of one window: one step more while there is too much of it, one less when there is not. */
  feel({ loopMs, databaseMs }: Strain): void {
    const isSlow = loopMs > this.#most.loop_ms || databaseMs > this.#most.database_ms;
    const isStrained = isSlow && this.#crowd >= CROWD_MIN;
    // Who is sent away does not crowd inside, but shows that the step is still needed.
    const isHeld = isSlow && this.#sentAway >= CROWD_MIN;
    this.#sentAway = 0;
    this.#crowd = this.#inside + this.waiting();
    if (isStrained) this.#step = Math.min(STEPS.length - 1, this.#step + 1);
    else if (!isHeld) this.#step = Math.max(0, this.#step - 1);
    for (const kind of STEPS[this.#step] ?? [])
      if (kind !== 'change') for (const one of this.#lines[kind].splice(0)) one.enter(null);
  }

  /** Kinds that are refused outright now, for the metrics and the log. */
  refuses(): readonly DoorKind[] {
    return STEPS[this.#step] ?? [];
  }

  /** Reads and searches that wait for their turn. */
  waiting(): number {
    return this.#lines.read.length + this.#lines.search.length;
  }

  /** Calls that are admitted and not over. */
  inside(): number {
    return this.#inside;
  }

  /** Sends everybody away. */
  close(): void {
    for (const line of Object.values(this.#lines))
      for (const one of line.splice(0)) one.enter(null);
  }

  #isOver(now: number): boolean {
    return now < this.#overUntil;
  }

  #letIn(now: number): void {
    while (!this.#places.areTaken(now)) {
      const next = this.#next(now);
      if (next === undefined) return;
      next.enter(this.#beginAt(now));
    }
  }

  #patienceMs(now: number): Readonly<Record<DoorKind, number>> {
    if (this.#isOver(now)) return OVER_WAIT_MS;
    return now - this.#emptyAt > STANDING_AFTER_MS ? STANDING_WAIT_MS : BURST_WAIT_MS;
  }

  /** Takes the next one out of the line: a read before a search, the oldest first, the newest when there is too much. */
  #next(now: number): Waiting | undefined {
    const { read, search } = this.#lines;
    return this.#isOver(now) ? (read.pop() ?? search.pop()) : (read.shift() ?? search.shift());
  }

  /** A call that takes a place is inside. */
  #beginAt(now: number): () => void {
    const turn = this.#places.take(now);
    return this.#begin(() => {
      this.#places.giveBack(turn, this.#clock.monotonic());
      this.look();
    });
  }

  /** A call is inside. */
  #begin(leave?: () => void): () => void {
    this.#inside += 1;
    this.#crowd = Math.max(this.#crowd, this.#inside);
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      this.#inside -= 1;
      leave?.();
    };
  }
}
