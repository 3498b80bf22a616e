import { z } from 'zod';

/** A schema as zod's containers hold it: their types speak of the core, all of ours are classic schemas. */
function inner(schema: unknown): z.ZodType {
  return tolerant(schema as z.ZodType);
}

/**
 * The same schema with unknown members ignored at every depth instead of refused: the gateway was strict with the
 * agent, and between services a newer version may say more than this one knows.
 */
export function tolerant(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const members = Object.entries(schema.def.shape).map(([name, member]) => [name, inner(member)]);
    return schema.clone({
      ...schema.def,
      shape: Object.fromEntries(members) as typeof schema.def.shape,
      catchall: undefined,
    });
  }
  if (schema instanceof z.ZodArray)
    return schema.clone({ ...schema.def, element: inner(schema.def.element) });
  if (schema instanceof z.ZodUnion)
    return schema.clone({ ...schema.def, options: schema.def.options.map(inner) });
  if (schema instanceof z.ZodRecord)
    return schema.clone({ ...schema.def, valueType: inner(schema.def.valueType) });
  if (
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault
  ) {
    const widened: z.ZodType = schema.clone({
      ...schema.def,
      innerType: inner(schema.def.innerType),
    } as never);
    return widened;
  }
  return schema;
}

const made = new WeakMap<z.ZodType, z.ZodType>();

/** `tolerant`, made once per schema. */
export function tolerantOnce(schema: z.ZodType): z.ZodType {
  let known = made.get(schema);
  if (known === undefined) made.set(schema, (known = tolerant(schema)));
  return known;
}
