/** How often it is asked whether this process is busy, in milliseconds. */
const TURN_MS = 20;

/** How many calls there is room for: while this process is busy, and while it has time to spare. */
export interface Room {
  readonly busy: number;
  readonly calm: number;
}

/**
 * Counts the calls that keep this process busy. While it has time to spare there is room for more, because those inside wait
 * for other parts, which may be far away. One that has been inside for 20 to 40 ms while the process had time to spare
 * waits for a part that is slow or stands still: it gives its place back by itself, because a few of those would keep out
 * all who ask another part. While the process is busy everybody inside counts. Calls are counted by the turn of 20 ms in
 * which they came, so that nothing is kept of a single one. Times are in milliseconds of one clock.
 * Spec: operations.shedding.
 */
export class Places {
  readonly #room: Room;
  readonly #isBusy: () => boolean;
  #most: number;
  /** None yet: the first call asks. */
  #turn = -1;
  /** Calls that came in this turn, in the one before, and earlier. */
  #ofThis = 0;
  #ofLast = 0;
  #ofOlder = 0;
  /** Calls of this turn and earlier ones do not count any more. */
  #forgotten = -1;

  /** `isBusy` tells whether this process was busy of late. */
  constructor(room: Room, isBusy: () => boolean) {
    this.#room = room;
    this.#isBusy = isBusy;
    this.#most = room.calm;
  }

  areTaken(now: number): boolean {
    this.#goTo(now);
    return this.#ofThis + this.#ofLast + this.#ofOlder >= this.#most;
  }

  /** Takes a place; `giveBack` is told what this returns. */
  take(now: number): number {
    this.#goTo(now);
    this.#ofThis += 1;
    return this.#turn;
  }

  /** Gives back a place that was taken in this turn, if it still counts. */
  giveBack(turn: number, now: number): void {
    this.#goTo(now);
    if (turn === this.#turn) this.#ofThis -= 1;
    else if (turn === this.#turn - 1) this.#ofLast -= 1;
    else if (turn > this.#forgotten) this.#ofOlder -= 1;
  }

  #goTo(now: number): void {
    const turn = Math.floor(now / TURN_MS);
    if (turn === this.#turn) return;
    const isNext = turn === this.#turn + 1;
    this.#ofOlder += isNext ? this.#ofLast : this.#ofLast + this.#ofThis;
    this.#ofLast = isNext ? this.#ofThis : 0;
    this.#ofThis = 0;
    this.#turn = turn;
    const isBusy = this.#isBusy();
    this.#most = isBusy ? this.#room.busy : this.#room.calm;
    if (isBusy) return;
    this.#ofOlder = 0;
    this.#forgotten = turn - 2;
  }
}
