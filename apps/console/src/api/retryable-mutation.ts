import type { ServiceRequestError } from './client.ts';

/** A change that was sent, with the idempotency key under which it can be sent again. */
export interface RetryableMutation<I> {
  readonly input: I;
  readonly key: string;
  /** The error with which the change failed; null while its request is in flight. */
  readonly refusal: ServiceRequestError | null;
  /** True when a request of this change ended without an answer, so the service may have applied it. */
  readonly isUnanswered: boolean;
}

/** Returns true for an error after which the same change may be sent again under the same idempotency key. */
export function isRepeatable({ retry, outcome }: ServiceRequestError): boolean {
  return outcome === 'unknown' || retry === 'same_key' || retry === 'after_seconds';
}

/** Returns a change whose request failed, if it may have to be sent again under its idempotency key; otherwise null. */
export function afterRefusal<I>(
  change: RetryableMutation<I>,
  refusal: ServiceRequestError,
): RetryableMutation<I> | null {
  const isUnanswered =
    refusal.outcome === 'unknown' || (change.isUnanswered && refusal.isRefusedUnread);
  return isUnanswered || isRepeatable(refusal) ? { ...change, refusal, isUnanswered } : null;
}

/** Returns the input of a change whose outcome is unknown; null when the outcome is known. */
export function pendingInput<I>(change: RetryableMutation<I> | null): I | null {
  if (change === null) return null;
  return change.refusal === null || change.isUnanswered ? change.input : null;
}
