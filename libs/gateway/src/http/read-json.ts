import { LIMITS } from '@bridge/contracts';
import { BridgeError, inputIssues, type Clock } from '@bridge/kernel';
import type { z } from 'zod';
import { parseJson } from '../read/parse-json.ts';
import type { HttpExchange } from './exchange.ts';
import { checkBodyHeaders, readBody } from './read-body.ts';

/** A reservation that reserves nothing: the bodies that `readJson` reads are not counted in the byte budget. */
const NO_RESERVATION = { grow: () => undefined };

/** Validates a value; throws invalid_input with all issues. */
export function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    throw new BridgeError('invalid_input', { issues: inputIssues(parsed.error, value) });
  return parsed.data;
}

/** Reads and validates the JSON body of an owner’s request, as strictly as the body of a call. */
export async function readJson<S extends z.ZodType>(
  exchange: HttpExchange,
  schema: S,
  clock: Clock,
  bytesMax: number = LIMITS.smallBodyBytesMax,
): Promise<z.output<S>> {
  checkBodyHeaders(exchange, bytesMax);
  const bytes = await readBody(exchange, bytesMax, NO_RESERVATION, clock);
  exchange.facts.bytesIn = bytes.byteLength;
  return checked(schema, parseJson(bytes));
}
