import type { JsonSchema } from '@bridge/contracts';

/** A JSON object inside the OpenAPI document. */
export type OpenApiObject = Readonly<Record<string, unknown>>;

/** Returns a JSON Schema without `$schema`. The schemas in an OpenAPI document have the dialect of the document. */
export function withoutDialect(schema: JsonSchema): OpenApiObject {
  const rest: Record<string, unknown> = { ...schema };
  delete rest.$schema;
  return rest;
}

/** Returns the JSON Schema of an object with these properties; by default all of them are required. */
export function object(
  properties: OpenApiObject,
  required = Object.keys(properties),
): OpenApiObject {
  return { type: 'object', properties, required };
}

/** Returns an OpenAPI response with a JSON body. */
export function reply(description: string, schema: OpenApiObject): OpenApiObject {
  return { description, content: { 'application/json': { schema } } };
}

/** Returns the schema of a successful response body: `ok`, these members and `request_id`. */
export function envelope(members: OpenApiObject): OpenApiObject {
  return object({ ok: { const: true }, ...members, request_id: { type: 'string' } });
}

/** Reference to the OpenAPI response of errors. */
export const REF = { error: { $ref: '#/components/responses/Error' } };
/** OpenAPI security requirement: the agent key, as bearer token or in its own header. */
export const SECURED = { security: [{ bearer: [] }, { header: [] }] };

/** Returns a reference to a schema in `components`. */
export function reference(component: string): OpenApiObject {
  return { $ref: `#/components/schemas/${component}` };
}

/** Returns an OpenAPI GET operation whose response is one JSON object. */
export function read(
  operationId: string,
  summary: string,
  schema: OpenApiObject,
  more: OpenApiObject = {},
): OpenApiObject {
  return {
    get: {
      operationId,
      summary,
      ...more,
      responses: { 200: reply(summary, schema), default: REF.error },
    },
  };
}
