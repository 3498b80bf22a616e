import { z } from 'zod';
import type { Action } from './service.ts';

/** A JSON Schema 2020-12 document. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Returns the JSON Schema 2020-12 of a zod schema: with `input` as a client sends the value (members with a default are
 * optional), with `output` as a client receives it. zod's bounds of safe integers are left out, because readers do not
 * need them.
 */
export function jsonSchema(schema: z.ZodType, side: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io: side,
    override: ({ jsonSchema: made }) => {
      if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
      if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
      // The format is enough; zod's pattern of the format has 400 characters.
      if (made.format === 'date-time') delete made.pattern;
      // The published form of a positive integer is "minimum 1", as the contract writes its limits.
      if (made.type === 'integer' && made.exclusiveMinimum === 0) {
        delete made.exclusiveMinimum;
        made.minimum = 1;
      }
    },
  });
}

/** Returns the JSON Schema of an action's input or output, as agents read it. */
export function jsonSchemaOf(
  action: Pick<Action, 'input' | 'output'>,
  side: 'input' | 'output',
): JsonSchema {
  return jsonSchema(action[side], side);
}
