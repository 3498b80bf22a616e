import { z } from 'zod';
import type { Action } from './service.ts';

/** A JSON Schema 2020-12 document. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Converts a zod schema to JSON Schema 2020-12: `input` as a client sends the value (members with a default are optional),
 * `output` as a client receives it. The bounds of safe integers that zod adds are removed.
 */
export function jsonSchema(schema: z.ZodType, side: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io: side,
    override: ({ jsonSchema: made }) => {
      if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
      if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
      // zod adds a pattern of 400 characters to date-time; the format alone is enough.
      if (made.format === 'date-time') delete made.pattern;
      // Positive integers are published as "minimum 1" instead of "exclusiveMinimum 0", as in docs/spec.
      if (made.type === 'integer' && made.exclusiveMinimum === 0) {
        delete made.exclusiveMinimum;
        made.minimum = 1;
      }
    },
  });
}

/** Returns the JSON Schema of an action's input or output, which agents read. */
export function jsonSchemaOf(
  action: Pick<Action, 'input' | 'output'>,
  side: 'input' | 'output',
): JsonSchema {
  return jsonSchema(action[side], side);
}
