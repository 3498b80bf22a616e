import { BridgeError, type Clock } from '@bridge/kernel';
import type { z } from 'zod';
import { inputIssues } from '../read/input-issues.ts';
import { parseJson } from '../read/parse-json.ts';
import type { Exchange } from './exchange.ts';
import { checkBodyHeaders, readBody, SMALL_BODY_BYTES_MAX, SMALL_PLACE } from './read-body.ts';

/** Checks a value against a schema; throws invalid_input with every issue. */
export function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    throw new BridgeError('invalid_input', { issues: inputIssues(parsed.error, value) });
  return parsed.data;
}

/** Reads and checks the JSON body of an owner's request, as strictly as a call's. `bytesMax` is 64 KiB unless given. */
export async function readJson<S extends z.ZodType>(
  exchange: Exchange,
  schema: S,
  clock: Clock,
  bytesMax: number = SMALL_BODY_BYTES_MAX,
): Promise<z.output<S>> {
  checkBodyHeaders(exchange, bytesMax);
  const bytes = await readBody(exchange, bytesMax, SMALL_PLACE, clock);
  exchange.noted.bytesIn = bytes.byteLength;
  return checked(schema, parseJson(bytes));
}
