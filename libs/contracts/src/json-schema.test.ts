import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { BUILDER, ACTIONS, jsonSchemaOf, TOOL_ACTIONS, type AnyAction } from './index.ts';

/** The members of a JSON Schema that bound the size of its values, and its nested schemas. */
interface BoundedSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: BoundedSchema;
  readonly anyOf?: readonly BoundedSchema[];
  readonly properties?: Readonly<Record<string, BoundedSchema>>;
}

/** Lists the texts and lists in a schema whose size has no bound: neither a maximum nor a pattern without `*` and `+`. */
function unboundedIn(schema: BoundedSchema, path: string): readonly string[] {
  const { type, pattern, items, anyOf = [], properties = {} } = schema;
  const isBoundText =
    schema.maxLength !== undefined ||
    schema.enum !== undefined ||
    (pattern !== undefined && !/[*+]|,\}/.test(pattern));
  const isUnbounded =
    (type === 'string' && !isBoundText) || (type === 'array' && schema.maxItems === undefined);
  return [
    ...(isUnbounded ? [path] : []),
    ...(items === undefined ? [] : unboundedIn(items, `${path}[]`)),
    ...anyOf.flatMap((one) => unboundedIn(one, path)),
    ...Object.entries(properties).flatMap(([name, one]) => unboundedIn(one, `${path}.${name}`)),
  ];
}

const ajv = new Ajv2020({ strict: true, strictTypes: false, validateFormats: false });

describe('the published schemas', () => {
  // Verifies: actions.promised-schemas.
  test('are exactly those that clients were promised (the golden file)', async () => {
    const tools = Object.fromEntries(
      TOOL_ACTIONS.map((action) => [
        action.tool,
        { input: jsonSchemaOf(action, 'input'), output: jsonSchemaOf(action, 'output') },
      ]),
    );
    await expect(`${JSON.stringify(tools, null, 1)}\n`).toMatchFileSnapshot(
      './fixtures/tool-schemas.json',
    );
  });

  test('are JSON Schema 2020-12 with an object at the root that refuses unknown properties', () => {
    for (const action of ACTIONS)
      for (const side of ['input', 'output'] as const) {
        const schema = jsonSchemaOf(action, side);
        expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
        expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
        expect(() => ajv.compile(schema), action.name).not.toThrow();
      }
  });

  test('bound every text and every list of an input', () => {
    const unbounded = ACTIONS.flatMap((action) =>
      unboundedIn(jsonSchemaOf(action, 'input'), action.name),
    );
    expect(unbounded).toEqual([]);
  });

  test('contain no member without information for a reader', () => {
    const textOf = (actions: readonly AnyAction[]): string =>
      JSON.stringify(actions.map((action) => jsonSchemaOf(action, 'input')));
    expect(textOf(ACTIONS)).not.toMatch(
      /9007199254740991|exclusiveMinimum|\$defs|"not"|"const"|"(?:all|one)Of"/,
    );
    // Some model providers refuse `anyOf` in a tool schema. Only tool schemas are sent to providers.
    expect(textOf(TOOL_ACTIONS)).not.toContain('"anyOf"');
    for (const action of TOOL_ACTIONS)
      for (const [name, member] of Object.entries(
        jsonSchemaOf(action, 'input').properties as Record<string, { description?: string }>,
      ))
        if (name !== 'patch_ops')
          expect(member.description, `${action.name}.${name}`).toMatch(/\.$/);
  });

  test('accept the examples as another validator reads them', () => {
    for (const action of TOOL_ACTIONS) {
      const validate = ajv.compile(jsonSchemaOf(action, 'input'));
      expect(validate(action.example), action.name).toBe(true);
      expect(validate({ ...action.example, unheard_of: 1 }), action.name).toBe(false);
    }
  });

  test('describe an input as it is sent: members with a default are optional', () => {
    expect(jsonSchemaOf(BUILDER.list, 'input').required).toBeUndefined();
    expect(jsonSchemaOf(BUILDER.list, 'output').required).toEqual(['websites', 'next_after_id']);
  });
});
