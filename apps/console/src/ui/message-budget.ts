/**
 * Maximum number of messages per second from the page in a preview. The helper script in the page sends at most one scroll
 * message per animation frame.
 */
const MESSAGES_MAX = 1_000;
/** Maximum time in ms per second that reading the messages of a preview's page may take; a large message takes long. */
const READ_MS_MAX = 500;
const WINDOW_MS = 1_000;

/**
 * Limits the messages per second that the console accepts from the page in a preview. Without a limit the page could occupy the
 * console's thread completely.
 */
export class PreviewMessageRateLimiter {
  private from = 0;
  private count = 0;
  private readMs = 0;

  /**
   * Counts a message of a preview whose reading began at `start` and ended at `end` (in ms). Returns false when the messages of
   * this second exceed the limits.
   */
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
