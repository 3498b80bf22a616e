import { z } from 'zod';
import type { Action } from './define.ts';

/** A JSON Schema 2020-12 document. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * JSON Schema 2020-12 of an action's input or output, as agents read it. zod's bounds of safe integers are left out:
 * they say nothing a reader needs.
 */
export function jsonSchemaOf(
  action: Pick<Action, 'input' | 'output'>,
  side: 'input' | 'output',
): JsonSchema {
  return z.toJSONSchema(side === 'input' ? action.input : action.output, {
    target: 'draft-2020-12',
    // An input is described as it is sent (defaults optional), an output as it is received.
    io: side === 'input' ? 'input' : 'output',
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      // The published form of a positive integer is "minimum 1", as service.md writes its limits.
      if (jsonSchema.type === 'integer' && jsonSchema.exclusiveMinimum === 0) {
        delete jsonSchema.exclusiveMinimum;
        jsonSchema.minimum = 1;
      }
    },
  });
}
