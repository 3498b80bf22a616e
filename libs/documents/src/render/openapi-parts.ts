import type { JsonSchema } from '@bridge/contracts';

/** A part of the OpenAPI document. */
export type OpenApiPart = Readonly<Record<string, unknown>>;

/** Returns a schema without its dialect, which the OpenAPI document names once. */
export function withoutDialect(schema: JsonSchema): OpenApiPart {
  const rest: Record<string, unknown> = { ...schema };
  delete rest.$schema;
  return rest;
}

/** Returns the schema of an object with these properties. */
export function object(properties: OpenApiPart, required = Object.keys(properties)): OpenApiPart {
  return { type: 'object', properties, required };
}

/** Returns a response with a JSON body. */
export function reply(description: string, schema: OpenApiPart): OpenApiPart {
  return { description, content: { 'application/json': { schema } } };
}

/** Returns the schema of a success's body: `ok`, the members, `request_id`. */
export function envelope(members: OpenApiPart): OpenApiPart {
  return object({ ok: { const: true }, ...members, request_id: { type: 'string' } });
}

/** Reference to the response of every refusal. */
export const REF = { error: { $ref: '#/components/responses/Error' } };
/** Security requirement of an operation: either header may carry the key. */
export const SECURED = { security: [{ bearer: [] }, { header: [] }] };

/** Returns a reference to a schema among the components. */
export function reference(component: string): OpenApiPart {
  return { $ref: `#/components/schemas/${component}` };
}

/** Returns a GET operation that answers one JSON object. */
export function read(
  operationId: string,
  summary: string,
  schema: OpenApiPart,
  more: OpenApiPart = {},
): OpenApiPart {
  return {
    get: {
      operationId,
      summary,
      ...more,
      responses: { 200: reply(summary, schema), default: REF.error },
    },
  };
}
