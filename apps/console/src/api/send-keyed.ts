import { send } from './client.ts';

/** Sends a change under an idempotency key: the same key has one effect. Throws Refusal. */
export function sendKeyed<T>(path: string, key: string, body: object): Promise<T> {
  return send('POST', path, { body: { ...body, idempotency_key: key } });
}
