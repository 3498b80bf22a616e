import type { JsonSchema } from '@bridge/contracts';
import { escapeMarkdown } from '../markdown.ts';

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function alternatives(schema: JsonSchema): readonly JsonSchema[] {
  const { anyOf } = schema;
  return Array.isArray(anyOf) ? anyOf.filter(isSchema) : [];
}

/** Returns the type that a JSON Schema describes as text: `integer`, `string or null`, `list of object`. */
export function typeOf(schema: JsonSchema): string {
  const either = alternatives(schema);
  if (either.length > 0) return either.map(typeOf).join(' or ');
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (Array.isArray(schema.enum)) {
    return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(' or ');
  }
  if (schema.type === 'array' && isSchema(schema.items)) return `list of ${typeOf(schema.items)}`;
  return typeof schema.type === 'string' ? schema.type : 'any';
}

function number(value: unknown): string {
  return typeof value === 'number' ? value.toLocaleString('en-US') : '';
}

function range(min: unknown, max: unknown, unit: string): string {
  if (min === undefined && max === undefined) return '';
  if (max === undefined) return `at least ${number(min)}${unit}`;
  if (min === undefined) return `at most ${number(max)}${unit}`;
  return `${number(min)} to ${number(max)}${unit}`;
}

/** Returns the limits that a JSON Schema sets as text, such as `1 to 120 characters`. */
export function boundsOf(schema: JsonSchema): string {
  return [
    range(schema.minimum, schema.maximum, ''),
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' items'),
    typeof schema.pattern === 'string' ? `\`${schema.pattern.replaceAll('|', '\\|')}\`` : '',
  ]
    .filter((text) => text !== '')
    .join('; ');
}

const DEFAULT_SHOWN_CHARS = 40;

function defaultOf(schema: JsonSchema): string {
  if (schema.default === undefined) return '';
  const text = JSON.stringify(schema.default);
  return text.length > DEFAULT_SHOWN_CHARS ? 'a minimal document' : `\`${text}\``;
}

/** Returns a Markdown table row for each member of an object schema and of the objects in its lists. */
export function memberRows(schema: JsonSchema, prefix = ''): readonly string[] {
  if (!isSchema(schema.properties)) return [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties).flatMap(([name, member]) => {
    if (!isSchema(member)) return [];
    const needed = required.includes(name) ? 'required' : defaultOf(member) || 'optional';
    const about = typeof member.description === 'string' ? member.description : '';
    const row = `| \`${prefix}${name}\` | ${typeOf(member)} | ${boundsOf(member)} | ${needed} | ${escapeMarkdown(about)} |`;
    const inner = isSchema(member.items) ? memberRows(member.items, `${prefix}${name}[].`) : [];
    return [row, ...inner];
  });
}

/** Returns the top-level members of an action's result and their types as one line of text. */
export function resultMembers(schema: JsonSchema): string {
  if (!isSchema(schema.properties)) return '';
  return Object.entries(schema.properties)
    .map(([name, member]) => `\`${name}\` (${isSchema(member) ? typeOf(member) : 'any'})`)
    .join(', ');
}
