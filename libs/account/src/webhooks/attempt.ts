import { OutboundFailure, type Outbound } from '@bridge/outbound';
import { Webhook } from 'standardwebhooks';
import type { Target } from './webhook.store.ts';

/** An attempt has no more time than this, so that its lease outlasts it. */
const ATTEMPT_MS_MAX = 10_000;
/** Receivers answer with a status; their text is not used. */
const ANSWER_BYTES_MAX = 64 * 1024;

/** The outcome of one attempt; `error` is null exactly when the receiver took the event. */
export interface AttemptOutcome {
  /** HTTP status of the answer, null when there was none. */
  readonly status: number | null;
  readonly error: string | null;
}

/** An event as it is sent: the same id and body at each repetition. */
export interface Envelope {
  readonly id: string;
  readonly body: string;
}

/** The parts of an attempt. */
interface AttemptDeps {
  readonly outbound: Outbound;
  readonly signal: AbortSignal;
  readonly now: Date;
}

/** The signatures of all valid secrets, newest first, in the form of Standard Webhooks. */
export function signaturesOf(
  { secret, old_secret }: Pick<Target, 'secret' | 'old_secret'>,
  { id, body }: Envelope,
  now: Date,
): string {
  const secrets = old_secret === null ? [secret] : [secret, old_secret];
  return secrets.map((one) => new Webhook(one).sign(id, now, body)).join(' ');
}

/** Sends an event once. Never throws for what the receiver does. */
export async function attempt(
  { outbound, signal, now }: AttemptDeps,
  target: Target,
  envelope: Envelope,
): Promise<AttemptOutcome> {
  try {
    const { status } = await outbound.send({
      method: 'POST',
      url: target.url,
      headers: {
        'content-type': 'application/json',
        'webhook-id': envelope.id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
        'webhook-signature': signaturesOf(target, envelope, now),
      },
      body: envelope.body,
      timeoutMs: ATTEMPT_MS_MAX,
      answerBytesMax: ANSWER_BYTES_MAX,
      signal,
    });
    const isTaken = status >= 200 && status < 300;
    return { status, error: isTaken ? null : `The receiver answered with status ${status}.` };
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    return { status: null, error: error.message };
  }
}
