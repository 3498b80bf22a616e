/** Maximum number of messages of a preview per second; the helper script sends at most one per animation frame. */
const MESSAGES_MAX = 1_000;
/** Maximum time to read the messages of a second, in ms; a large message is deserialized when it is read. */
const READ_MS_MAX = 500;
const WINDOW_MS = 1_000;

/** Budget of messages from a preview. A page without a limit could use all of the console's time. */
export class MessageBudget {
  private from = 0;
  private count = 0;
  private readMs = 0;

  /** Counts a message that was read from `start` to `end`, in ms. Returns false when the budget of this second is exceeded. */
  allows(start: number, end: number): boolean {
    if (start - this.from >= WINDOW_MS) {
      this.from = start;
      this.count = 0;
      this.readMs = 0;
    }
    this.count += 1;
    this.readMs += end - start;
    return this.count <= MESSAGES_MAX && this.readMs <= READ_MS_MAX;
  }
}
