import { z } from 'zod';

/**
 * Returns the tolerant form of the schema of a property, element or alternative. The cast is safe: zod declares it with its
 * core type, but every schema of the project is a `z.ZodType`.
 */
function tolerantMember(schema: unknown): z.ZodType {
  return tolerant(schema as z.ZodType);
}

/**
 * Returns a schema that ignores unknown properties at every depth. A service of a newer version may send properties that this
 * version does not know. Unknown properties from agents are refused by the gateway.
 */
export function tolerant(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const members = Object.entries(schema.def.shape).map(([name, member]) => [
      name,
      tolerantMember(member),
    ]);
    return schema.clone({
      ...schema.def,
      shape: Object.fromEntries(members) as typeof schema.def.shape,
      catchall: undefined,
    });
  }
  if (schema instanceof z.ZodArray)
    return schema.clone({ ...schema.def, element: tolerantMember(schema.def.element) });
  if (schema instanceof z.ZodUnion)
    return schema.clone({ ...schema.def, options: schema.def.options.map(tolerantMember) });
  if (schema instanceof z.ZodRecord)
    return schema.clone({ ...schema.def, valueType: tolerantMember(schema.def.valueType) });
  if (
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault
  ) {
    const widened: z.ZodType = schema.clone({
      ...schema.def,
      innerType: tolerantMember(schema.def.innerType),
      // The cast is needed because the `def` of ZodNullable, ZodOptional and ZodDefault have no common type.
      // The cast is safe: each schema receives a copy of its own `def` with another `innerType`.
    } as never);
    return widened;
  }
  return schema;
}

const tolerantForms = new WeakMap<z.ZodType, z.ZodType>();

/** Returns `tolerant(schema)`, computed once per schema. */
export function tolerantOnce(schema: z.ZodType): z.ZodType {
  let known = tolerantForms.get(schema);
  if (known === undefined) tolerantForms.set(schema, (known = tolerant(schema)));
  return known;
}
