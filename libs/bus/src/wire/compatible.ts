/** A JSON Schema or a subschema, read from a file. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
/** JSON Schema keywords that this file compares, or that restrict no value. */
const KNOWN = new Set([
  ...UPPER,
  ...LOWER,
  '$schema',
  'type',
  'const',
  'enum',
  'anyOf',
  'oneOf',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'default',
  'description',
  'title',
]);

function part(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null ? (value as JsonSchema) : {};
}

/** Returns the alternatives of a schema: `anyOf`, `oneOf`, or a list of types. */
function options(schema: JsonSchema): readonly JsonSchema[] | undefined {
  if (Array.isArray(schema.type)) return schema.type.map((type: unknown) => ({ ...schema, type }));
  const found = schema.anyOf ?? schema.oneOf;
  return Array.isArray(found) ? found.map(part) : undefined;
}

function values(schema: JsonSchema): readonly unknown[] | undefined {
  if ('const' in schema) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

function takesType(wide: JsonSchema, narrow: JsonSchema): boolean {
  if (wide.type === undefined || wide.type === narrow.type) return true;
  return wide.type === 'number' && narrow.type === 'integer';
}

function bounds(wide: JsonSchema, narrow: JsonSchema, at: string): readonly string[] {
  const tighter = (keyword: string, direction: 1 | -1): boolean => {
    const [limit, given] = [wide[keyword], narrow[keyword]];
    if (typeof limit !== 'number') return false;
    return typeof given !== 'number' || given * direction > limit * direction;
  };
  return [
    ...UPPER.filter((keyword) => tighter(keyword, 1)),
    ...LOWER.filter((keyword) => tighter(keyword, -1)),
  ].map((keyword) => `${at}: ${keyword} is tighter`);
}

/**
 * Compares the JSON Schema keywords outside `KNOWN`: each one in the receiver's schema `wide` must have the same value in the
 * sender's schema `narrow`.
 */
function otherRules(wide: JsonSchema, narrow: JsonSchema, at: string): readonly string[] {
  return Object.keys(wide)
    .filter((keyword) => !KNOWN.has(keyword))
    .filter((keyword) => JSON.stringify(wide[keyword]) !== JSON.stringify(narrow[keyword]))
    .map((keyword) => `${at}: ${keyword} differs`);
}

function members(wide: JsonSchema, narrow: JsonSchema, at: string): readonly string[] {
  const [wideMembers, narrowMembers] = [part(wide.properties), part(narrow.properties)];
  const [needed, given] = [wide.required, narrow.required].map((names) =>
    Array.isArray(names) ? names.map(String) : [],
  );
  const missing = (needed ?? []).filter((name) => !given?.includes(name));
  // Receivers ignore unknown properties, so properties that only the sender knows need no comparison.
  const shared = Object.keys(narrowMembers).filter((name) => Object.hasOwn(wideMembers, name));
  const rest = part(wide.additionalProperties);
  return [
    ...missing.map((name) => `${at}.${name}: is required and may be absent`),
    ...shared.flatMap((name) =>
      breaks(part(wideMembers[name]), part(narrowMembers[name]), `${at}.${name}`),
    ),
    ...(Object.keys(rest).length > 0
      ? breaks(rest, part(narrow.additionalProperties), `${at}.*`)
      : []),
  ];
}

/**
 * Lists why a receiver with the schema `wide` may refuse values that are valid under the sender's schema `narrow`, each with
 * its path; empty when it refuses none.
 */
export function breaks(wide: JsonSchema, narrow: JsonSchema, at = '$'): readonly string[] {
  const sent = options(narrow);
  if (sent !== undefined) return sent.flatMap((option) => breaks(wide, option, at));
  const taken = options(wide);
  if (taken !== undefined) {
    const tries = taken.map((option) => breaks(option, narrow, at));
    // The alternative with the fewest problems gives the result; the list is empty when one accepts the value.
    return tries.reduce((best, next) => (next.length < best.length ? next : best));
  }
  const [taking, giving] = [values(wide), values(narrow)];
  if (taking !== undefined) {
    if (giving === undefined) return [`${at}: only fixed values are taken`];
    return giving
      .filter((value) => !taking.includes(value))
      .map((value) => `${at}: ${JSON.stringify(value)} is not taken`);
  }
  if (!takesType(wide, narrow)) return [`${at}: ${String(narrow.type)} is not taken`];
  return [
    ...bounds(wide, narrow, at),
    ...otherRules(wide, narrow, at),
    ...members(wide, narrow, at),
    ...(wide.items === undefined ? [] : breaks(part(wide.items), part(narrow.items), `${at}[]`)),
  ];
}
