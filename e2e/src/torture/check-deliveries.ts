/** A journal row whose event a webhook must receive. */
export interface DueEvent {
  readonly seq: number;
  readonly type: string;
  readonly page_id: number | null;
  readonly revision: number | null;
}
/** A webhook message as the receiver got it. */
export interface ReceivedWebhookMessage {
  readonly id: string;
  readonly seq: number;
  readonly type: string;
  readonly body: string;
  /** True when the receiver answered with success. */
  readonly isTaken: boolean;
}

/** The body of a webhook message. */
interface WebhookBody {
  readonly data: Pick<DueEvent, 'page_id' | 'revision'>;
}

/** Checks that each message matches its journal row and is identical at every repetition. */
function checkMessages(
  due: readonly DueEvent[],
  arrived: readonly ReceivedWebhookMessage[],
): string[] {
  const found: string[] = [];
  const rows = new Map(due.map((row) => [row.seq, row]));
  const firsts = new Map<number, ReceivedWebhookMessage>();
  const seqs = new Map<string, number>();
  for (const message of arrived) {
    const { id, seq, type, body } = message;
    const row = rows.get(seq);
    if (row === undefined) {
      found.push(`${id} has number ${seq}, which is no chosen event`);
      continue;
    }
    const { page_id, revision } = (JSON.parse(body) as WebhookBody).data;
    if (type !== row.type || page_id !== row.page_id || revision !== row.revision)
      found.push(`${id} is not what row ${seq} says: ${body}`);
    const first = firsts.get(seq) ?? message;
    firsts.set(seq, first);
    if (first.id !== id) found.push(`event ${seq} came as ${first.id} and as ${id}`);
    if (first.body !== body) found.push(`${id} came with two bodies`);
    if ((seqs.get(id) ?? seq) !== seq) found.push(`${id} came for two events`);
    seqs.set(id, seq);
  }
  return found;
}

/**
 * Checks that a webhook received every event at least once, no event before all earlier ones were accepted, and every
 * repetition with the same id and body. Returns the violations. Spec: webhooks.order, webhooks.same-id, webhooks.chosen.
 */
export function checkDeliveries(
  due: readonly DueEvent[],
  arrived: readonly ReceivedWebhookMessage[],
): readonly string[] {
  const found = checkMessages(due, arrived);
  const taken = new Set<number>();
  /** Index in `due`: the receiver has accepted all events before it. */
  let next = 0;
  for (const { seq, isTaken } of arrived) {
    const waiting = due[next];
    if (waiting !== undefined && seq > waiting.seq)
      found.push(`event ${seq} came before event ${waiting.seq} was taken`);
    if (isTaken) taken.add(seq);
    for (let row = due[next]; row !== undefined && taken.has(row.seq); row = due[next]) next += 1;
  }
  for (const { seq, type } of due)
    if (!taken.has(seq)) found.push(`event ${seq} (${type}) never arrived`);
  return found;
}
