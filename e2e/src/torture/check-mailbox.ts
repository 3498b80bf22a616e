/** A sent message, joined from all calls with its text; no other message has the same text. */
export interface SentMessage {
  readonly text: string;
  /** Recipient: `owner` or `key:<key_id>`. */
  readonly to: string;
  /** Start of the first call that sent the message, in ms of the process's clock. */
  readonly inv: number;
  /** Time at which the sender received a success; Infinity without a success. */
  readonly ret: number;
  /** The message id in the success; null without a success. */
  readonly id: number | null;
}

/** One call of `relay.inbox`. */
export interface InboxCallRecord {
  readonly reader: string;
  /** Start of the first attempt. The acknowledgements in the call may have been applied from then on. */
  readonly from: number;
  /** Start of the last attempt; its answer contained the list. */
  readonly inv: number;
  /** End of the call; Infinity for a call without an answer. */
  readonly ret: number;
  readonly acks: readonly number[];
  readonly afterId: number;
  readonly listed: readonly { readonly id: number; readonly text: string }[];
  /** The id of the last listed message when the limit cut the list off; null when the list is complete. */
  readonly next: number | null;
}

/** All sent messages and all reads of inboxes in a run. The last read of each inbox is complete. */
export interface MailboxHistory {
  readonly sent: readonly SentMessage[];
  readonly reads: readonly InboxCallRecord[];
}

/** The largest message id that the list can contain; infinite when the list is complete. */
function coveredTo({ next }: InboxCallRecord): number {
  return next ?? Number.POSITIVE_INFINITY;
}

/**
 * Checks that each listed message was sent to this reader before the read ended, has always the same id, and that the ids
 * ascend.
 */
function checkListed(sent: ReadonlyMap<string, SentMessage>, read: InboxCallRecord): string[] {
  const found: string[] = [];
  let before = read.afterId;
  for (const { id, text } of read.listed) {
    const message = sent.get(text);
    if (message === undefined) found.push(`${read.reader} read ${id}, which was never sent`);
    else if (message.to !== read.reader)
      found.push(`${read.reader} read ${id}, which was sent to ${message.to}`);
    else if (message.id !== null && message.id !== id)
      found.push(`"${text}" was stored as ${message.id} and as ${id}`);
    else if (message.inv > read.ret) found.push(`${read.reader} read ${id} before it was sent`);
    if (id <= before) found.push(`${read.reader} read ${id} behind ${before}`);
    before = id;
  }
  return found;
}

/**
 * Checks the reads of one reader: each message is listed until the reader acknowledges it and not afterwards, and no message
 * appears behind a later one.
 */
function checkReader(sent: readonly SentMessage[], reads: readonly InboxCallRecord[]): string[] {
  const found: string[] = [];
  const answered = reads.filter(({ ret }) => Number.isFinite(ret));
  for (const read of answered) {
    const ids = new Set(read.listed.map(({ id }) => id));
    const gone = new Set(read.acks);
    const perhapsGone = new Set(read.acks);
    const passed: number[] = [];
    for (const other of reads) {
      if (other.ret <= read.inv) for (const id of other.acks) gone.add(id);
      if (other.from < read.ret) for (const id of other.acks) perhapsGone.add(id);
      const last = other.listed.at(-1);
      if (other.ret > read.inv || last === undefined) continue;
      const listed = new Set(other.listed.map(({ id }) => id));
      passed.push(
        ...[...ids].filter((id) => id > other.afterId && id < last.id && !listed.has(id)),
      );
    }
    for (const id of ids) if (gone.has(id)) found.push(`${id} came back after its acknowledgement`);
    for (const id of passed) found.push(`${id} appeared behind a later message`);
    for (const { id, ret } of sent) {
      if (id === null || ret > read.inv || id <= read.afterId || id > coveredTo(read)) continue;
      if (!ids.has(id) && !perhapsGone.has(id))
        found.push(`${id} waited and was not listed in a later reading`);
    }
  }
  const seen = new Set(reads.flatMap(({ listed }) => listed.map(({ text }) => text)));
  for (const { id, text } of sent)
    if (id !== null && !seen.has(text)) found.push(`${id} was sent and never received`);
  return found;
}

/**
 * Checks the inboxes of an account and returns the violations. A message whose sending was acknowledged is stored once. Only
 * its recipient receives it, at least once, until the recipient acknowledges it.
 * Spec: relay.at-least-once, relay.acknowledged, relay.order.
 */
export function checkMailbox({ sent, reads }: MailboxHistory): readonly string[] {
  const byText = new Map(sent.map((message) => [message.text, message]));
  const idsOf = Map.groupBy(
    reads.flatMap(({ listed }) => listed),
    ({ text }) => text,
  );
  const found = [...idsOf].flatMap(([text, listed]) =>
    new Set(listed.map(({ id }) => id)).size > 1 ? [`"${text}" was stored more than once`] : [],
  );
  found.push(...reads.flatMap((read) => checkListed(byText, read)));
  for (const reader of new Set([...sent.map(({ to }) => to), ...reads.map((read) => read.reader)]))
    found.push(
      ...checkReader(
        sent.filter(({ to }) => to === reader),
        reads.filter((read) => read.reader === reader),
      ).map((what) => `${reader}: ${what}`),
    );
  return [...new Set(found)];
}
