/** One field of a form that is generated from a JSON Schema. */
export interface WidgetParamField {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'check' | 'choice' | 'group';
  readonly isRequired: boolean;
  readonly hint: string | null;
  /** The values from which the owner selects, for the kind `choice`; else empty. */
  readonly options: readonly string[];
  readonly charsMax: number | null;
  /** The fields of the group, for the kind `group`; else empty. */
  readonly fields: readonly WidgetParamField[];
}

/**
 * Values of a form's fields by field name. The type is also used for a JSON Schema object, whose members have unknown values.
 */
export type WidgetParamValues = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is WidgetParamValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns the first schema of an `anyOf` that does not have the type null. Null needs no field of its own: the owner leaves the
 * field empty.
 */
function plainSchema(schema: WidgetParamValues): WidgetParamValues {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const first: unknown = anyOf.find((one) => isObject(one) && one['type'] !== 'null');
  return isObject(first) ? { ...schema, ...first } : schema;
}

function kindOf({ type, enum: options }: WidgetParamValues): WidgetParamField['kind'] | null {
  if (type === 'object') return 'group';
  if (type === 'boolean') return 'check';
  if (type === 'integer' || type === 'number') return 'number';
  if (type !== 'string') return null;
  return Array.isArray(options) ? 'choice' : 'text';
}

/**
 * Returns a form field for each member of the object that a JSON Schema describes. Members of unsupported types are omitted.
 */
export function readFields(schema: WidgetParamValues): readonly WidgetParamField[] {
  const { properties, required } = schema;
  if (!isObject(properties)) return [];
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).flatMap(([name, value]) => {
    if (!isObject(value)) return [];
    const plain = plainSchema(value);
    const kind = kindOf(plain);
    if (kind === null) return [];
    const { description, maxLength, enum: options } = plain;
    return [
      {
        name,
        kind,
        isRequired: names.includes(name),
        hint: typeof description === 'string' ? description : null,
        options: Array.isArray(options) ? options.map(String) : [],
        charsMax: typeof maxLength === 'number' ? maxLength : null,
        fields: kind === 'group' ? readFields(plain) : [],
      },
    ];
  });
}

/** Returns the parameters that the owner entered. Empty fields are omitted, and so are optional groups without any value. */
export function paramsOf(
  fields: readonly WidgetParamField[],
  values: WidgetParamValues,
): WidgetParamValues {
  const params: Record<string, unknown> = {};
  for (const { name, kind, isRequired, fields: inner } of fields) {
    const value = values[name];
    if (kind === 'group') {
      const group = paramsOf(inner, isObject(value) ? value : {});
      if (isRequired || Object.keys(group).length > 0) params[name] = group;
    } else if (kind === 'number' && value !== undefined && value !== '')
      params[name] = Number(value);
    else if (kind === 'check' && value === true) params[name] = true;
    else if (typeof value === 'string' && value !== '') params[name] = value;
  }
  return params;
}
